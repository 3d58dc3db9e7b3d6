import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CatalogueMemo, LARGE, readChange } from '#server/db/queries/changes.ts';
import { visibleComics } from '#server/db/visible.ts';
import { sortInSlices } from '#server/search/sort-in-slices.ts';
import { titleComparer, titleKey } from '#server/search/title-order.ts';
import { listingKey, type Listing } from './listing.ts';
import { conditionSql } from './public/queries-condition.ts';
import { requireCheapQuery, SOON, type Engines } from './public/queries-cost.ts';

/** So many titles are read and sorted at most; more are left to the catalogue in memory. */
const MAX_TITLES = 100_000;

const sortedFor = perDatabase(
  () => new CatalogueMemo<Int32Array>({ most: 20, seconds: 10, isLarge: ({ length }) => length > LARGE }),
);

/**
 * The ids of all comics of a list by the titles that a reader sees, ascending: what the catalogue in memory answers, too.
 *
 * @throws Problem `catalogue-warming` where there are more than 100,000, or the embedded database would take long.
 */
export async function sortedByTitle(engines: Engines, locale: Locale, listing: Listing): Promise<Int32Array> {
  const { reads } = engines;
  return sortedFor(reads).get(
    `${locale} ${listingKey(listing)}`,
    listing.change ?? (await readChange(reads)),
    async () => {
      const titles = sql`${titlesSql(listing, locale)} ${conditionSql(listing.condition)} limit ${MAX_TITLES + 1}`;
      await requireCheapQuery(engines, titles);
      const rows = await readTitles(reads, titles);
      if (rows.length > MAX_TITLES) throw problem('catalogue-warming', { seconds: SOON });
      return inTitleOrder(rows, locale);
    },
  );
}

/** Those of some comics that this viewer sees, by the titles that they see, ascending. */
export async function amongByTitle(
  db: Db,
  locale: Locale,
  listing: Listing,
  ids: readonly number[],
): Promise<Int32Array> {
  return inTitleOrder(
    await readTitles(db, sql`${titlesSql(listing, locale)} and c.id = any(${[...ids]}::int[])`),
    locale,
  );
}

interface TitleRow {
  id: number;
  title: string;
}

function titlesSql(listing: Listing, locale: Locale): RawBuilder<unknown> {
  return sql`
    select c.id, coalesce((select t.title from comic_translations t where t.comic_id = c.id and t.locale = ${locale}), c.title) as title
    from ${visibleComics(listing)} c where true`;
}

async function readTitles(db: Db, titles: RawBuilder<unknown>): Promise<TitleRow[]> {
  return (await sql<TitleRow>`${titles}`.execute(db)).rows;
}

async function inTitleOrder(titles: readonly TitleRow[], locale: Locale): Promise<Int32Array> {
  const compare = titleComparer(locale);
  const sorted = await sortInSlices(
    titles,
    ({ id, title }) => ({ id, key: titleKey(title) }),
    (a, b) => compare(a.key, b.key) || a.id - b.id,
  );
  return Int32Array.from(sorted, ({ id }) => id);
}
