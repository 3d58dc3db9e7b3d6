import { SORTS, type ComicQuery, type Sort } from '#contract/comics.ts';
import { problem } from '#contract/problems.ts';
import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import { termTitle } from '#contract/term-titles.ts';
import { withTerm } from '#server/features/comics/public/filters.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { searchComics } from '#server/features/comics/public/queries-search.ts';
import { withinTime } from '#server/features/comics/public/queries-cost.ts';
import { listTerms } from '#server/features/taxonomy/public/queries-terms.ts';
import { termAt } from '#server/features/taxonomy/taxonomy.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { tagUri } from '#server/http/requests/feed-request.ts';
import { translate } from '#server/i18n/translate.ts';
import { PER_SHELF, type Place, type Shelf, type Way } from './shelf.ts';
import { chapterWorks, listWorks, type ShelfDeps } from './works.ts';

/** The part of the listing's query that a shelf of comics uses the listing's query. */
export type ShelfQuery = Omit<ComicQuery, 'per_page'>;

/** Orders that a shelf of comics offers; those by chance or by relevance are no order to walk through. */
const ORDERS = SORTS.filter((sort) => sort !== 'random' && sort !== 'relevance');
/** Languages that a shelf of comics offers to narrow it by. */
const MAX_LANGUAGES = 12;

/** Where a catalogue begins: the newest, the most read, each kind of term, and what a member keeps. */
export function rootShelf(viewing: RequestContext): Shelf {
  const { site, locale } = viewing;
  const own: Way[] = [
    ...(site.features.includes('favorites')
      ? [
          {
            title: translate(locale, 'library.favorites.title'),
            to: { path: 'favorites' },
            kind: 'acquisition',
            rel: 'http://opds-spec.org/shelf',
          } as const,
        ]
      : []),
    { title: translate(locale, 'home.continue'), to: { path: 'reading' }, kind: 'acquisition' },
    { title: translate(locale, 'library.following.title'), to: { path: 'following' }, kind: 'acquisition' },
  ];
  return {
    id: tagUri(viewing, `opds/${locale}`),
    title: site.title,
    place: { path: '' },
    kind: 'navigation',
    works: [],
    facets: [],
    paging: null,
    navigation: [
      {
        title: translate(locale, 'home.shelf.latest'),
        to: { path: 'comics' },
        kind: 'acquisition',
        rel: 'http://opds-spec.org/sort/new',
      },
      {
        title: translate(locale, 'home.shelf.popular'),
        to: { path: 'comics', query: { sort: 'popularity', duration: 'month' } },
        kind: 'acquisition',
        rel: 'http://opds-spec.org/sort/popular',
      },
      ...own,
      ...TERM_KINDS.map((kind) => KIND_PATHS[kind])
        .filter((path) => site.features.includes(path))
        .map((path): Way => ({ title: translate(locale, `latest.filters.${path}`), to: { path }, kind: 'navigation' })),
    ],
  };
}

/**
 * A page of the comics that the listing shows who asks: search, filters, orders.
 *
 * @throws Problem `page-not-found` beyond the end, and what a listing throws.
 */
export async function comicsShelf(deps: ShelfDeps, viewing: RequestContext, query: ShelfQuery): Promise<Shelf> {
  const { locale } = viewing;
  const title =
    query.q !== ''
      ? translate(locale, 'latest.title.search', { query: query.q })
      : translate(
          locale,
          query.sort === undefined || query.sort === 'latest_chapter' || query.sort === 'uploaded_at'
            ? 'home.shelf.latest'
            : query.sort === 'popularity'
              ? 'home.shelf.popular'
              : 'latest.title.all',
        );
  return listShelf(deps, viewing, query, { title, path: 'comics', id: 'comics', narrowed: query });
}

/** A page of the terms of a kind, the most used first. @throws Problem `route-not-found` for a kind that is off, `page-not-found`. */
export async function termsShelf(
  deps: ShelfDeps,
  viewing: RequestContext,
  kind: TermKind,
  { page, sort }: { page: number; sort?: 'name' | 'comics_count' | undefined },
): Promise<Shelf> {
  const { site, locale } = viewing;
  const path = KIND_PATHS[kind];
  if (!site.features.includes(path)) throw problem('route-not-found');
  const { rows, total } = await listTerms(
    deps,
    deps.catalogue.ready(),
    viewing,
    locale,
    { kind, q: '', sort, order: undefined },
    (page - 1) * PER_SHELF,
    PER_SHELF,
  );
  return {
    id: tagUri(viewing, `opds/${locale}/${path}`),
    title: translate(locale, `latest.filters.${path}`),
    place: { path, query: { sort, page: pageOr(page) } },
    kind: 'navigation',
    works: [],
    navigation: rows.map(({ name, slug, comics_count: count }) => ({
      title: name,
      to: { path: `${path}/${encodeURIComponent(slug)}` },
      kind: 'acquisition',
      count,
      summary: translate(locale, 'latest.count', { count }),
    })),
    facets: [
      {
        title: translate(locale, 'latest.filters.sort'),
        ways: (['comics_count', 'name'] as const).map((each) => ({
          title: translate(locale, each === 'name' ? 'latest.sort.title' : 'latest.sort.popularity'),
          to: { path, query: { sort: each } },
          kind: 'navigation',
          active: (sort ?? 'comics_count') === each,
        })),
      },
    ],
    paging: toPaging(page, rows.length, total),
  };
}

