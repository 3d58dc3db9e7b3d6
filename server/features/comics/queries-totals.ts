import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CatalogueMemo, LARGE } from '#server/db/queries/changes.ts';
import { blocksAny, isLimited, visibleCount } from '#server/db/visible.ts';
import { countedTerm } from './public/filters.ts';
import { listingKey, needsViews, type Listing } from './listing.ts';
import { selectCount } from './queries-listing.ts';

const memoryFor = perDatabase(() => ({
  lists: new CatalogueMemo<number>({ most: 5_000, seconds: 10, isLarge: (total) => total > LARGE }),
  views: new CatalogueMemo<number>({ most: 2_000, seconds: 5, isLarge: (total) => total > LARGE }),
  terms: new LRUCache<number, number>({ ...growingTo(20_000), ttl: 60_000 }),
}));

/** The term whose kept count is the total of a list, 0 for all comics, or null where it is counted. */
export function storedTotalTerm(listing: Listing): number | null {
  return needsViews(listing) || listing.hidden.length > 0 || blocksAny(listing.blocked) || isLimited(listing.limit)
    ? null
    : countedTerm(listing.condition);
}

/** The kept count of a term for a list's viewer, 0 for all comics: an expression of SQL. */
export function storedTotalColumn(listing: Listing, term: number) {
  return sql<number>`coalesce((select ${visibleCount(listing, 'n')} from term_counts n where n.term_id = ${term}), 0)`;
}

export async function readStoredTotal(db: Db, listing: Listing, term: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${storedTotalColumn(listing, term)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The number of comics of a list, counted and remembered as `CatalogueMemo` says. @param allow is asked before it is counted. */
export async function exactTotal(
  db: Db,
  listing: Listing,
  change: string,
  allow: () => Promise<void>,
): Promise<number> {
  const { lists, views } = memoryFor(db);
  return (needsViews(listing) ? views : lists).get(listingKey(listing), change, async () => {
    await allow();
    const { rows } = await sql<{ total: number }>`${selectCount(listing)}`.execute(db);
    return rows[0]?.total ?? 0;
  });
}

/** How many published comics have each term, and as 0 how many there are; up to a minute old. */
export async function estimateCounts(db: Db, terms: readonly number[]): Promise<Map<number, number>> {
  const known = memoryFor(db).terms;
  const ids = [0, ...terms];
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) {
    const { rows } = await sql<{ id: number; count: number }>`${sql.raw(PREPARED)}
      select w.id, coalesce(n.safe + n.suggestive + n.explicit, 0) as count
      from unnest(${missing}::int[]) as w (id) left join term_counts n on n.term_id = w.id`.execute(db);
    for (const row of rows) {
      known.set(row.id, row.count);
    }
  }
  return new Map(ids.map((id) => [id, known.get(id) ?? 0]));
}
