import { sql, type RawBuilder } from 'kysely';
import type { Duration } from '#contract/comics.ts';
import { latestAt, visibleComics } from '#server/db/visible.ts';
import { needsViews, type Listing } from './listing.ts';
import { conditionSql } from './public/queries-condition.ts';

type Part = RawBuilder<unknown>;

/** The columns of `comic_stats` that a sort reads. */
const WINDOWS = { day: 'day', week: 'week', month: 'month', year: 'year', all: 'total' } as const satisfies Record<
  Duration,
  string
>;

/** How the rows of a counter are reached: along its index, or from the comics that fit. */
export type Path = 'walk' | 'gather';

/**
 * The ids of one page of a list, as a query that `cardRows` takes. Every order is total: ties are broken by id.
 * A list by relevance is made by `bestComics`, one by title by `sortedByTitle`.
 *
 * @param page `reversed`: the list from its other end, where `offset` is then counted from.
 */
export function pickPage(
  listing: Listing,
  page: { offset: number; limit: number; reversed: boolean; path: Path },
): Part {
  const descending = (listing.order === 'desc') !== page.reversed;
  const direction = descending ? sql`desc` : sql`asc`;
  const part = sql`limit ${page.limit} offset ${page.offset}`;
  switch (listing.sort) {
    case 'favorites':
    case 'score':
    case 'views':
    case 'popularity':
      return byCounter(listing, page.path, direction, part);
    case 'random':
      return shuffledSql(listing, page, direction);
    default: {
      const key = ownColumn(listing);
      return sql`select c.id from ${visibleComics(listing)} c where true ${conditionSql(listing.condition)}
        order by ${key} ${direction}, c.id ${direction} ${part}`;
    }
  }
}

/** A part of given comics that this viewer sees, in the order of a list, as a query that `cardRows` takes. */
export function pickAmong(listing: Listing, ids: readonly number[], offset: number, limit: number): Part {
  const direction = listing.order === 'desc' ? sql`desc` : sql`asc`;
  const counter = isCounted(listing);
  const stats = counter ? sql`join comic_stats s on s.comic_id = c.id` : sql``;
  const random = listing.sort === 'random' ? sql`c.shuffle < ${listing.start}::int ${direction}, ` : sql``;
  return sql`
    select c.id from ${visibleComics(listing)} c ${stats} where c.id = any(${[...ids]}::int[])
    order by ${random}${counter ? sql`s.${counterFor(listing)}` : ownColumn(listing)} ${direction}, c.id ${direction} limit ${limit} offset ${offset}`;
}

/** A query that gives the number of comics of a list as `total`. */
export function selectCount(listing: Listing): Part {
  return selectComics(listing, sql`count(*)::int as total`);
}

/** A query for columns of the comics `c` of a list, in no order. */
export function selectComics(listing: Listing, columns: Part): Part {
  const comics = visibleComics(listing);
  const condition = conditionSql(listing.condition);
  return needsViews(listing)
    ? sql`select ${columns} from ${comics} c join comic_stats s on s.comic_id = c.id where s.${counterFor(listing)} > 0 ${condition}`
    : sql`select ${columns} from ${comics} c where true ${condition}`;
}

/** Whether a list is sorted by a column of `comic_stats`. */
export function isCounted({ sort }: Listing): boolean {
  return sort === 'favorites' || sort === 'score' || sort === 'views' || sort === 'popularity';
}

function counterFor({ sort, duration }: Listing): Part {
  if (sort === 'popularity') return sql.ref(WINDOWS[duration]);
  return sql.ref(sort === 'favorites' || sort === 'score' ? sort : 'total');
}

function ownColumn({ sort }: Listing): Part {
  if (sort === 'latest_chapter') return latestAt();
  return sql.ref(`c.${sort === 'pages' ? 'pages' : sort === 'random' ? 'shuffle' : 'uploaded_at'}`);
}

function byCounter(listing: Listing, path: Path, direction: Part, part: Part): Part {
  const comics = visibleComics(listing);
  const condition = conditionSql(listing.condition);
  const counter = counterFor(listing);
  const counted = needsViews(listing) ? sql`s.${counter} > 0` : sql`true`;
  if (path === 'gather') {
    return sql`
      with m as materialized (select c.id from ${comics} c where true ${condition})
      select m.id from m join comic_stats s on s.comic_id = m.id where ${counted}
      order by s.${counter} ${direction}, m.id ${direction} ${part}`;
  }
  // The fences (offset 0) keep the planner on the counter's index: it takes the wrong one for popular terms.
  return sql`
    select c.id from (
      select s.comic_id, s.${counter} as counted from comic_stats s where ${counted}
      order by s.${counter} ${direction}, s.comic_id ${direction} offset 0) s
    join lateral (select c.id from ${comics} c where c.id = s.comic_id ${condition} offset 0) c on true
    order by s.counted ${direction}, s.comic_id ${direction} ${part}`;
}

/** The comics from a point of the shuffled order on, then those before it: two walks along one index. */
function shuffledSql(listing: Listing, { offset, limit }: { offset: number; limit: number }, direction: Part): Part {
  const condition = conditionSql(listing.condition);
  const half = (at: number, side: Part) => sql`
    (select c.id, ${sql.lit(at)} as half, c.shuffle from ${visibleComics(listing)} c where c.shuffle ${side} ${listing.start}::int ${condition}
      order by c.shuffle ${direction}, c.id ${direction} limit ${offset + limit})`;
  return sql`
    select h.id from (${half(0, sql`>=`)} union all ${half(1, sql`<`)}) h
    order by h.half ${direction}, h.shuffle ${direction}, h.id ${direction} limit ${limit} offset ${offset}`;
}
