import { redirect } from 'react-router';
import { ApiFailure, apiGet, queryString, serverOf } from '#web/api.ts';
import type { Head, HeadContext } from '#web/head.ts';
import { linksOf } from '#web/links.ts';
import { loadChosen, loadTerms, ServerOnly } from './choices.ts';
import { wantControls } from './later.ts';
import { NO_HINTS, type Found, type Listing } from './listing-state.ts';
import { FILTER_PATHS, narrowedQuery, queryOf, readFilters, type Filters, type Fixed } from './filters.ts';

/** Cards a page (decisions, "Listing"). */
const PER_PAGE = 24;

/**
 * Loads the list an address names, narrowed to the comics with `fixed`, or to the member's favorites.
 *
 * @throws Response leading to the last page when the address names a later one, or to the comic whose number was searched.
 * @throws ApiFailure on the server when the list cannot be had; in the browser the page shows it and keeps its filters.
 */
export async function loadListing(request: Request, fixed: Fixed = null, favorites = false): Promise<Listing> {
  const url = new URL(request.url);
  const filters = readFilters(url.searchParams);
  const server = serverOf(request);
  if (!server) { wantControls(); }
  const [found, chosen, terms] = await Promise.all([
    loadComics(filters, { fixed, favorites }, request).catch((failure: unknown) => {
      if (server || !(failure instanceof ApiFailure)) { throw failure; }
      return failure;
    }),
    loadChosen(filters, request),
    Promise.all(FILTER_PATHS.filter((path) => server?.site.features.includes(path)).map(async (path) => [path, await loadTerms(path, request).catch(() => [])] as const)),
  ]);
  const listing = { filters, fixed, favorites, chosen, ...(server ? { plain: new ServerOnly(Object.fromEntries(terms)) } : {}) };
  if (found instanceof ApiFailure) { return { ...listing, found: null, failure: found.message, hints: NO_HINTS }; }
  if (found.search?.jump && !fixed && !favorites) { throw redirect(linksOf(request).comic(found.search.jump.slug)); }
  if (filters.page > found.last_page) {
    const query = queryString(queryOf({ ...filters, page: found.last_page }));
    throw redirect(query === '' ? url.pathname : `${url.pathname}?${query}`);
  }
  const hints = found.total === 0 ? await (await import('./hints.ts')).hintsFor(filters, async (each) => (await loadComics(each, listing, request, 1)).total) : NO_HINTS;
  return { ...listing, found, failure: '', hints };
}

/** What a page with a list says about itself; the list in any but its plain order is not for search engines. */
export function listingHead({ filters, found }: Listing, { t, origin, links, path }: HeadContext, page: { title: string; description: string }): Head {
  const title = filters.page > 1 ? t('latest.title.page', { title: page.title, page: filters.page }) : page.title;
  const query = queryString(queryOf({ ...filters, page: 1 }));
  return {
    title,
    description: page.description,
    ...(filters.page > 1 ? { query: `page=${filters.page}` } : {}),
    hidden: query !== '' || !found,
    ...(found?.data[0]?.cover ? { image: found.data[0].image_url } : {}),
    // Search engines read what the server made.
    ...(import.meta.env.SSR ? { jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name: title,
      description: page.description,
      url: `${origin}${path}${filters.page > 1 ? `?page=${filters.page}` : ''}`,
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: found?.total ?? 0,
        itemListElement: (found?.data ?? []).map(({ slug, title: name }, index) => ({
          '@type': 'ListItem', position: (filters.page - 1) * PER_PAGE + index + 1, url: `${origin}${links.comic(slug)}`, name,
        })),
      },
    } } : {}),
  };
}

/** The words above a list of all comics. */
export function listingTitle({ q, sort, duration }: Filters, t: HeadContext['t']): string {
  if (q !== '') { return t('latest.title.search', { query: q }); }
  if (sort === 'popularity') { return t('latest.title.popular', { duration }); }
  return t(sort === 'uploaded_at' ? 'latest.title.latest' : 'latest.title.all');
}

function loadComics(filters: Filters, { fixed, favorites }: Pick<Listing, 'fixed' | 'favorites'>, request: Request, perPage = PER_PAGE): Promise<Found> {
  const params = { ...narrowedQuery(filters, fixed), per_page: perPage };
  if (!favorites) { return apiGet<Found>('/comics', { request, params }); }
  // The newest are those added last.
  return apiGet<Found>('/account/favorites', { request, params: { ...params, ...(filters.sort === 'uploaded_at' ? { sort: 'favorited_at' } : {}) } });
}
