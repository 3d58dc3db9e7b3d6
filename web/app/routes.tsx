import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { PATHS } from '#contract/addresses.ts';
import { type Variant, VARIANTS } from '#contract/site.ts';
import type { KindPath, TermKind } from '#contract/taxonomy.ts';
import { ADDRESSED_PAGES } from '#contract/site-pages.ts';
import type { LegalPage } from '#web/legal/pages.ts';
import type { MembersPage } from '#web/members/pages.ts';
import type { StaffPage } from '#web/staff/pages.ts';
import { withTimeout } from '#web/platform/api/with-timeout.ts';
import { Layout } from '#web/app/layout/layout.tsx';
import type { PageModule, RouteHandle } from '#web/platform/page/page.ts';
import { ErrorPage } from './error-page.tsx';
import { rootData } from './root-loader.ts';
import { ROOT_ROUTE, type RootData } from '#web/platform/page/root-data.ts';

/** Kinds with an index of their own; languages and categories only have a page for each. */
export const INDEXED_KINDS: readonly (readonly [KindPath, TermKind])[] = [
  ['tags', 'tag'],
  ['groups', 'group'],
  ['parodies', 'parody'],
  ['relationships', 'relationship'],
  ['characters', 'character'],
  ['artists', 'artist'],
  ['authors', 'author'],
  ['genres', 'genre'],
  ['publishers', 'publisher'],
  ['platforms', 'platform'],
];

/** The route inside the frame: where a failed page is replaced by the 404 or the error page. */
export const PAGES = 'pages';

/** Route id → the files its page is in, for the preloads of the first load. */
export const PAGE_FILES: Record<string, string[]> = {};

/** The files of what stands in place of a page that could not be had. */
export const FAILURE_FILES = ['web/ui/page/failure-view.tsx'];

/** A route whose page, `web/<file>.tsx`, is loaded when it is first visited. Its id tells the page which kind of address it is. */
function page<Data>(
  path: string | null,
  id: string,
  file: string,
  module: () => Promise<PageModule<Data>>,
  children: RouteObject[] = [],
  ...before: string[]
): RouteObject {
  PAGE_FILES[id] = [...before, `web/${file}.tsx`];
  const lazy = async () => {
    const { loader, Page, head, Bar, frame, shouldRevalidate, isPersonal, prepare, ads } = await withTimeout(module());
    const Component = () => <Page data={useLoaderData() as Data} route={id} />;
    const handle = { head, Bar, frame, isPersonal, prepare, ads } as RouteHandle;
    const load = async ({ request, params }: LoaderFunctionArgs) => {
      const data = (await loader?.({ request, params, route: id })) ?? null;
      await prepare?.(data as Data);
      return data;
    };
    return { loader: load, Component, handle, ...(shouldRevalidate ? { shouldRevalidate } : {}) };
  };
  return path === null ? { index: true, id, lazy } : { path, id, lazy, ...(children.length > 0 ? { children } : {}) };
}

/** Wings whose pages few visits begin with: which file each is in is fetched with the first of them. */
const LAZY_PAGES = {
  legal: async (file: string) => (await import('#web/legal/pages.ts')).loadPage(file as LegalPage),
  members: async (file: string) => (await import('#web/members/pages.ts')).loadPage(file as MembersPage),
  staff: async (file: string) => (await import('#web/staff/pages.ts')).loadPage(file as StaffPage),
};
type LazyPage = `legal/${LegalPage}` | `members/${MembersPage}` | `staff/${StaffPage}`;

/** A route whose page is among the rare ones; its id is the name of its page where it is not given. */
function lazyPage(
  path: string,
  file: LazyPage,
  id: string = file.slice(file.lastIndexOf('/') + 1).replace(/-page$/, ''),
): RouteObject {
  const wing = file.slice(0, file.indexOf('/')) as keyof typeof LAZY_PAGES;
  return page(path, id, file, () => LAZY_PAGES[wing](file.slice(wing.length + 1)), [], `web/${wing}/pages.ts`);
}

const terms = () => import('#web/catalogue/terms/terms-page.tsx');
const reader = () => import('#web/reader/screen/reader-page.tsx');

/** The pages of comics, under the word of either variant. Links use the site's own; the other still works. */
function comicPages(variant: Variant): RouteObject[] {
  const under = (pattern: string) => pattern.replace(':variant', variant);
  const within = (pattern: string) => pattern.slice(`${PATHS.comic}/`.length);
  return [
    page(
      under(PATHS.random),
      `${variant}-random`,
      'catalogue/listing/random-page',
      () => import('#web/catalogue/listing/random-page.tsx'),
    ),
    page(
      under(PATHS.comic),
      variant,
      'catalogue/comic/comic-page',
      () => import('#web/catalogue/comic/comic-page.tsx'),
      [
        page(
          null,
          `${variant}-contents`,
          'catalogue/chapters/comic-contents-page',
          () => import('#web/catalogue/chapters/comic-contents-page.tsx'),
        ),
        page(
          within(PATHS.comicCharacters),
          `${variant}-characters`,
          'catalogue/comic/comic-characters-page',
          () => import('#web/catalogue/comic/comic-characters-page.tsx'),
        ),
        page(
          within(PATHS.comicDownload),
          `${variant}-download`,
          'catalogue/downloads/comic-download-page',
          () => import('#web/catalogue/downloads/comic-download-page.tsx'),
        ),
        page(
          within(PATHS.comicComments),
          `${variant}-comments`,
          'catalogue/comic/comic-comments-page',
          () => import('#web/catalogue/comic/comic-comments-page.tsx'),
        ),
        page(
          within(PATHS.comicReviews),
          `${variant}-reviews`,
          'catalogue/comic/comic-reviews-page',
          () => import('#web/catalogue/comic/comic-reviews-page.tsx'),
        ),
        page(
          within(PATHS.chapterComments),
          `${variant}-chapter-comments`,
          'catalogue/comic/chapter-comments-page',
          () => import('#web/catalogue/comic/chapter-comments-page.tsx'),
        ),
      ],
    ),
    page(under(PATHS.reader), `${variant}-reader`, 'reader/screen/reader-page', reader),
    page(under(PATHS.chapterReader), `${variant}-chapter-reader`, 'reader/screen/reader-page', reader),
  ];
}

