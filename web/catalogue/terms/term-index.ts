import { redirect } from 'react-router';
import type { Page } from '#contract/paging.ts';
import type { LetterStart, Term } from '#contract/taxonomy.ts';
import { queryString, type Query } from '#contract/query-string.ts';
import { apiGet, ApiFailure, serverContext } from '#web/platform/api/api.ts';
import type { IndexedPath } from './kinds.ts';

/** Terms a page: as many as the API gives at once. */
const PER_PAGE = 100;
/** Terms in the box of the most used. */
const MAX_USED = 12;

/** The state of an index, read from its address. */
export interface TermSearch {
  q: string;
  /** Null for the best match first; only with a text. */
  sort: 'name' | 'comics_count' | null;
  /** Against the usual direction of the sort; never without a sort. */
  reversed: boolean;
  page: number;
}

/** An index with everything its page shows. */
export interface TermIndex {
  path: IndexedPath;
  search: TermSearch;
  /** Null when it could not be loaded; `failure` then says why, in the visitor's language. */
  found: (Page<Term> & { letters?: LetterStart[] }) | null;
  failure: string;
  /** On the first page of the whole index by name; empty elsewhere. */
  mostUsed: Term[];
}

/** Reads a query; what cannot be meant is as if it were not there. */
export function readTermSearch(text: string | URLSearchParams): TermSearch {
  const search = new URLSearchParams(text);
  const q = (search.getAll('q').at(-1) ?? '').trim().slice(0, 200);
  const named = search.getAll('sort').at(-1);
  const sort = named === 'name' || named === 'comics_count' ? named : q === '' ? 'name' : null;
  return {
    q,
    sort,
    reversed: sort !== null && search.getAll('order').at(-1) === (sort === 'name' ? 'desc' : 'asc'),
    page: Math.min(Math.max(Math.trunc(Number(search.get('page'))) || 1, 1), 2_147_483_647),
  };
}

/** The query that `readTermSearch` reads back, without what goes without saying. */
export function termQuery({ q, sort, reversed, page }: TermSearch): Query {
  return {
    ...(q === '' ? {} : { q }),
    ...(sort === null || (sort === 'name' && q === '') ? {} : { sort }),
    ...(reversed && sort !== null ? { order: sort === 'name' ? 'desc' : 'asc' } : {}),
    ...(page > 1 ? { page } : {}),
  };
}

/**
 * Loads the index an address names.
 *
 * @throws Response leading to the last page when the address names a later one.
 * @throws ApiFailure when the site does not have the kind, or, on the server, when the list cannot be had.
 */
export async function loadIndex(path: IndexedPath, request: Request): Promise<TermIndex> {
  const url = new URL(request.url);
  const search = readTermSearch(url.searchParams);
  const read = <Data>(params: Query) => apiGet<Data>(`/${path}`, { request, params });
  const isWhole = search.q === '' && search.page === 1 && search.sort === 'name' && !search.reversed;
  const [found, mostUsed] = await Promise.all([
    read<NonNullable<TermIndex['found']>>({
      ...termQuery(search),
      sort: search.sort,
      per_page: PER_PAGE,
      letters: search.sort === 'name' && search.q === '',
    }).catch((failure: unknown) => {
      if (serverContext(request) || !(failure instanceof ApiFailure) || failure.status === 404) throw failure;
      return failure;
    }),
    isWhole ? read<Term[]>({ sort: 'comics_count', per_page: MAX_USED, landing: true }).catch(() => []) : [],
  ]);
  if (found instanceof ApiFailure) return { path, search, found: null, failure: found.message, mostUsed: [] };
  if (search.page > found.last_page) {
    const query = queryString(termQuery({ ...search, page: found.last_page }));
    throw redirect(query === '' ? url.pathname : `${url.pathname}?${query}`);
  }
  return { path, search, found, failure: '', mostUsed: found.total > MAX_USED ? mostUsed : [] };
}
