import { sql, type RawBuilder } from 'kysely';
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts';
import type { MemoryCatalogue, CatalogueQuery } from '#server/catalogue/index/memory-catalogue.ts';
import type { Ranking } from '#server/catalogue/index/ranking.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { cardRows, cardsById, type CardRow } from '#server/db/queries/cards.ts';
import { CatalogueMemo, changeNumber, LARGE, readChange } from '#server/db/queries/changes.ts';
import { conditionParts } from '#server/search/condition.ts';
import { listingKey, narrowListing, wholeCondition, type Listing } from './listing.ts';
import { sumsOpinions } from './public/queries-condition.ts';
import { requireCheapQuery, type Engines } from './public/queries-cost.ts';
import { selectCount, isCounted, pickAmong, pickPage, type Path } from './queries-listing.ts';
import { rankFromDatabase } from './queries-relevance.ts';
import { amongByTitle, sortedByTitle } from './queries-titles.ts';
import { exactTotal, storedTotalColumn, storedTotalTerm, readStoredTotal, estimateCounts } from './queries-totals.ts';

/** A page of a list and its exact total. */
export interface ListPage<Also = unknown> {
  rows: (CardRow & Also)[];
  total: number;
}

/** From this offset on the total is known first, so that the end of a list is reached from its end. */
const DEEP = 2_000;
/** Counters are walked when more than this part of all comics fits (`research`: 0.4 % is where the two paths cross). */
const WALKED_PART = 0.004;
/** No walk goes farther than this: it looks at every comic on its way. */
const LONGEST_WALK = 20_000;

/**
 * One page of a list and its exact total: from the catalogue in memory where that is ready, else from the database. Both
 * answer alike; the database has the last word on which comics are shown.
 *
 * @param also further columns of the cards, as `cardRows` has them.
 * @throws Problem `catalogue-warming` where the database would take long and the catalogue is being built.
 */
export async function listComics<Also = unknown>(
  engines: Engines,
  locale: Locale,
  listing: Listing,
  offset: number,
  limit: number,
  also: RawBuilder<unknown> = sql``,
): Promise<ListPage<Also>> {
  if (listing.sort === 'relevance') return bestComics(engines, locale, listing, offset, limit, also);
  const memory = engines.catalogue.ready();
  return memory
    ? fromMemory(engines, memory, locale, listing, offset, limit, also)
    : fromDatabase(engines, locale, listing, offset, limit, also);
}

/** How many comics a list has. @throws Problem `catalogue-warming`. */
export async function countListing(engines: Engines, listing: Listing): Promise<number> {
  const memory = engines.catalogue.ready();
  if (memory) return memory.find(toWanted(listing), 0, 0).total;
  const totalTerm = storedTotalTerm(listing);
  return totalTerm === null
    ? countExactly(engines, listing, await readChange(engines.reads))
    : readStoredTotal(engines.reads, listing, totalTerm);
}

/** Up to so many comics any place of a list is reached soon enough. */
const NEAR = 20_000;

/** Any one comic of a list, each as likely as the others; of a large one that is not in memory, those after a gap are likelier. */
export async function randomComic(
  engines: Engines,
  locale: Locale,
  listing: Listing,
  random: () => number = Math.random,
): Promise<CardRow | null> {
  const byDate = { ...listing, sort: listing.sort === 'popularity' ? 'popularity' : 'uploaded_at' } as const;
  const total = await countListing(engines, byDate);
  if (total === 0) return null;
  const {
    rows: [row],
  } =
    total <= NEAR || engines.catalogue.ready()
      ? await listComics(engines, locale, byDate, Math.floor(random() * total), 1)
      : await listComics(
          engines,
          locale,
          { ...listing, sort: 'random', order: 'asc', start: Math.floor(random() * 2 ** 31) },
          0,
          1,
        );
  return row ?? null;
}

async function fromMemory<Also>(
  { reads }: Engines,
  memory: MemoryCatalogue,
  locale: Locale,
  listing: Listing,
  offset: number,
  limit: number,
  also: RawBuilder<unknown>,
): Promise<ListPage<Also>> {
  const { total, ids, sorted, from } = memory.find(toWanted(listing, locale), offset, limit);
  const expected = Math.max(0, Math.min(limit, total - offset));
  if (expected === 0) return { rows: [], total };
  const rows = sorted
    ? await cardsById<Also>(reads, listing, locale, ids, also)
    : listing.sort === 'title'
      ? await cardsById<Also>(
          reads,
          listing,
          locale,
          selectPart(await amongByTitle(reads, locale, listing, ids), listing, from, limit),
          also,
        )
      : await cardRows<Also>(reads, locale, listing.blocked, pickAmong(listing, ids, from, limit), also, PREPARED);
  // A comic that was withdrawn this second is no comic of the list.
  return { rows, total: total - (expected - rows.length) };
}

function toWanted(listing: Listing, locale: Locale = DEFAULT_LOCALE): CatalogueQuery {
  const { rating, sort, order, duration, start } = listing;
  return {
    rating,
    condition: wholeCondition(listing),
    sort: sort === 'relevance' ? 'views' : sort,
    locale,
    descending: order === 'desc',
    duration,
    start,
  };
}

/**
 * The total comes with the cards where it is kept (all comics, those of one term), follows from a page that is not full,
 * or is counted and remembered.
 */
