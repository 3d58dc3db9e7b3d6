import { redirect } from 'react-router';
import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import { queryString } from '#contract/query-string.ts';
import { ApiFailure, apiGet, serverContext } from '#web/platform/api/api.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { feedPath } from '#contract/addresses.ts';
import { requestAddresses } from '#web/platform/page/addresses.ts';
import {
  breadcrumbs,
  metaDescription,
  firstTitles,
  jsonLdGraph,
  listPage,
  sharePicture,
} from '#web/platform/page/structured-data.ts';
import { loadSelectedTerms } from '#web/catalogue/filters/selected-terms.ts';
import { toShownComic } from '#web/catalogue/cards/shown-comic.ts';
import { preloadControls } from './lazy-controls.ts';
import { NO_HINTS, type ListingResult, type Listing } from '#web/catalogue/filters/listing-state.ts';
import {
  narrowedQuery,
  filtersQuery,
  readFilters,
  type Filters,
  type FixedFilters,
} from '#web/catalogue/filters/filters.ts';

/** Cards a page (decisions, "Listing"). */
const PER_PAGE = 24;

/**
 * Loads the list an address names, narrowed to the comics with `fixed`, or to the member's favorites.
 *
 * @throws Response leading to the last page when the address names a later one, or to the comic whose number was searched.
 * @throws ApiFailure on the server when the list cannot be had; in the browser the page shows it and keeps its filters.
 */
export async function loadListing(request: Request, fixed: FixedFilters = null, favorites = false): Promise<Listing> {
  const url = new URL(request.url);
  const filters = readFilters(url.searchParams, favorites ? 'uploaded_at' : 'latest_chapter');
  const server = serverContext(request);
  const [found, chosen] = await Promise.all([
    loadComics(filters, { fixed, favorites }, request).catch((failure: unknown) => {
      if (server || !(failure instanceof ApiFailure)) throw failure;
      return failure;
    }),
    loadSelectedTerms(filters, request),
    // The controls above the comics: they are not shown first, to be moved by it.
    server ? null : preloadControls(),
  ]);
  const listing = { filters, fixed, favorites, chosen };
  if (found instanceof ApiFailure) return { ...listing, found: null, failure: found.message, hints: NO_HINTS };
  if (found.search?.jump && !fixed && !favorites) {
    throw redirect(requestAddresses(request).comic(found.search.jump.slug));
  }
  if (filters.page > found.last_page) {
    const query = queryString(filtersQuery({ ...filters, page: found.last_page }));
    throw redirect(query === '' ? url.pathname : `${url.pathname}?${query}`);
  }
  const hints =
    found.total === 0
      ? await (
          await import('./hints.ts')
        ).hintsFor(filters, async (each) => (await loadComics(each, listing, request, 1)).total)
      : NO_HINTS;
  return { ...listing, found, failure: '', hints };
}

/**
 * The head of a page with a list; the list in any but its plain order is not for search engines.
 *
 * @param page `way`: the pages above it, for search engines.
 */
export function listingHead(
  { filters, found }: Listing,
  context: HeadContext,
  page: { title: string; description: string; way?: readonly { name: string; path: string }[] },
): PageHead {
  const { t, origin, links, path } = context;
  const title = filters.page > 1 ? t('latest.title.page', { title: page.title, page: filters.page }) : page.title;
  const address = {
    title,
    ...(filters.page > 1 ? { query: `page=${filters.page}` } : {}),
    hidden: queryString(filtersQuery({ ...filters, page: 1 })) !== '' || !found,
  };
  const comics = found?.data ?? [];
  const description = metaDescription(page.description, firstTitles(comics));
  return {
    ...address,
    description,
    image: sharePicture(comics),
    feeds: [{ title: page.title, href: origin + feedPath(path, queryString(filtersQuery({ ...filters, page: 1 }))) }],
    jsonLd: jsonLdGraph(
      listPage(context, {
        name: title,
        description,
        url: `${origin}${path}${filters.page > 1 ? `?page=${filters.page}` : ''}`,
        total: found?.total ?? 0,
        from: (filters.page - 1) * PER_PAGE + 1,
        items: comics.map(({ slug, title: name }) => ({ name, path: links.comic(slug) })),
      }),
      breadcrumbs(context, [...(page.way ?? []), { name: page.title, path }]),
    ),
  };
}

/** The words above a list of all comics. */
export function listingTitle({ q, sort, duration }: Filters, t: HeadContext['t']): string {
  if (q !== '') return t('latest.title.search', { query: q });
  if (sort === 'popularity') return t('latest.title.popular', { duration });
  return t(sort === 'latest_chapter' || sort === 'uploaded_at' ? 'latest.title.latest' : 'latest.title.all');
}

async function loadComics(
  filters: Filters,
  { fixed, favorites }: Pick<Listing, 'fixed' | 'favorites'>,
  request: Request,
  perPage = PER_PAGE,
): Promise<ListingResult> {
  const params = { ...narrowedQuery(filters, fixed), sort: filters.sort, per_page: perPage };
  const { data, total, last_page, search } = await apiGet<Page<ComicCard> & Pick<ListingResult, 'search'>>(
    favorites ? '/account/favorites' : '/comics',
    // The newest are those added last.
    { request, params: favorites && filters.sort === 'uploaded_at' ? { ...params, sort: 'favorited_at' } : params },
  );
  return { data: data.map(toShownComic), total, last_page, ...(search ? { search } : {}) };
}