function termPage(kind: TermKind): RouteObject {
  return page(
    PATHS.term.replace(':kind', kind),
    kind,
    'catalogue/terms/term-page',
    () => import('#web/catalogue/terms/term-page.tsx'),
  );
}

/** Every address of the site. A page whose feature is off is answered 404 by the API its loader calls. */
export const routes: RouteObject[] = [
  {
    id: ROOT_ROUTE,
    path: '/:lang',
    // The browser has what every page knows from its first one.
    loader: ({ request }): Promise<RootData | null> | null => (import.meta.env.SSR ? rootData(request) : null),
    shouldRevalidate: () => false,
    Component: Layout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        id: PAGES,
        ErrorBoundary: ErrorPage,
        children: [
          page(null, 'home', 'catalogue/home/home-page', () => import('#web/catalogue/home/home-page.tsx')),
          page(
            PATHS.latest,
            'latest',
            'catalogue/listing/latest-page',
            () => import('#web/catalogue/listing/latest-page.tsx'),
          ),
          page(
            PATHS.filters,
            'filters',
            'catalogue/plain-filters/filters-page',
            () => import('#web/catalogue/plain-filters/filters-page.tsx'),
          ),
          ...VARIANTS.flatMap(comicPages),
          ...INDEXED_KINDS.flatMap(([path, kind]) => [
            page(PATHS.terms.replace(':kinds', path), path, 'catalogue/terms/terms-page', terms),
            termPage(kind),
          ]),
          ...(['character', 'artist', 'author'] as const).map((kind) =>
            page(
              PATHS.termComments.replace(':kind', kind),
              `${kind}-comments`,
              'catalogue/terms/term-comments-page',
              () => import('#web/catalogue/terms/term-comments-page.tsx'),
            ),
          ),
          lazyPage(PATHS.dmca, 'legal/notices/dmca-page'),
          lazyPage(PATHS.takedowns, 'legal/notices/takedowns-page'),
          lazyPage(PATHS.takedown, 'legal/notices/takedown-page'),
          lazyPage(PATHS.counterNotice, 'legal/notices/counter-notice-page'),
          lazyPage(PATHS.transparency, 'legal/transparency/transparency-page'),
          ...ADDRESSED_PAGES.filter((slug) => slug !== 'dmca').map((slug) =>
            lazyPage(slug, 'legal/site-pages/site-page', slug),
          ),
          lazyPage(PATHS.admin, 'staff/admin/admin-page'),
          lazyPage(PATHS.upload, 'staff/uploads/upload-page'),
          lazyPage(PATHS.uploadComic, 'staff/comic-editor/upload-comic-page'),
          lazyPage(PATHS.moderation, 'staff/moderation/moderation-page'),
          lazyPage(PATHS.cookies, 'legal/consent/cookies-page'),
          termPage('language'),
          termPage('category'),
          lazyPage(PATHS.favorites, 'members/library/favorites-page'),
          lazyPage(PATHS.shelves, 'members/library/shelves-page'),
          lazyPage(PATHS.figures, 'members/figures/figures-page'),
          lazyPage(PATHS.sharedFigures, 'members/figures/shared-figures-page', 'shared-figures'),
          lazyPage(PATHS.history, 'members/library/history-page'),
          lazyPage(PATHS.bookmarks, 'members/library/bookmarks-page'),
          lazyPage(PATHS.lists, 'members/library/lists-page'),
          lazyPage(PATHS.list, 'members/library/list-page'),
          lazyPage(PATHS.following, 'members/library/following-page'),
          lazyPage(PATHS.ownGroups, 'members/groups/groups-page', 'own-groups'),
          lazyPage(PATHS.notifications, 'members/notifications/notifications-page'),
          lazyPage(PATHS.offline, 'members/offline/offline-page'),
          lazyPage(PATHS.age, 'legal/age/age-page'),
          lazyPage(PATHS.login, 'members/auth/login-page'),
          lazyPage(PATHS.register, 'members/auth/register-page'),
          lazyPage(PATHS.passwordReset, 'members/auth/password-reset-page'),
          lazyPage(PATHS.passwordResetToken, 'members/auth/password-reset-token-page'),
          lazyPage(PATHS.verify, 'members/auth/verify-page'),
          lazyPage(PATHS.signIn, 'members/returning/sign-in-page'),
          lazyPage(PATHS.setup, 'members/auth/setup-page'),
          lazyPage(PATHS.profile, 'members/profile/profile-page'),
          lazyPage(PATHS.settingsImport, 'members/portability/import-review-page', 'settings-import'),
          lazyPage(PATHS.settings, 'members/settings/settings-page'),
          // The build leaves out what only development has.
          ...(import.meta.env.DEV
            ? [page('dev/ui', 'dev-ui', 'ui/gallery/dev-ui-page', () => import('#web/ui/gallery/dev-ui-page.tsx'))]
            : []),
          page('*', 'not-found', 'app/not-found-page', () => import('./not-found-page.tsx')),
        ],
      },
    ],
  },
];
