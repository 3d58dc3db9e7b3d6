import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import { TERM_KINDS, type LetterStart, type TermKind } from '#contract/taxonomy.ts';
import type { MemoryCatalogue } from '#server/catalogue/index/memory-catalogue.ts';
import { AskedForEach } from '#server/concurrency/asked-for-each.ts';
import { AskedTogether } from '#server/concurrency/asked-together.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { perDatabase } from '#server/db/per-database.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { findBlockedComics } from '#server/db/queries/blocked-comics.ts';
import { displayName, termsById } from '#server/db/queries/term-cache.ts';
import {
  unlistedRatings,
  unlistedTerms,
  visibleCount,
  type ListScope,
  type VisibilityScope,
} from '#server/db/visible.ts';
import type { Condition } from '#server/search/condition.ts';
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

/** A term with what its page shows beside it. */
export interface DetailedTerm extends TermRow {
  /** How many comments are shown under it. */
  comments: number;
  /** Its names in other locales, and the further names that lead to it. */
  translations: { locale: string; name: string }[];
  aliases: string[];
}

/** A term as one of many choices, in the reader's language. */
export type TermChoice = Pick<TermRow, 'id' | 'name' | 'color' | 'icon'>;

/** One page of a list of terms. */
export interface TermList<Row = TermRow> {
  rows: Row[];
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
    ? wholeList(engines, seeing, locale, listing, offset, limit, (ids) => termRows(engines.reads, seeing, locale, ids))
    : foundList(engines, seeing, locale, listing, text, offset, limit));
  const withheld = await leftOut(engines.reads, seeing);
  if (withheld.any.length > 0 && memory) {
    const counts = memory.counts(
      seeing.rating,
      { not: withheld },
      rows.map(({ id }) => id),
    );
    rows.forEach((row, at) => {
      row.comics_count = counts[at] ?? row.comics_count;
    });
  }
  return { rows, total, letters };
}

/** The comics that a viewer is not shown: with terms they hide, of whom they block, of ratings they do not want. @param asked a term that was asked for by itself. */
async function leftOut(
  db: Db,
  { hidden, blocked, limit }: Omit<ListScope, 'rating'>,
  asked?: number,
): Promise<{ any: Condition[] }> {
  const terms = [...hidden.filter((id) => id !== asked), ...limit.terms];
  const unlisted = unlistedRatings({ blocked, limit });
  const ratings = unlisted.length > 0 ? [{ ratings: unlisted }] : [];
  const ids = await findBlockedComics(db, { ...blocked, groups: blocked.groups.filter((id) => id !== asked) });
  return { any: [...(terms.length > 0 ? [{ terms }] : []), ...(ids.length > 0 ? [{ ids }] : []), ...ratings] };
}

/** Terms that have as many comics as one of a page, but stand on another, up to which all of them are read to see which is which. */
const MAX_TIED = 200;

/** The order that a list has where none is asked for. */
function directionFor({ sort, order }: TermListing): 'asc' | 'desc' {
  return order ?? (sort === 'name' ? 'asc' : 'desc');
}

/**
 * The first terms of a list as choices. Without a text what they are called comes from what the process remembers
 * (`termsById`), since a thousand rows of the database take longer than all else that a filter does.
 */
export async function listChoices(
  engines: TermEngines,
  seeing: VisibilityScope,
  locale: Locale,
  kind: TermKind,
  q: string,
  limit: number,
): Promise<TermChoice[]> {
  const listing: TermListing = { kind, q, sort: undefined, order: undefined };
  if (q.trim() !== '') return (await listTerms(engines, null, seeing, locale, listing, 0, limit)).rows;
  const known = async (ids: readonly number[]): Promise<TermChoice[]> => {
    const terms = await termsById(engines.reads, ids);
    return ids.flatMap((id) => {
      const term = terms.get(id);
      return term === undefined ? [] : [{ id, name: displayName(term, locale), color: term.color, icon: term.icon }];
    });
  };
  return (await wholeList(engines, seeing, locale, listing, 0, limit, known)).rows;
}

