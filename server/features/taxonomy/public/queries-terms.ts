import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import type { LetterStart, TermKind } from '#contract/taxonomy.ts';
import type { MemoryCatalogue } from '#server/catalogue/index/memory-catalogue.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { visibleCount, type VisibilityScope } from '#server/db/visible.ts';
import { queryGrams, queryWords } from '#server/search/grams.ts';
import { normalise } from '#server/search/normalise.ts';
import { parseQuery, termText } from '#server/search/query-language.ts';
import { nameKey, toSlug } from '#server/search/slug.ts';
import { directoryLetters, orderedPlaces } from '#server/features/taxonomy/directory-order.ts';
import { loadDirectory } from '#server/features/taxonomy/queries-directory.ts';

/** A term as its list shows it, in the reader's language. */
export interface TermRow {
  id: number;
  name: string;
  name_original: string;
  slug: string;
  comics_count: number;
  color: string | null;
  gender: string | null;
  hair: string | null;
  code: string | null;
  icon: string | null;
  image: string | null;
  variants: Record<string, StoredVariant> | null;
}

/** One page of a list of terms. */
export interface TermList {
  rows: TermRow[];
  total: number;
  /** Of a whole list by name: where each letter begins. */
  letters: LetterStart[];
}

/** Which terms, in which order; without a sort the best match first, or the most used where nothing is looked for. */
export interface TermListing {
  kind: TermKind;
  q: string;
  sort: 'comics_count' | 'name' | undefined;
  order: 'asc' | 'desc' | undefined;
}

/**
 * One page of the terms of a kind that have a comic this viewer sees, and how many there are.
 *
 * `q` finds names, translations and aliases by their words; when nothing has them, names that are nearly so written.
 * Of a search in the query language the plain words count, and the values asked for of this kind. Terms that the viewer
 * hides are left out; of the others `memory`, where there is one, says how many comics are left.
 */
export async function listTerms(
  db: Db,
  memory: MemoryCatalogue | null,
  seeing: VisibilityScope,
  locale: Locale,
  listing: TermListing,
  offset: number,
  limit: number,
): Promise<TermList> {
  const text = normalise(termText(parseQuery(listing.q), listing.kind));
  if (text === '' && listing.q.trim() !== '') return { rows: [], total: 0, letters: [] };
  const { total, letters, part } =
    text === ''
      ? await wholeList(db, seeing, locale, listing)
      : found(await matchingTerms(db, seeing, locale, listing, text));
  const rows = await termRows(db, seeing, locale, part(offset, offset + limit));
  if (seeing.hidden.length > 0 && memory) {
    const counts = memory.counts(
      seeing.rating,
      { not: { terms: seeing.hidden } },
      rows.map(({ id }) => id),
    );
    rows.forEach((row, at) => {
      row.comics_count = counts[at] ?? row.comics_count;
    });
  }
  return { rows, total, letters };
}

/** The ids of a list: how many there are, those from a place on up to another, and where each letter begins. */
interface FoundTerms {
  total: number;
  letters: LetterStart[];
  part(from: number, to: number): number[];
}

function found(ids: readonly number[]): FoundTerms {
  return { total: ids.length, letters: [], part: (from, to) => ids.slice(from, to) };
}

async function wholeList(
  db: Db,
  { rating, hidden }: VisibilityScope,
  locale: Locale,
  { kind, sort = 'comics_count', order = sort === 'name' ? 'asc' : 'desc' }: TermListing,
): Promise<FoundTerms> {
  const directory = await loadDirectory(db, kind, locale);
  const places = orderedPlaces(directory, { rating, hidden, sort, order });
  return {
    total: places.length,
    part: (from, to) => Array.from(places.subarray(from, to), (at) => directory.ids[at]!),
    letters: sort === 'name' ? directoryLetters(directory, places) : [],
  };
}

/**
 * The term of a kind that an id, a slug, an alias, or a name written as one writes it names; an alias gives the term it leads to.
 *
 * Comics that the viewer hides for another term are not counted, where `memory` can tell.
 */
