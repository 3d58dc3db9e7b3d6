import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import { CatalogueMemo, LARGE, readChange } from '#server/db/changes.ts';
import type { Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { visibleComics } from '#server/db/visible.ts';
import { titleComparer, titleKey } from '#server/search/title-order.ts';
import { keyOf, type Listing } from './listing.ts';
import { conditionSql } from './queries-condition.ts';
import { requireCheap, SOON, type Engines } from './queries-cost.ts';

/** So many titles are read and sorted at most; more are left to the catalogue in memory. */
const MAX_TITLES = 100_000;

const sortedOf = perDatabase(() => new CatalogueMemo<Int32Array>({ most: 20, seconds: 10, isLarge: ({ length }) => length > LARGE }));

/**
 * The ids of all comics of a list by the titles that a reader sees, ascending: what the catalogue in memory answers, too.
 *
 * @throws Problem `catalogue-warming` where there are more than 100,000, or the embedded database would take long.
 */
export async function sortedByTitle(engines: Engines, locale: Locale, listing: Listing): Promise<Int32Array> {
  const { reads } = engines;
  return sortedOf(reads).get(`${locale} ${keyOf(listing)}`, listing.change ?? await readChange(reads), async () => {
    const titles = sql`${titlesOf(listing, locale)} ${conditionSql(listing.condition)} limit ${MAX_TITLES + 1}`;
    await requireCheap(engines, titles);
    const rows = await readTitles(reads, titles);
    if (rows.length > MAX_TITLES) { throw problem('catalogue-warming', { seconds: SOON }); }
    return inTitleOrder(rows, locale);
  });
}

/** Those of some comics that this viewer sees, by the titles that they see, ascending. */
export async function amongByTitle(db: Db, locale: Locale, listing: Listing, ids: readonly number[]): Promise<Int32Array> {
  return inTitleOrder(await readTitles(db, sql`${titlesOf(listing, locale)} and c.id = any(${[...ids]}::int[])`), locale);
}

interface Titled { id: number; key: string }

function titlesOf(listing: Listing, locale: Locale): RawBuilder<unknown> {
  return sql`
    select c.id, coalesce((select t.title from comic_translations t where t.comic_id = c.id and t.locale = ${locale}), c.title) as title
    from ${visibleComics(listing)} c where true`;
}

async function readTitles(db: Db, titles: RawBuilder<unknown>): Promise<Titled[]> {
  const { rows } = await sql<{ id: number; title: string }>`${titles}`.execute(db);
  return rows.map(({ id, title }) => ({ id, key: titleKey(title) }));
}

/** Titles that are sorted, or comparisons that are made, before others get their turn: some 5 ms. */
const AT_ONCE = 1_000;
const COMPARISONS = 10_000;

/** Sorts in slices, so that whoever else asks meanwhile need not wait. */
async function inTitleOrder(titles: readonly Titled[], locale: Locale): Promise<Int32Array> {
  const comparer = titleComparer(locale);
  const compare = (a: Titled, b: Titled) => comparer(a.key, b.key) || a.id - b.id;
  let runs: Titled[][] = [];
  for (let from = 0; from < titles.length; from += AT_ONCE) {
    if (from > 0) { await setImmediate(); }
    runs.push(titles.slice(from, from + AT_ONCE).sort(compare));
  }
  while (runs.length > 1) {
    const longer: Titled[][] = [];
    for (let at = 0; at < runs.length; at += 2) { longer.push(await merged(runs[at]!, runs[at + 1] ?? [], compare)); }
    runs = longer;
  }
  return Int32Array.from(runs[0] ?? [], ({ id }) => id);
}

async function merged(a: readonly Titled[], b: readonly Titled[], compare: (a: Titled, b: Titled) => number): Promise<Titled[]> {
  const all: Titled[] = [];
  let [left, right] = [0, 0];
  while (left < a.length && right < b.length) {
    all.push(compare(a[left]!, b[right]!) <= 0 ? a[left++]! : b[right++]!);
    if (all.length % COMPARISONS === 0) { await setImmediate(); }
  }
  for (; left < a.length; left += 1) { all.push(a[left]!); }
  for (; right < b.length; right += 1) { all.push(b[right]!); }
  return all;
}
