import type { Page } from '#contract/paging.ts';
import type { Term, TermRef } from '#contract/taxonomy.ts';
import { ApiFailure, apiGet, serverContext } from '#web/platform/api/api.ts';
import { FILTER_PATHS, type FilterPath, type Filters } from './filters.ts';

/** How many terms of a kind a filter offers: the most frequent. */
const OFFERED = 100;

/**
 * Data for the page the server makes that the browser does not take over: `JSON.stringify`, which writes the state a
 * page carries, leaves it out. The choices of all kinds are many, and only visitors without scripts need them at once.
 */
export class ServerOnly<Data> {
  readonly data: Data;

  constructor(data: Data) {
    this.data = data;
  }

  toJSON(): undefined {
    return undefined;
  }
}

/** The choices a visitor's browser has loaded already, by language and address. The rating needs no part: switching it loads the page anew. */
const known = new Map<string, Promise<unknown>>();

/**
 * The most frequent terms of a kind, most comics first; none where the site does not have the kind.
 *
 * @throws ApiFailure when they cannot be had.
 */
export async function loadTerms(path: FilterPath, request?: Request): Promise<Term[]> {
  const found = await once<Page<Term>>(`/${path}?sort=comics_count&per_page=${OFFERED}`, request);
  return found?.data ?? [];
}

/** The terms that filters name, by kind; a term that is unknown is left out. */
export async function loadSelectedTerms(
  filters: Filters,
  request?: Request,
): Promise<Partial<Record<FilterPath, TermRef[]>>> {
  const chosen: Partial<Record<FilterPath, TermRef[]>> = {};
  await Promise.all(
    FILTER_PATHS.map(async (path) => {
      const ids = [...(filters.include[path] ?? []), ...(filters.exclude[path] ?? [])];
      if (ids.length === 0) return;
      const terms = await Promise.all(ids.map((id) => once<TermRef>(`/${path}/${id}`, request)));
      chosen[path] = terms.filter((term) => term !== null).map(({ id, name, slug }) => ({ id, name, slug }));
    }),
  );
  return chosen;
}

/** Reads an address of the API, in the browser once a visit; null where nothing is there. */
function once<Data>(address: string, request: Request | undefined): Promise<Data | null> {
  const read = async () => {
    try {
      // Not bound to one navigation: the answer outlives it.
      return await apiGet<Data>(address, request && serverContext(request) ? { request } : {});
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 404) return null;
      throw failure;
    }
  };
  if (request && serverContext(request)) return read();
  const key = `${document.documentElement.lang} ${address}`;
  const before = known.get(key) as Promise<Data | null> | undefined;
  if (before) return before;
  const answer = read();
  known.set(key, answer);
  answer.catch(() => known.delete(key));
  return answer;
}