async function fromDatabase<Also>(
  engines: Engines,
  locale: Locale,
  listing: Listing,
  offset: number,
  limit: number,
  also: RawBuilder<unknown>,
): Promise<ListPage<Also>> {
  const { reads } = engines;
  if (listing.sort === 'title') {
    const ids = await sortedByTitle(engines, locale, listing);
    return {
      rows: await cardsById<Also>(reads, listing, locale, selectPart(ids, listing, offset, limit), also),
      total: ids.length,
    };
  }
  const totalTerm = storedTotalTerm(listing);
  let total: number | null = null;
  let from = { offset, limit, reversed: false };
  if (offset >= DEEP) {
    total = await countListing(engines, listing);
    if (offset >= total) return { rows: [], total };
    const after = Math.max(0, total - offset - limit);
    if (after < offset) {
      from = { offset: after, limit: Math.min(limit, total - offset), reversed: true };
    }
  }
  const picked = pickPage(listing, { ...from, path: await pathFor(engines, listing, from.offset) });
  await requireCheapQuery(engines, picked);
  const counting =
    totalTerm === null ? sql`, ${changeNumber} as change` : sql`, ${storedTotalColumn(listing, totalTerm)} as total`;
  const rows = await cardRows<Also & { change?: string; total?: number }>(
    reads,
    locale,
    listing.blocked,
    picked,
    sql`${also} ${counting}`,
  );
  const [first] = rows;
  if (total === null) {
    if (first?.total !== undefined) {
      total = first.total;
    } else if (rows.length < limit && (first || offset === 0)) {
      total = offset + rows.length;
    } else {
      total =
        totalTerm === null
          ? await countExactly(engines, listing, first?.change ?? (await readChange(reads)))
          : await readStoredTotal(reads, listing, totalTerm);
    }
  }
  return { rows: from.reversed ? rows.reverse() : rows, total };
}

/** A part of ids that ascend, in the direction of a list. */
function selectPart(ids: Int32Array, { order }: Listing, offset: number, limit: number): number[] {
  if (order === 'asc') return [...ids.subarray(offset, offset + limit)];
  return [...ids.subarray(Math.max(0, ids.length - offset - limit), Math.max(0, ids.length - offset))].reverse();
}

function countExactly(engines: Engines, listing: Listing, change: string): Promise<number> {
  return exactTotal(engines.reads, listing, change, () => requireCheapQuery(engines, selectCount(listing)));
}

/**
 * The path by which a list sorted by a counter is found soonest: by how many comics its terms let through. Opinions are
 * gathered: on a walk they would be summed for every comic on the way.
 */
export async function pathFor({ reads }: Pick<Engines, 'reads'>, listing: Listing, offset: number): Promise<Path> {
  if (!isCounted(listing) || offset > LONGEST_WALK) return 'gather';
  const parts = conditionParts(listing.condition);
  if (
    parts.some(
      (part) => 'text' in part || 'ids' in part || 'any' in part || ('range' in part && sumsOpinions(part.range)),
    )
  ) {
    return 'gather';
  }
  const choices = parts.flatMap((part) => ('terms' in part ? [part.terms] : []));
  if (choices.length === 0) return 'walk';
  const counts = await estimateCounts(reads, choices.flat());
  const every = Math.max(1, counts.get(0) ?? 0);
  const part = choices.reduce(
    (product, ids) => product * Math.min(1, ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0) / every),
    1,
  );
  return part * every > 200 && part > WALKED_PART ? 'walk' : 'gather';
}

const rankingsFor = perDatabase(
  () => new CatalogueMemo<Ranking>({ most: 500, seconds: 10, isLarge: ({ total }) => total > LARGE }),
);

/**
 * One page of the best fitting comics of a search: at most 250 by how well they fit, after them the rest by views,
 * then the higher id. Ascending is the whole turned round.
 */
async function bestComics<Also>(
  engines: Engines,
  locale: Locale,
  listing: Listing,
  offset: number,
  limit: number,
  also: RawBuilder<unknown>,
): Promise<ListPage<Also>> {
  const { ids, total } = await findRanking(engines, listing);
  const count = Math.min(limit, Math.max(0, total - offset));
  const first = listing.order === 'desc' ? offset : total - offset - count;
  const best = ids.slice(first, first + count);
  const rows = best.length === 0 ? [] : await cardsById<Also>(engines.reads, listing, locale, best, also);
  if (best.length < count) {
    const others = {
      ...narrowListing(listing, { not: { ids: [...ids].sort((a, b) => a - b) } }),
      sort: 'views',
      order: 'desc',
    } as const;
    const from = first + best.length - ids.length;
    rows.push(...(await listComics<Also>(engines, locale, others, from, count - best.length, also)).rows);
  }
  return { rows: listing.order === 'desc' ? rows : rows.reverse(), total: total - (count - rows.length) };
}

async function findRanking(engines: Engines, listing: Listing): Promise<Ranking> {
  const { reads, catalogue } = engines;
  const memory = catalogue.ready();
  const change = memory ? memory.version : (listing.change ?? (await readChange(reads)));
  return rankingsFor(reads).get(`${listing.text} ${listingKey(listing)}`, change, async () =>
    memory ? memory.rank(listing.rating, wholeCondition(listing), listing.text) : rankFromDatabase(engines, listing),
  );
}
