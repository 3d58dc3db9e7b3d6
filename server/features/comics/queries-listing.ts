import { sql, type RawBuilder } from 'kysely';
import type { ComicQuery, Duration, Sort } from '#contract/comics.ts';
import { visibleComics, type Seeing } from '#server/db/visible.ts';
import { filterCondition, filtersOf, type Filters } from './queries-filters.ts';

/** Which comics, in which order. */
export interface Listing {
  filters: Filters;
  sort: Sort;
  order: 'asc' | 'desc';
  /** The window that popularity is counted over. */
  duration: Duration;
  /** Where the random order begins, 0 to 2^31 - 1. */
  start: number;
}

/** The columns of `comic_stats` that a sort reads. */
const WINDOWS = { day: 'day', week: 'week', month: 'month', year: 'year', all: 'total' } as const satisfies Record<Duration, string>;

/** The list a query asks for at a moment: without a sort by relevance where there is a search, else by upload date. */
export function listingOf(query: ComicQuery, now: Date): Listing {
  const filters = filtersOf(query);
  const sort = query.sort ?? (filters.text === '' ? 'uploaded_at' : 'relevance');
  return {
    filters,
    sort: sort === 'relevance' && filters.text === '' ? 'uploaded_at' : sort,
    order: query.order,
    duration: query.duration,
    start: hourlyStart(now),
  };
}

/** Whether a list leaves out what nobody read within its window. */
export function needsViews({ sort }: Listing): boolean {
  return sort === 'popularity';
}

/** How the rows of a counter are reached: along its index, or from the comics that fit. */
export type Path = 'walk' | 'gather';

/**
 * The ids of one page of a list, as a query that `cardRows` takes. Every order is total: ties are broken by id.
 *
 * @param page `reversed`: the list from its other end, where `offset` is then counted from.
 * @param also a further column of a list by relevance.
 */
export function pickPage(seeing: Seeing, listing: Listing, page: { offset: number; limit: number; reversed: boolean; path: Path }, also = sql``): RawBuilder<unknown> {
  const descending = (listing.order === 'desc') !== page.reversed;
  const direction = descending ? sql`desc` : sql`asc`;
  const part = sql`limit ${page.limit} offset ${page.offset}`;
  const comics = visibleComics(seeing);
  const condition = filterCondition(listing.filters);
  switch (listing.sort) {
    case 'uploaded_at':
      return sql`select c.id from ${comics} c where true ${condition} order by c.uploaded_at ${direction}, c.id ${direction} ${part}`;
    case 'title':
      return sql`select c.id from ${comics} c where true ${condition} order by c.sort_title ${direction}, c.id ${direction} ${part}`;
    case 'pages':
      return sql`select c.id from ${comics} c where true ${condition} order by c.pages ${direction}, c.id ${direction} ${part}`;
    case 'favorites':
    case 'views':
    case 'popularity':
      return byCounter(seeing, listing, page.path, direction, part);
    case 'random':
      return shuffled(seeing, listing, page, descending);
    case 'relevance':
      return sql`
        with m as materialized (select c.id, c.search from ${comics} c where true ${condition})
        select m.id ${also} from m join comic_stats s on s.comic_id = m.id
        order by ${relevance(listing.filters.text)} ${direction}, m.id ${direction} ${part}`;
  }
}

/** The best fitting comics of a search, at most `most`, as `ids` in order, and how many fit at all as `total`. */
export function rankedIds(seeing: Seeing, listing: Listing, most: number): RawBuilder<unknown> {
  const page = pickPage(seeing, listing, { offset: 0, limit: most, reversed: false, path: 'gather' }, sql`, count(*) over ()::int as total`);
  return sql`select coalesce(array_agg(r.id), '{}') as ids, coalesce(max(r.total), 0) as total from (${page}) r`;
}

/** The comics of a list of ids that this viewer sees, in its order, as a query that `cardRows` takes. */
export function pickIds(seeing: Seeing, ids: readonly number[]): RawBuilder<unknown> {
  return sql`
    select c.id from unnest(${[...ids]}::int[]) with ordinality as w (id, place)
    join ${visibleComics(seeing)} c on c.id = w.id order by w.place`;
}

/** A query that gives the number of comics of a list as `total`. */
export function countOf(seeing: Seeing, listing: Listing): RawBuilder<unknown> {
  const condition = filterCondition(listing.filters);
  return needsViews(listing)
    ? sql`
      select count(*)::int as total from ${visibleComics(seeing)} c join comic_stats s on s.comic_id = c.id
      where s.${counterOf(listing)} > 0 ${condition}`
    : sql`select count(*)::int as total from ${visibleComics(seeing)} c where true ${condition}`;
}

function counterOf({ sort, duration }: Listing): RawBuilder<unknown> {
  return sql.ref(sort === 'popularity' ? WINDOWS[duration] : sort === 'favorites' ? 'favorites' : 'total');
}

function byCounter(seeing: Seeing, listing: Listing, path: Path, direction: RawBuilder<unknown>, part: RawBuilder<unknown>): RawBuilder<unknown> {
  const comics = visibleComics(seeing);
  const condition = filterCondition(listing.filters);
  const counter = counterOf(listing);
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
function shuffled(seeing: Seeing, { filters, start }: Listing, { offset, limit }: { offset: number; limit: number }, descending: boolean): RawBuilder<unknown> {
  const condition = filterCondition(filters);
  const direction = descending ? sql`desc` : sql`asc`;
  const half = (at: number, side: RawBuilder<unknown>) => sql`
    (select c.id, ${sql.lit(at)} as half, c.shuffle from ${visibleComics(seeing)} c where c.shuffle ${side} ${start}::int ${condition}
      order by c.shuffle ${direction}, c.id ${direction} limit ${offset + limit})`;
  return sql`
    select h.id from (${half(0, sql`>=`)} union all ${half(1, sql`<`)}) h
    order by h.half ${direction}, h.shuffle ${direction}, h.id ${direction} limit ${limit} offset ${offset}`;
}

/**
 * How well a comic fits: a title that is the text; that begins with it; that has a word beginning with it; that has it
 * somewhere. Among equals the shorter search text wins, then the more viewed.
 */
function relevance(text: string): RawBuilder<unknown> {
  return sql`(
    case when strpos(' | ' || m.search || ' | ', ${` | ${text} | `}::text) > 0 then 4
      when strpos(' | ' || m.search, ${` | ${text}`}::text) > 0 then 2
      when strpos(' ' || m.search, ${` ${text}`}::text) > 0 then 1
      when strpos(m.search, ${text}::text) > 0 then 0.5 else 0 end::float8
    + length(${text}::text)::float8 / greatest(length(m.search), 1) * 0.6 + ln(1 + s.total::float8) / 35)`;
}

const HOUR = 3_600_000;

/** Where the random order begins: another place every hour (a 32-bit integer hash of the hour). */
function hourlyStart(now: Date): number {
  let hash = Math.floor(now.getTime() / HOUR);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 1;
}