/** A page of the comics with a term. @throws Problem `route-not-found` for a kind that is off, `term-not-found`, and as `comicsShelf`. */
export async function termShelf(
  deps: ShelfDeps,
  viewing: RequestContext,
  kind: TermKind,
  slug: string,
  query: ShelfQuery,
): Promise<Shelf> {
  const path = KIND_PATHS[kind];
  const term = await termAt(deps, viewing, kind, slug);
  const title = translate(viewing.locale, 'taxonomy.term.title', termTitle(viewing.locale, kind, term));
  return listShelf(deps, viewing, query, {
    title,
    path: `${path}/${encodeURIComponent(term.slug)}`,
    id: `${path}/${term.id}`,
    narrowed: withTerm(query, path, term.id),
  });
}

/** A page of the chapters of a comic in reading order; of a one-shot, itself. @throws Problem `comic-not-found`, `comic-removed`, `page-not-found`. */
export async function comicShelf(deps: ShelfDeps, viewing: RequestContext, slug: string, page: number): Promise<Shelf> {
  const comic = await findComic(deps.reads, viewing, slug);
  const { works, total } = await chapterWorks(deps, viewing, comic, page);
  return {
    id: tagUri(viewing, `opds/${viewing.locale}/comic/${comic.id}`),
    title: comic.title,
    place: { path: `comics/${encodeURIComponent(comic.slug)}`, query: { page: pageOr(page) } },
    kind: 'acquisition',
    navigation: [],
    works,
    facets: [],
    paging: toPaging(page, works.length, total),
  };
}

/** Where a page of `PER_SHELF` stands among all of them. @throws Problem `page-not-found` beyond the end. */
export function toPaging(page: number, shown: number, total: number): NonNullable<Shelf['paging']> {
  const last = Math.max(1, Math.ceil(total / PER_SHELF));
  if (page > 1 && (shown === 0 || page > last)) throw problem('page-not-found');
  return { page, last, perPage: PER_SHELF, total };
}

async function listShelf(
  deps: ShelfDeps,
  viewing: RequestContext,
  query: ShelfQuery,
  { title, path, id, narrowed }: { title: string; path: string; id: string; narrowed: ShelfQuery },
): Promise<Shelf> {
  const { rows, total } = await withinTime(deps, query.q !== '', () =>
    searchComics(deps, viewing, { ...narrowed, sort: sortFor(query), per_page: PER_SHELF }, deps.now()),
  );
  const paging = toPaging(query.page, rows.length, total);
  return {
    id: tagUri(viewing, `opds/${viewing.locale}/${id}`),
    title,
    place: { path, query: toAddressQuery(query) },
    kind: 'acquisition',
    navigation: [],
    works: await listWorks(deps, viewing, rows),
    facets: await listFacets(deps, viewing, path, query),
    paging,
  };
}

async function listFacets(
  deps: ShelfDeps,
  viewing: RequestContext,
  path: string,
  query: ShelfQuery,
): Promise<Shelf['facets']> {
  const { locale, site } = viewing;
  const to = (changed: Partial<ShelfQuery>): Place => ({
    path,
    query: toAddressQuery({ ...query, ...changed, page: 1 }),
  });
  const sort = sortFor(query);
  const orders = ORDERS.map(
    (each) =>
      ({
        title: translate(locale, `latest.sort.${each}`),
        to: to({
          sort: each,
          order: each === 'title' ? 'asc' : 'desc',
          duration: each === 'popularity' ? 'month' : 'all',
        }),
        kind: 'acquisition',
        active: sort === each,
      }) as const,
  );
  const offersLanguages = site.features.includes('languages') && !path.startsWith('languages/');
  const { rows: languages } = offersLanguages
    ? await listTerms(
        deps,
        deps.catalogue.ready(),
        viewing,
        locale,
        { kind: 'language', q: '', sort: undefined, order: undefined },
        0,
        MAX_LANGUAGES,
      )
    : { rows: [] };
  return [
    { title: translate(locale, 'latest.filters.sort'), ways: orders },
    ...(languages.length < 2
      ? []
      : [
          {
            title: translate(locale, 'latest.filters.languages'),
            ways: languages.map(
              ({ id, name }) =>
                ({
                  title: name,
                  to: to({ languages: [id] }),
                  kind: 'acquisition',
                  active: query.languages.includes(id),
                }) as const,
            ),
          },
        ]),
  ];
}

/** The order of a shelf: what is new first, or what fits best. */
function sortFor({ sort, q }: ShelfQuery): Sort {
  return sort ?? (q === '' ? 'latest_chapter' : 'relevance');
}

/** A query as an address says it: without what it need not say. */
function toAddressQuery({ page, q, sort, order, duration, ...filters }: ShelfQuery): NonNullable<Place['query']> {
  return {
    q: q || undefined,
    sort,
    order: order === 'desc' ? undefined : order,
    duration: duration === 'all' ? undefined : duration,
    ...filters,
    page: pageOr(page),
  };
}

function pageOr(page: number): number | undefined {
  return page === 1 ? undefined : page;
}
