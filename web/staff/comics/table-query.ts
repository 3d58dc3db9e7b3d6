import { ATTRIBUTES, ORDERS, RATINGS, STATUSES, type Attribute, type Rating, type Status } from '#contract/comics.ts';
import {
  ADMIN_SORTS,
  MISSING,
  REVIEW_STATES,
  STATES,
  type AdminComicQuery,
  type AdminSort,
  type State,
} from '#contract/editing.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { queryReader, queryString, type QueryValue } from '#contract/query-string.ts';
import type { Order } from '#web/ui/data/table.tsx';
import { KINDS } from '#web/staff/comic-parts/comic-choices.ts';

type Ids = Readonly<Partial<Record<KindPath, readonly number[]>>>;

/** The state of the table, read from its address. */
export interface TableQuery {
  q: string;
  states: readonly State[];
  ratings: readonly Rating[];
  statuses: readonly Status[];
  attributes: readonly Attribute[];
  missing: readonly (typeof MISSING)[number][];
  reviews: readonly (typeof REVIEW_STATES)[number][];
  /** Empty: both. */
  premium: '' | 'true' | 'false';
  uploader: string;
  include: Ids;
  exclude: Ids;
  sort: AdminSort;
  order: Order;
  page: number;
  perPage: number;
}

export const PER_PAGE = [24, 50, 100] as const;
/** The largest page and id there can be: 32 bits. */
const MOST = 2_147_483_647;

/** The lists a query chooses by whose values are known. */
export const LISTS = {
  states: STATES,
  ratings: RATINGS,
  statuses: STATUSES,
  attributes: ATTRIBUTES,
  missing: MISSING,
  reviews: REVIEW_STATES,
} as const;
export type ListName = keyof typeof LISTS;

/** Reads an address, forgiving what no form of ours writes: unknown values count as absent. */
export function readTable(search: URLSearchParams): TableQuery {
  const { text, list: values } = queryReader(search);
  const list = <Value extends string>(name: keyof AdminComicQuery, known: readonly Value[]) =>
    known.filter((value) => values(name).includes(value));
  const one = <Value extends string>(name: keyof AdminComicQuery, known: readonly Value[], otherwise: Value) =>
    known.find((value) => value === text(name)) ?? otherwise;
  const terms = (before: string): Ids =>
    Object.fromEntries(
      KINDS.flatMap((path) => {
        const ids = [...new Set(values(before + path).map(Number))].filter(
          (id) => Number.isInteger(id) && id > 0 && id <= MOST,
        );
        return ids.length > 0 ? [[path, ids]] : [];
      }),
    );
  const sort = one('sort', ADMIN_SORTS, 'uploaded_at');
  return {
    q: text('q').trim(),
    states: list('states', STATES),
    ratings: list('ratings', RATINGS),
    statuses: list('statuses', STATUSES),
    attributes: list('attributes', ATTRIBUTES),
    missing: list('missing', MISSING),
    reviews: list('reviews', REVIEW_STATES),
    premium: one('premium', ['true', 'false'], '' as never),
    uploader: text('uploader').trim(),
    include: terms(''),
    exclude: terms('not_'),
    sort,
    order: one('order', ORDERS, 'desc'),
    page: Math.min(Math.max(Math.trunc(Number(text('page'))) || 1, 1), MOST),
    perPage: PER_PAGE.find((count) => count === Number(text('per_page'))) ?? PER_PAGE[0],
  };
}

/** A query of `/api/admin/comics`, and of the page with the table. */
type ComicsQuery = Partial<Record<keyof AdminComicQuery, QueryValue>>;

/** The filter that chooses comics, without order and page: a filter of a bulk edit is its query string. */
export function tableFilter(query: TableQuery): ComicsQuery {
  const { q, premium, uploader, include, exclude } = query;
  const filter: ComicsQuery = {};
  if (q !== '') {
    filter.q = q;
  }
  for (const name of Object.keys(LISTS) as ListName[]) {
    if (query[name].length > 0) {
      filter[name] = query[name];
    }
  }
  if (premium !== '') {
    filter.premium = premium;
  }
  if (uploader !== '') {
    filter.uploader = uploader;
  }
  for (const path of KINDS) {
    if (include[path]) {
      filter[path] = include[path];
    }
    if (exclude[path]) {
      filter[`not_${path}`] = exclude[path];
    }
  }
  return filter;
}

/** The query `readTable` reads back, without what goes without saying; the API takes it too. */
export function tableQuery(query: TableQuery): ComicsQuery {
  const { sort, order, page, perPage } = query;
  return {
    ...tableFilter(query),
    ...(sort === 'uploaded_at' ? {} : { sort }),
    ...(order === 'desc' ? {} : { order }),
    ...(page > 1 ? { page } : {}),
    ...(perPage === PER_PAGE[0] ? {} : { per_page: perPage }),
  };
}

/** Whether anything but order and page was chosen. */
export function isNarrowed(query: TableQuery): boolean {
  return queryString(tableFilter(query)) !== '';
}
