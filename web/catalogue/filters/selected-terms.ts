import type { TermRef } from '#contract/taxonomy.ts';
import { ApiFailure, apiGet, serverContext } from '#web/platform/api/api.ts';
import { FILTER_PATHS, type FilterPath, type Filters } from './filters.ts';

/** The terms a visitor's browser has loaded already, by language and address. The rating needs no part: switching it loads the page anew. */
const known = new Map<string, Promise<unknown>>();

/** The terms that filters name, by kind; a term that is unknown is left out. */
export async function loadSelectedTerms(
  filters: Filters,
  request?: Request,
): Promise<Partial<Record<FilterPath, TermRef[]>>> {
  const chosen: Partial<Record<FilterPath, TermRef[]>> = {};
  await Promise.all(
    FILTER_PATHS.map(async (path) => {
      const within = filters.within?.path === path ? [filters.within.id] : [];
      const ids = [...within, ...(filters.include[path] ?? []), ...(filters.exclude[path] ?? [])];
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
