import { redirect } from 'react-router';
import { filtersPath } from '#contract/addresses.ts';
import type { Page } from '#contract/paging.ts';
import { queryReader, withQuery } from '#contract/query-string.ts';
import { KIND_PATHS, type Term, type TermDetail, type TermKind } from '#contract/taxonomy.ts';
import { apiGet, ApiFailure } from '#web/platform/api/api.ts';
import { requestAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs } from '#web/platform/page/page.ts';
import { hasFeature } from '#web/platform/page/required-feature.ts';
import {
  filtersQuery,
  offeredPaths,
  readFilters,
  type FilterPath,
  type Filters,
} from '#web/catalogue/filters/filters.ts';
import type { Listing } from '#web/catalogue/filters/listing-state.ts';
import { loadSelectedTerms } from '#web/catalogue/filters/selected-terms.ts';

/** Terms a page: two screens of a wide window. */
const PER_PAGE = 60;
/** Letters of the text that looks for a term. */
const MAX_FIND_LENGTH = 100;

/** The filters of a list of comics, and the choices of one kind. */
export interface PlainFilters extends Pick<Listing, 'filters' | 'chosen'> {
  /** The path of the list. */
  list: string;
  /** The term whose comics the list has; null for the list of all. */
  of: { kind: TermKind; term: TermDetail } | null;
  /** The kinds there are choices of. */
  kinds: readonly FilterPath[];
  kind: FilterPath;
  /** The text that names were looked for by; empty for all, the most frequent first. */
  find: string;
  found: Page<Term>;
}

/** The address of the choices of a kind for a list, where its filters are `filters`. */
export function filtersAddress(
  list: string,
  filters: Filters,
  { kind, find = '', page = 1 }: { kind: FilterPath; find?: string; page?: number },
): string {
  return withQuery(filtersPath(list), {
    ...filtersQuery({ ...filters, page: 1 }),
    kind,
    find: find === '' ? null : find,
    page: page > 1 ? page : null,
  });
}

/**
 * Loads the choices that an address names. `kind` is the kind they are of; the button of another kind sends that as `to`, and
 * the text that looked for terms of the first does not count for it. `page` is a page of the choices.
 *
 * @throws Response leading to the list where `show` is sent, or to the last page of choices when the address names a later one.
 * @throws ApiFailure 404 where there is no such list, or it has no kind to choose from.
 */
export async function loadPlainFilters({
  request,
  params,
}: Pick<LoaderArgs, 'request' | 'params'>): Promise<PlainFilters> {
  const { search, searchParams } = new URL(request.url);
  const links = requestAddresses(request);
  const filters = readFilters(searchParams);
  const { text } = queryReader(search);
  const termKind = (Object.keys(KIND_PATHS) as TermKind[]).find((each) => each === params.list) ?? null;
  if ((termKind === null) !== (params.slug === undefined) || (termKind === null && params.list !== 'latest')) {
    throw new ApiFailure(404, '', null);
  }
  const list = termKind === null ? links.latest() : links.term(termKind, params.slug ?? '');
  if (text('show') !== '') throw redirect(withQuery(list, filtersQuery({ ...filters, page: 1 })));
  const kinds = offeredPaths((path) => hasFeature(request, path), termKind === null ? null : KIND_PATHS[termKind]);
  const to = kinds.find((each) => each === text('to'));
  const kind = to ?? kinds.find((each) => each === text('kind')) ?? kinds[0];
  if (kind === undefined) throw new ApiFailure(404, '', null);
  const find = to === undefined ? text('find').trim().slice(0, MAX_FIND_LENGTH) : '';
  const [term, found, chosen] = await Promise.all([
    termKind === null
      ? null
      : apiGet<TermDetail>(`/${KIND_PATHS[termKind]}/${encodeURIComponent(params.slug ?? '')}`, { request }),
    apiGet<Page<Term>>(`/${kind}`, { request, params: { q: find, page: filters.page, per_page: PER_PAGE } }),
    loadSelectedTerms(filters, request),
  ]);
  if (filters.page > found.last_page) {
    throw redirect(filtersAddress(list, filters, { kind, find, page: found.last_page }));
  }
  return {
    list,
    of: termKind === null || term === null ? null : { kind: termKind, term },
    filters: { ...filters, page: 1 },
    kinds,
    kind,
    find,
    found,
    chosen,
  };
}
