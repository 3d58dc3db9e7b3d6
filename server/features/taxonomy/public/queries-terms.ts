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
import { titleComparer, titleKey } from '#server/search/title-order.ts';
import { openDirectory } from '#server/features/taxonomy/directory.ts';

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

/** Where terms are listed: their order and counts follow the database itself, their rows may be a replica's. */
export interface TermEngines {
  db: Db;
  reads: Db;
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
  engines: TermEngines,
  memory: MemoryCatalogue | null,
  seeing: VisibilityScope,
  locale: Locale,
  listing: TermListing,
  offset: number,
  limit: number,
): Promise<TermList> {
  const text = normalise(termText(parseQuery(listing.q), listing.kind));
  if (text === '' && listing.q.trim() !== '') return { rows: [], total: 0, letters: [] };
  const { total, letters, rows } = await (text === ''
    ? wholeList(engines, seeing, locale, listing, offset, limit)
    : foundList(engines, seeing, locale, listing, text, offset, limit));
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

/** Terms that have as many comics as one of a page, but stand on another, up to which all of them are read to see which is which. */
const MAX_TIED = 200;

/** The order that a list has where none is asked for. */
function directionFor({ sort, order }: TermListing): 'asc' | 'desc' {
  return order ?? (sort === 'name' ? 'asc' : 'desc');
}

async function wholeList(
  { db, reads }: TermEngines,
  seeing: VisibilityScope,
  locale: Locale,
  listing: TermListing,
  offset: number,
  limit: number,
): Promise<TermList> {
  const directory = await openDirectory(db);
  const counts = directory.counts(listing.kind);
  const { rating, hidden } = seeing;
  const direction = directionFor(listing);
  const read = (ids: Iterable<number>) => termRows(reads, seeing, locale, [...ids]);
  const byName = () => directory.byName(listing.kind, locale);
  if (listing.sort === 'name') {
    const { ids, letters } = (await byName()).listed(counts, rating, direction, hidden);
    return { rows: await read(ids.subarray(offset, offset + limit)), total: ids.length, letters };
  }
  const counted = counts.byCount(rating, direction);
  const ids = hidden.length === 0 ? counted : counted.filter((id) => !hidden.includes(id));
  const [from, to] = counts.tied(ids, rating, offset, offset + limit);
  const near = ids.subarray(from, to);
  const onPage = <Thing>(things: Thing[]) => things.slice(offset - from, offset - from + limit);
  const byCount = (a: number, b: number) =>
    (direction === 'asc' ? 1 : -1) * (counts.count(a, rating) - counts.count(b, rating));
  if (near.length > limit + MAX_TIED) {
    const inOrder = (await byName()).among(near).sort(byCount);
    return { rows: await read(onPage(inOrder)), total: ids.length, letters: [] };
  }
  const compare = titleComparer(locale);
  const rows = (await read(near))
    .map((row) => ({ row, key: titleKey(row.name) }))
    .sort((a, b) => byCount(a.row.id, b.row.id) || compare(a.key, b.key) || a.row.id - b.row.id)
    .map(({ row }) => row);
  return { rows: onPage(rows), total: ids.length, letters: [] };
}

async function foundList(
  engines: TermEngines,
  seeing: VisibilityScope,
  locale: Locale,
  listing: TermListing,
  text: string,
  offset: number,
  limit: number,
): Promise<TermList> {
  const ids = await sortFound(
    engines,
    seeing,
    locale,
    listing,
    await matchingTerms(engines.reads, seeing, listing, text),
  );
  const rows = await termRows(engines.reads, seeing, locale, ids.slice(offset, offset + limit));
  return { rows, total: ids.length, letters: [] };
}

/** Terms that were found, the best first, in the order that was asked for. */
async function sortFound(
  { db }: TermEngines,
  { rating }: VisibilityScope,
  locale: Locale,
  listing: TermListing,
  ids: number[],
): Promise<number[]> {
  if (listing.sort === undefined || ids.length < 2) return ids;
  const directory = await openDirectory(db);
  const inOrder = (await directory.byName(listing.kind, locale)).among(ids);
  const direction = directionFor(listing);
  if (listing.sort === 'name') return direction === 'asc' ? inOrder : inOrder.reverse();
  const counts = directory.counts(listing.kind);
  const count = (id: number) => (direction === 'asc' ? 1 : -1) * counts.count(id, rating);
  return inOrder.sort((a, b) => count(a) - count(b));
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

async function matchingTerms(db: Db, seeing: VisibilityScope, { kind }: TermListing, text: string): Promise<number[]> {
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
    sql`t.kind = ${kind} and t.grams @> ${queryGrams(text)}::int[] ${sql.join(words, sql` `)}`,
    best,
  );
  if (matches.length > 0) return matches;
  // Behind a select the planner sees neither the text nor the kind, so that no plan is better for one of them, and it is kept.
  const isNear = sql`(select ${text}::text) <% t.search and t.kind = (select ${kind}::text)`;
  return idsWhere(db, seeing, isNear, nearest, sql.raw(PREPARED));
}

async function idsWhere(
  db: Db,
  seeing: VisibilityScope,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  prepared: RawBuilder<unknown> = sql``,
): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`${prepared}
    select array_agg(t.id order by ${order}) as ids from terms t join term_counts n on n.term_id = t.id
    where ${visibleCount(seeing, 'n')} > 0 and ${condition} and t.id <> all(${[...seeing.hidden]}::int[])`.execute(db);
  return rows[0]?.ids ?? [];
}