export async function findTerm(
  db: Db,
  memory: MemoryCatalogue | null,
  seeing: VisibilityScope,
  locale: Locale,
  kind: TermKind,
  address: string,
): Promise<TermRow | null> {
  if (address.includes('\0') || !address.isWellFormed()) return null;
  const id = /^\d{1,10}$/.test(address) && Number(address) <= 2_147_483_647 ? Number(address) : 0;
  const keys = [address, nameKey(address, kind)];
  const slug = toSlug(address, kind);
  const { rows } = await sql<{ id: number; place: number }>`
    select t.id, case when t.id = ${id} then 0 when t.slug = ${address} then 1 when coalesce(t.name_key, t.slug) = any(${keys}) then 2 else 4 end as place
    from terms t where t.kind = ${kind} and (t.id = ${id} or t.slug = any(${[address, slug]}) or coalesce(t.name_key, t.slug) = any(${keys}))
    union all
    select a.term_id, 3 from term_aliases a join terms t on t.id = a.term_id and t.kind = ${kind} where a.kind = ${kind} and a.slug = any(${keys})
    order by place limit 1`.execute(db);
  const [row] = rows[0] ? await termRows(db, seeing, locale, [rows[0].id]) : [];
  const hidden = seeing.hidden.filter((other) => other !== row?.id);
  if (row && hidden.length > 0 && memory) {
    [row.comics_count = row.comics_count] = memory.counts(seeing.rating, { not: { terms: hidden } }, [row.id]);
  }
  return row ?? null;
}

/** A term's names in other locales, and the further names that lead to it. */
export async function otherNames(
  db: Db,
  id: number,
): Promise<{ translations: { locale: string; name: string }[]; aliases: string[] }> {
  const { rows } = await sql<{ locale: string | null; name: string }>`
    select n.locale, n.name from term_translations n where n.term_id = ${id}
    union select null, a.name from term_aliases a join terms t on t.id = a.term_id where a.term_id = ${id} and a.name <> t.name
    order by 1, 2`.execute(db);
  return {
    translations: rows.flatMap(({ locale, name }) => (locale === null ? [] : [{ locale, name }])),
    aliases: rows.flatMap(({ locale, name }) => (locale === null ? [name] : [])),
  };
}

/** Terms by id, in the order of the ids. */
async function termRows(db: Db, seeing: VisibilityScope, locale: Locale, ids: readonly number[]): Promise<TermRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TermRow>`${sql.raw(PREPARED)}
    select t.id, coalesce(l.name, t.name) as name, t.name as name_original, t.slug, ${visibleCount(seeing, 'n')} as comics_count,
      t.color, t.gender, t.hair, t.code, t.icon, t.image, i.variants
    from unnest(${[...ids]}::int[]) with ordinality as w (id, place)
    join terms t on t.id = w.id
    left join term_counts n on n.term_id = t.id
    left join term_translations l on l.term_id = t.id and l.locale = ${locale}
    left join images i on i.hash = t.image
    order by w.place`.execute(db);
  return rows;
}

async function matchingTerms(
  db: Db,
  seeing: VisibilityScope,
  locale: Locale,
  listing: TermListing,
  text: string,
): Promise<number[]> {
  const { kind, sort } = listing;
  const words = queryWords(text).map((word) => sql`and strpos(t.search, ${word}) > 0`);
  const rank = sql`
    case when strpos(' | ' || t.search || ' | ', ${` | ${text} | `}::text) > 0 then 0
      when strpos(' | ' || t.search, ${` | ${text}`}::text) > 0 then 1
      when strpos(' ' || t.search, ${` ${text}`}::text) > 0 then 2
      when strpos(t.search, ${text}::text) > 0 then 3 else 4 end`;
  const best = sql`${rank}, ${visibleCount(seeing, 'n')} desc, t.sort_name, t.id`;
  const nearest = sql`word_similarity(${text}::text, t.search) desc, ${visibleCount(seeing, 'n')} desc, t.id`;
  const matches = await idsWhere(
    db,
    seeing,
    kind,
    sql`t.grams @> ${queryGrams(text)}::int[] ${sql.join(words, sql` `)}`,
    best,
  );
  const ids = matches.length > 0 ? matches : await idsWhere(db, seeing, kind, sql`${text}::text <% t.search`, nearest);
  if (sort === undefined) return ids;
  const among = new Set(ids);
  const whole = await wholeList(db, seeing, locale, listing);
  return whole.part(0, whole.total).filter((id) => among.has(id));
}

async function idsWhere(
  db: Db,
  seeing: VisibilityScope,
  kind: TermKind,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(t.id order by ${order}) as ids from terms t join term_counts n on n.term_id = t.id
    where t.kind = ${kind} and ${visibleCount(seeing, 'n')} > 0
      and ${condition} ${seeing.hidden.length > 0 ? sql`and t.id <> all(${[...seeing.hidden]}::int[])` : sql``}`.execute(
    db,
  );
  return rows[0]?.ids ?? [];
}
