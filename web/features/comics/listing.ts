import { redirect } from 'react-router';
import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import type { Term } from '#contract/taxonomy.ts';
import { ApiFailure, apiGet, queryString, serverOf, type Query } from '#web/api.ts';
import type { Head, HeadContext } from '#web/head.ts';
import { loadChosen, loadTerms, ServerOnly } from './choices.ts';
import { wantControls } from './later.ts';
import type { Listing } from './listing-state.ts';
import { FILTER_PATHS, queryOf, readFilters, SINGLE_PATHS, type FilterPath, type Filters } from './filters.ts';

/** Cards a page (decisions, "Listing"). */
const PER_PAGE = 24;

/**
 * Loads the list an address names, narrowed to the comics with `fixed`.
 *
 * @throws Response leading to the last page when the address names a later one.
 * @throws ApiFailure on the server when the list cannot be had; in the browser the page shows it and keeps its filters.
 */
export async function loadListing(request: Request, fixed: Listing['fixed'] = null): Promise<Listing> {
  const url = new URL(request.url);
  const filters = readFilters(url.searchParams);
  const server = serverOf(request);
  if (!server) { wantControls(); }
  const offered = FILTER_PATHS.filter((path) => server?.site.features.includes(path) ?? SINGLE_PATHS.includes(path));
  const [found, chosen, terms] = await Promise.all([
    loadComics(filters, fixed, request).catch((failure: unknown) => {
      if (server || !(failure instanceof ApiFailure)) { throw failure; }
      return failure;
    }),
    loadChosen(filters, request),
    Promise.all(offered.map(async (path) => [path, await loadTerms(path, request).catch(() => [])] as const)),
  ]);
  const isSingle = ([path]: readonly [FilterPath, Term[]]) => SINGLE_PATHS.includes(path);
  const listing = {
    filters, fixed, chosen,
    single: Object.fromEntries(terms.filter(isSingle)),
    ...(server ? { plain: new ServerOnly(Object.fromEntries(terms.filter((each) => !isSingle(each)))) } : {}),
  };
  if (found instanceof ApiFailure) { return { ...listing, found: null, failure: found.message, hints: [] }; }
  if (filters.page > found.last_page) {
    const query = queryString(queryOf({ ...filters, page: found.last_page }));
    throw redirect(query === '' ? url.pathname : `${url.pathname}?${query}`);
  }
  return { ...listing, found, failure: '', hints: found.total === 0 ? await (await import('./hints.ts')).hintsFor(filters, (each) => loadComics(each, fixed, request, 1)) : [] };
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

function loadComics(filters: Filters, fixed: Listing['fixed'], request: Request, perPage = PER_PAGE): Promise<Page<ComicCard>> {
  return apiGet<Page<ComicCard>>('/comics', { request, params: { ...narrowed(queryOf(filters), fixed), per_page: perPage } });
}

function narrowed(query: Query, fixed: Listing['fixed']): Query {
  if (!fixed) { return query; }
  const { [fixed.path]: more = [] } = query;
  // Of a language or a category any of several would do: here only the page's own counts.
  const ids = (SINGLE_PATHS as readonly string[]).includes(fixed.path) ? [] : (more as readonly number[]).filter((id) => id !== fixed.id);
  return { ...query, [fixed.path]: [fixed.id, ...ids] };
}
