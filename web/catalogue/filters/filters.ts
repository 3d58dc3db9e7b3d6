import {
  DURATIONS,
  MATCHES,
  ORDERS,
  STATUSES,
  WITHIN,
  type Attribute,
  type ComicQuery,
  type Duration,
  type Match,
  type Sort,
  type Status,
} from '#contract/comics.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { queryReader, type QueryValue } from '#contract/query-string.ts';

/** The kinds a list can be filtered by, in the order of their pills. */
export const FILTER_PATHS = [
  'tags',
  'languages',
  'categories',
  'parodies',
  'characters',
  'groups',
  'relationships',
  'artists',
  'authors',
  'genres',
  'publishers',
  'platforms',
] as const satisfies readonly KindPath[];
export type FilterPath = (typeof FILTER_PATHS)[number];

/** The kinds a comic has one of: any of the chosen fits. */
export const SINGLE_PATHS: readonly FilterPath[] = ['languages', 'categories'];

/** The kinds that a list offers filters of: those the site has, without `own`, the kind of the list's own term, where a comic has one of that. */
export function offeredPaths(hasKind: (path: FilterPath) => boolean, own: KindPath | null): FilterPath[] {
  return FILTER_PATHS.filter((path) => hasKind(path) && !(SINGLE_PATHS.includes(path) && own === path));
}

/** In the order they are offered. */
export const ATTRIBUTES = ['rewritten', 'speechless', 'translated'] as const satisfies readonly Attribute[];
/** In the order they are offered; `relevance` needs a text. */
export const SORTS = [
  'relevance',
  'popularity',
  'latest_chapter',
  'uploaded_at',
  'title',
  'pages',
  'views',
  'favorites',
  'score',
  'random',
] as const satisfies readonly Sort[];
/** The term every comic of a list has: the page is that term's. */
export type FixedFilters = { path: KindPath; id: number } | null;
type Order = (typeof ORDERS)[number];
type Ids = Readonly<Partial<Record<FilterPath, readonly number[]>>>;

/** The order that opens a list: what is new in it, or of one's own comics those added last. */
type Usual = 'latest_chapter' | 'uploaded_at';

/** The filters of a list of comics, read from its address. */
export interface Filters {
  q: string;
  sort: Sort;
  /** The order where there is no text and none is asked for. */
  usual: Usual;
  order: Order;
  /** Counts only with `sort: 'popularity'`. */
  duration: Duration;
  /** From 1. */
  page: number;
  statuses: readonly Status[];
  attributes: readonly Attribute[];
  include: Ids;
  exclude: Ids;
  /** Whether comics have all included terms of a kind, or any. */
  match: Match;
  /** A term that every comic has besides: of the page where the filters were chosen. */
  within: { path: FilterPath; id: number } | null;
}

/** The largest page and id there can be: 32 bits (contract, paging). */
const MOST = 2_147_483_647;

/**
 * Reads a query, forgiving what no form of ours sends: unknown values, page 0, ids that are none. Lists may be
 * repeated, bracketed or comma-separated, as the API takes them; of anything else the last value counts. A term both
 * included and excluded is excluded.
 *
 * @param usual the order of the page where its address names none.
 */
export function readFilters(search: string | URLSearchParams, usual: Usual = 'latest_chapter'): Filters {
  const { text, list } = queryReader(search);
  const one = <Value extends string>(name: keyof ComicQuery, known: readonly Value[], otherwise: Value) =>
    known.find((value) => value === text(name)) ?? otherwise;
  const q = text('q').trim();
  const include: Partial<Record<FilterPath, readonly number[]>> = {};
  const exclude: Partial<Record<FilterPath, readonly number[]>> = {};
  for (const path of FILTER_PATHS) {
    const out = parseIds(list(`not_${path}`));
    const wanted = parseIds(list(path)).filter((id) => !out.includes(id));
    if (wanted.length > 0) {
      include[path] = wanted;
    }
    if (out.length > 0) {
      exclude[path] = out;
    }
  }
  return {
    q,
    sort: one('sort', SORTS, defaultSort(q, usual)),
    usual,
    order: one('order', ORDERS, 'desc'),
    duration: one('duration', DURATIONS, 'all'),
    page: Math.min(Math.max(Math.trunc(Number(text('page'))) || 1, 1), MOST),
    statuses: STATUSES.filter((status) => list('statuses').includes(status)),
    attributes: ATTRIBUTES.filter((attribute) => list('attributes').includes(attribute)),
    include,
    exclude,
    match: one('match', MATCHES, 'all'),
    within: parseWithin(text('within')),
  };
}

/** A query of `/api/comics`, and of the pages that list comics. */
type ListQuery = Partial<Record<keyof ComicQuery, QueryValue>>;

/** The query that `readFilters` reads back as these filters, without what goes without saying: the API needs `sort` besides. */
export function filtersQuery(filters: Filters): ListQuery {
  const { q, sort, usual, order, duration, page, statuses, attributes, include, exclude, match, within } = filters;
  const query: ListQuery = {};
  if (q !== '') {
    query.q = q;
  }
  if (sort !== defaultSort(q, usual)) {
    query.sort = sort;
  }
  if (order !== 'desc') {
    query.order = order;
  }
  if (sort === 'popularity' && duration !== 'all') {
    query.duration = duration;
  }
  if (statuses.length > 0) {
    query.statuses = statuses;
  }
  if (attributes.length > 0) {
    query.attributes = attributes;
  }
  for (const path of FILTER_PATHS) {
    if (include[path]) {
      query[path] = include[path];
    }
    if (exclude[path]) {
      query[`not_${path}`] = exclude[path];
    }
  }
  if (match !== 'all') {
    query.match = match;
  }
  if (within) {
    query.within = `${within.path}:${within.id}`;
  }
  if (page > 1) {
    query.page = page;
  }
  return query;
}

/** The query with which the API answers these filters among the comics of `fixed`; `/latest` reads it as such filters too. */
export function narrowedQuery(filters: Filters, fixed: FixedFilters): ListQuery {
  const query = filtersQuery(filters);
  if (!fixed) return query;
  const { [fixed.path]: more = [] } = query;
  // Of a language or a category any of several would do: here only the page's own counts.
  const ids = (SINGLE_PATHS as readonly string[]).includes(fixed.path)
    ? []
    : (more as readonly number[]).filter((id) => id !== fixed.id);
  // Where any of several would do, the page's own stands apart from them.
  if (filters.match === 'any' && ids.length > 0) {
    return { ...query, [fixed.path]: ids, within: `${fixed.path}:${fixed.id}` };
  }
  return { ...query, [fixed.path]: [fixed.id, ...ids] };
}

/** Whether it makes a difference that any of the included terms of a kind would do. */
export function canMatchAny({ match, include }: Filters): boolean {
  return (
    match === 'any' || FILTER_PATHS.some((path) => !SINGLE_PATHS.includes(path) && (include[path]?.length ?? 0) > 1)
  );
}

function parseWithin(text: string): Filters['within'] {
  const [, path, id] = WITHIN.exec(text) ?? [];
  const known = FILTER_PATHS.find((each) => each === path);
  return known === undefined || Number(id) > MOST ? null : { path: known, id: Number(id) };
}

function defaultSort(q: string, usual: Usual): Sort {
  return q === '' ? usual : 'relevance';
}

function parseIds(values: readonly string[]): number[] {
  return [...new Set(values.map(Number))].filter((id) => Number.isInteger(id) && id > 0 && id <= MOST).slice(0, 100);
}
