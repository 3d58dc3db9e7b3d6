import { type AdminTermQuery, TERM_FILTERS, TERM_SORTS } from '#contract/term-editing.ts';

/** The query of a list of terms. */
export type TermsRequest = Pick<AdminTermQuery, 'q' | 'show' | 'sort' | 'order' | 'page'>;

/** The query in an address; what it cannot is as usual. */
export function parseTermsQuery(query: URLSearchParams): TermsRequest {
  const order = query.get('order');
  return {
    q: query.get('q') ?? '',
    show: TERM_FILTERS.find((each) => each === query.get('show')) ?? 'all',
    sort: TERM_SORTS.find((each) => each === query.get('sort')) ?? 'comics_count',
    ...(order === 'asc' || order === 'desc' ? { order } : {}),
    page: Math.max(1, Number(query.get('page')) || 1),
  };
}