/** @param read those of some terms that are there, in the order of their ids. */
async function wholeList<Row extends { id: number; name: string }>(
  { db }: TermEngines,
  seeing: VisibilityScope,
  locale: Locale,
  listing: TermListing,
  offset: number,
  limit: number,
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<TermList<Row>> {
  const directory = await openDirectory(db);
  const counts = directory.counts(listing.kind);
  const { rating } = seeing;
  const hidden = unlistedTerms(seeing);
  const direction = directionFor(listing);
  const byName = () => directory.byName(listing.kind, locale);
  if (listing.sort === 'name') {
    const { ids, letters } = (await byName()).listed(counts, rating, direction, hidden);
    return { rows: await read([...ids.subarray(offset, offset + limit)]), total: ids.length, letters };
  }
  const counted = counts.byCount(rating, direction);
  const ids = hidden.length === 0 ? counted : counted.filter((id) => !hidden.includes(id));
  const [from, to] = counts.tied(ids, rating, offset, offset + limit);
  const near = ids.subarray(from, to);
  const onPage = <Thing>(things: Thing[]) => things.slice(offset - from, offset - from + limit);
  if (near.length > limit + MAX_TIED) {
    const byCount = (a: number, b: number) =>
      (direction === 'asc' ? 1 : -1) * (counts.count(a, rating) - counts.count(b, rating));
    const inOrder = (await byName()).among(near).sort(byCount);
    return { rows: await read(onPage(inOrder)), total: ids.length, letters: [] };
  }
  const rows = tiedByName(await read([...near]), ({ id }) => counts.count(id, rating), titleComparer(locale));
  return { rows: onPage(rows), total: ids.length, letters: [] };
}

/** Terms that stand in the order of their counts, those of equal counts by name, then id. */
function tiedByName<Row extends { id: number; name: string }>(
  rows: readonly Row[],
  countFor: (row: Row) => number,
  compare: (a: string, b: string) => number,
): Row[] {
  const counts = rows.map(countFor);
  const sorted: Row[] = [];
  for (let from = 0; from < rows.length; from = sorted.length) {
    let to = from + 1;
    while (to < rows.length && counts[to] === counts[from]) {
      to += 1;
    }
    const tied = rows.slice(from, to);
    // Most have a count of their own; names are compared where they have not.
    sorted.push(
      ...(tied.length === 1
        ? tied
        : tied
            .map((row) => ({ row, key: titleKey(row.name) }))
            .sort((a, b) => compare(a.key, b.key) || a.row.id - b.row.id)
            .map(({ row }) => row)),
    );
  }
  return sorted;
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
 * The term of a kind that an id, a slug, an alias, or a name written as one writes it names, with what its page shows; an alias gives
 * the term it leads to.
 *
 * Comics that the viewer hides for another term, or for those who made them, are not counted, where `memory` can tell.
 */
export async function findTerm(
  db: Db,
  memory: MemoryCatalogue | null,
  seeing: VisibilityScope,
  locale: Locale,
  kind: TermKind,
  address: string,
): Promise<DetailedTerm | null> {
  if (address.includes('\0') || !address.isWellFormed()) return null;
  const id = /^\d{1,10}$/.test(address) && Number(address) <= 2_147_483_647 ? Number(address) : 0;
  const keys = [address, nameKey(address, kind)];
  const slug = toSlug(address, kind);
  const [row] = await termsAmong<Omit<DetailedTerm, keyof TermRow>>(
    db,
    seeing,
    locale,
    sql`(select n.id, n.place from (
      select t.id, case when t.id = ${id} then 0 when t.slug = ${address} then 1 when coalesce(t.name_key, t.slug) = any(${keys}) then 2 else 4 end as place
      from terms t where t.kind = ${kind} and (t.id = ${id} or t.slug = any(${[address, slug]}) or coalesce(t.name_key, t.slug) = any(${keys}))
      union all
      select a.term_id, 3 from term_aliases a join terms t on t.id = a.term_id and t.kind = ${kind} where a.kind = ${kind} and a.slug = any(${keys})
      ) n order by n.place limit 1)`,
    sql`, coalesce((select h.comments from comment_threads h where h.thread = -t.id), 0) as comments,
      (select coalesce(json_agg(json_build_object('locale', o.locale, 'name', o.name) order by o.locale), '[]')
        from term_translations o where o.term_id = t.id) as translations,
      (select coalesce(json_agg(distinct a.name order by a.name), '[]')
        from term_aliases a where a.term_id = t.id and a.name <> t.name) as aliases`,
  );
  if (row && seeing.limit.terms.includes(row.id)) return null;
  const withheld = await leftOut(db, seeing, row?.id);
  if (row && withheld.any.length > 0 && memory) {
    [row.comics_count = row.comics_count] = memory.counts(seeing.rating, { not: withheld }, [row.id]);
  }
  return row ?? null;
}

/** More terms at once are asked for by themselves: no list of a page has so many. */
const MAX_TOGETHER = 200;

/** Rows by rating and language; ids of terms with a text, and of those nearly so written, by kind. */
const askedTogether = perDatabase(() => ({
  rows: new AskedTogether<number, TermRow>(),
  matches: new AskedForEach<TermKind, number[]>(),
  nearest: new AskedForEach<TermKind, number[]>(),
}));

/** Terms by id, in the order of the ids; those of all lists of a page in one statement. */
async function termRows(db: Db, seeing: VisibilityScope, locale: Locale, ids: readonly number[]): Promise<TermRow[]> {
  const read = (all: readonly number[]) =>
    termsAmong(db, seeing, locale, sql`unnest(${[...all]}::int[]) with ordinality`);
  if (ids.length === 0) return [];
  if (ids.length > MAX_TOGETHER) return read(ids);
  const found = await askedTogether(db).rows.get(
    `${seeing.rating} ${unlistedRatings(seeing).join()} ${locale}`,
    ids,
    async (all) => new Map((await read(all)).map((row) => [row.id, row])),
  );
  // Each its own: counts are put into them.
  return ids.flatMap((id) => {
    const row = found.get(id);
    return row === undefined ? [] : [{ ...row }];
  });
}

/** Terms by a source of `id` and `place`, in the order of their places. @param also further columns, of `t` (the term). */
async function termsAmong<Also = unknown>(
  db: Db,
  seeing: VisibilityScope,
  locale: Locale,
  source: RawBuilder<unknown>,
  also: RawBuilder<unknown> = sql``,
): Promise<(TermRow & Also)[]> {
  const { rows } = await sql<TermRow & Also>`${sql.raw(PREPARED)}
    select t.id, coalesce(l.name, t.name) as name, t.name as name_original, t.slug, ${visibleCount(seeing, 'n')} as comics_count,
      t.color, t.gender, t.hair, t.code, t.icon, t.image, i.variants ${also}
    from ${source} as w (id, place)
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
  const likest = sql`word_similarity(${text}::text, t.search) desc, ${visibleCount(seeing, 'n')} desc, t.id`;
  // The words of few terms are read sooner than all terms of a kind: no index has the kind in this form.
  const ofKinds = (kinds: readonly TermKind[]) => sql`t.kind || '' = any(${kinds}::text[])`;
  const { matches, nearest } = askedTogether(db);
  const key = JSON.stringify([seeing.rating, unlistedRatings(seeing), unlistedTerms(seeing), text]);
  const found = await matches.get(key, kind, TERM_KINDS, (kinds) => {
    const condition = sql`${ofKinds(kinds)} and t.grams @> ${queryGrams(text)}::int[] ${sql.join(words, sql` `)}`;
    return idsWhere(db, seeing, condition, best);
  });
  const having = found.get(kind) ?? [];
  if (having.length > 0) return having;
  const near = await nearest.get(key, kind, TERM_KINDS, (kinds) => {
    // Of one kind, what is alike and of the kind is found before it is compared; of seven that takes more than twice as long as
    // comparing all that is alike. Behind a select the planner sees neither text nor kind, so that no plan is better for one, and it is kept.
    const isOfThem = kinds.length === 1 ? sql`t.kind = (select ${kinds[0]}::text)` : ofKinds(kinds);
    return idsWhere(db, seeing, sql`(select ${text}::text) <% t.search and ${isOfThem}`, likest);
  });
  return near.get(kind) ?? [];
}

/** The terms that fulfil a condition, by their kinds. */
async function idsWhere(
  db: Db,
  seeing: VisibilityScope,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Map<TermKind, number[]>> {
  const { rows } = await sql<{ kind: TermKind; ids: number[] }>`${sql.raw(PREPARED)}
    select t.kind, array_agg(t.id order by ${order}) as ids /* ids is never null: of the terms of a kind */
    from terms t join term_counts n on n.term_id = t.id
    where ${visibleCount(seeing, 'n')} > 0 and ${condition} and t.id <> all(${unlistedTerms(seeing)}::int[])
    group by t.kind`.execute(db);
  return new Map(rows.map(({ kind, ids }) => [kind, ids]));
}
