import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Locale } from '#contract/locales.ts';
import { cardRows, type CardRow } from '#server/db/cards.ts';
import { CatalogueMemo, changeNumber, LARGE, readChange } from '#server/db/changes.ts';
import type { Db } from '#server/db/database.ts';
import { visibleCount, type Seeing } from '#server/db/visible.ts';
import { countedTerm, type Filters } from './queries-filters.ts';
import { countOf, needsViews, pickIds, pickPage, rankedIds, type Listing, type Path } from './queries-listing.ts';

/** From this offset on the total is known first, so that the end of a list is reached from its end. */
const DEEP = 2_000;
/** Counters are walked when more than this part of all comics fits (`research`: 0.4 % is where the two paths cross). */
const WALKED_PART = 0.004;
/** No walk goes farther than this: it looks at every comic on its way. */
const LONGEST_WALK = 20_000;

/** So many of the best fitting comics of a search are ranked at once and remembered; farther pages are ranked each. */
const RANKED = 1_000;

interface Ranking { ids: number[]; total: number }

interface Memory {
  lists: CatalogueMemo<number>;
  views: CatalogueMemo<number>;
  rankings: CatalogueMemo<Ranking>;
  terms: LRUCache<number, number>;
}

const memories = new WeakMap<object, Memory>();

/**
 * One page of a list and its exact total.
 *
 * The total comes with the cards where it is kept (all comics, those of one term), follows from a page that is not
 * full, or is counted and remembered as `CatalogueMemo` says.
 */
export async function listComics(db: Db, seeing: Seeing, locale: Locale, listing: Listing, offset: number, limit: number): Promise<{ rows: CardRow[]; total: number }> {
  if (listing.filters.impossible) { return { rows: [], total: 0 }; }
  if (listing.sort === 'relevance' && offset + limit <= RANKED) { return rankedComics(db, seeing, locale, listing, offset, limit); }
  const kept = needsViews(listing) || seeing.hidden.length > 0 ? null : countedTerm(listing.filters);
  let total: number | null = null;
  let from = { offset, limit, reversed: false };
  if (offset >= DEEP) {
    total = kept === null ? await countedTotal(db, seeing, listing, await readChange(db)) : await keptTotal(db, seeing, kept);
    if (offset >= total) { return { rows: [], total }; }
    const after = Math.max(0, total - offset - limit);
    if (after < offset) { from = { offset: after, limit: Math.min(limit, total - offset), reversed: true }; }
  }
  const picked = pickPage(seeing, listing, { ...from, path: await pathFor(db, listing, from.offset) });
  const also = kept === null ? sql`, ${changeNumber} as change` : sql`, ${keptCount(seeing, kept)} as total`;
  const rows = await cardRows<{ change?: string; total?: number }>(db, locale, picked, also);
  const [first] = rows;
  if (total === null) {
    if (first?.total !== undefined) {
      total = first.total;
    } else if (rows.length < limit && (first || offset === 0)) {
      total = offset + rows.length;
    } else {
      total = kept === null ? await countedTotal(db, seeing, listing, first?.change ?? await readChange(db)) : await keptTotal(db, seeing, kept);
    }
  }
  return { rows: from.reversed ? rows.reverse() : rows, total };
}

/** One page of the best fitting comics of a search. */
async function rankedComics(db: Db, seeing: Seeing, locale: Locale, listing: Listing, offset: number, limit: number): Promise<{ rows: CardRow[]; total: number }> {
  const key = JSON.stringify([seeing.rating, seeing.hidden, listing.order, listing.filters]);
  const { ids, total } = await memoOf(db).rankings.get(key, await readChange(db), async () => {
    const { rows } = await sql<Ranking>`${rankedIds(seeing, listing, RANKED)}`.execute(db);
    return rows[0] ?? { ids: [], total: 0 };
  });
  return { rows: await cardRows(db, locale, pickIds(seeing, ids.slice(offset, offset + limit))), total };
}

/** The path by which a list sorted by a counter is found soonest: by how many comics its terms let through. */
async function pathFor(db: Db, { filters, sort }: Listing, offset: number): Promise<Path> {
  if (sort !== 'favorites' && sort !== 'views' && sort !== 'popularity') { return 'gather'; }
  if (filters.text !== '' || offset > LONGEST_WALK) { return 'gather'; }
  if (filters.all.length === 0 && filters.any.length === 0) { return 'walk'; }
  const counts = await roughCounts(db, filters);
  const every = Math.max(1, counts.get(0) ?? 0);
  const partOf = (ids: readonly number[]) => Math.min(1, ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0) / every);
  const part = filters.all.reduce((product, id) => product * partOf([id]), 1) * filters.any.reduce((product, ids) => product * partOf(ids), 1);
  return part * every > 200 && part > WALKED_PART ? 'walk' : 'gather';
}

/** How many published comics have each term, and as 0 how many there are; up to a minute old. */
async function roughCounts(db: Db, filters: Filters): Promise<Map<number, number>> {
  const { terms } = memoOf(db);
  const ids = [0, ...filters.all, ...filters.any.flat()];
  const missing = ids.filter((id) => !terms.has(id));
  if (missing.length > 0) {
    const { rows } = await sql<{ id: number; count: number }>`
      select w.id, coalesce(n.safe + n.suggestive + n.explicit, 0) as count
      from unnest(${missing}::int[]) as w (id) left join term_counts n on n.term_id = w.id`.execute(db);
    for (const row of rows) { terms.set(row.id, row.count); }
  }
  return new Map(ids.map((id) => [id, terms.get(id) ?? 0]));
}

function keptCount(seeing: Seeing, term: number) {
  return sql<number>`coalesce((select ${visibleCount(seeing, 'n')} from term_counts n where n.term_id = ${term}), 0)`;
}

async function keptTotal(db: Db, seeing: Seeing, term: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${keptCount(seeing, term)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

async function countedTotal(db: Db, seeing: Seeing, listing: Listing, change: string): Promise<number> {
  const memo = memoOf(db);
  const byViews = needsViews(listing);
  const key = JSON.stringify([seeing.rating, seeing.hidden, byViews ? listing.duration : null, listing.filters]);
  return (byViews ? memo.views : memo.lists).get(key, change, async () => {
    const { rows } = await sql<{ total: number }>`${countOf(seeing, listing)}`.execute(db);
    return rows[0]?.total ?? 0;
  });
}

function memoOf(db: Db): Memory {
  const known = memories.get(db);
  if (known) { return known; }
  const made: Memory = {
    lists: new CatalogueMemo({ most: 5_000, seconds: 10, isLarge: (total) => total > LARGE }),
    views: new CatalogueMemo({ most: 2_000, seconds: 5, isLarge: (total) => total > LARGE }),
    rankings: new CatalogueMemo({ most: 500, seconds: 10, isLarge: ({ total }) => total > LARGE }),
    terms: new LRUCache({ max: 20_000, ttl: 60_000 }),
  };
  memories.set(db, made);
  return made;
}
