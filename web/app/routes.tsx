import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { KindPath, TermKind } from '#contract/taxonomy.ts';
import { ADDRESSED_PAGES } from '#contract/site-pages.ts';
import { withTimeout } from '#web/platform/api/with-timeout.ts';
import { Layout } from '#web/app/layout/layout.tsx';
import type { PageModule, RouteHandle } from '#web/platform/page/page.ts';
import type { RarePage } from './rare-pages.ts';
import { ErrorPage } from './error-page.tsx';
import { rootData } from './root-loader.ts';
import { ROOT_ROUTE, type RootData } from '#web/platform/page/root-data.ts';

/** Kinds with an index of their own; languages and categories only have a page for each (specification, section 2). */
export const INDEXED_KINDS: readonly (readonly [KindPath, TermKind])[] = [
  ['tags', 'tag'], ['groups', 'group'], ['parodies', 'parody'], ['relationships', 'relationship'],
  ['characters', 'character'], ['artists', 'artist'], ['authors', 'author'],
  ['genres', 'genre'], ['publishers', 'publisher'], ['platforms', 'platform'],
];

/** The route inside the frame: where a failed page is replaced by the 404 or the error page. */
export const PAGES = 'pages';

/** Route id → the files its page is in, for the preloads of the first load. */
export const PAGE_FILES: Record<string, string[]> = {};

/** The files of what stands in place of a page that could not be had. */
export const FAILURE_FILES = ['web/ui/page/failure-view.tsx'];

/** A route whose page, `web/<file>.tsx`, is loaded when it is first visited. Its id tells the page which kind of address it is. */
function page<Data>(path: string | null, id: string, file: string, module: () => Promise<PageModule<Data>>, children: RouteObject[] = [], ...before: string[]): RouteObject {
  PAGE_FILES[id] = [...before, `web/${file}.tsx`];
  const lazy = async () => {
    const { loader, Page, head, Bar, frame, shouldRevalidate, isPersonal, prepare, ads } = await withTimeout(module());
    const Component = () => <Page data={useLoaderData() as Data} route={id} />;
    const handle = { head, Bar, frame, isPersonal, prepare, ads } as RouteHandle;
    const load = async ({ request, params }: LoaderFunctionArgs) => {
      const data = await loader?.({ request, params, route: id }) ?? null;
      await prepare?.(data as Data);
      return data;
    };
    return { loader: load, Component, handle, ...(shouldRevalidate ? { shouldRevalidate } : {}) };
  };
  return path === null ? { index: true, id, lazy } : { path, id, lazy, ...(children.length > 0 ? { children } : {}) };
}

/** A route whose page is among the rare ones; its id is the name of its page where it is not given. */
function rare(path: string, file: RarePage, id: string = file.slice(file.lastIndexOf('/') + 1).replace(/-page$/, '')): RouteObject {
  return page(path, id, file, async () => (await import('./rare-pages.ts')).rarePage(file), [], 'web/app/rare-pages.ts');
}

const terms = () => import('#web/catalogue/terms/terms-page.tsx');
const term = () => import('#web/catalogue/terms/term-page.tsx');
const reader = () => import('#web/reader/screen/reader-page.tsx');

/** The pages of comics, under the word of either variant. Links use the site's own; the other still works. */
function comicPages(variant: 'comic' | 'webtoon'): RouteObject[] {
  return [
    page(`${variant}/random`, `${variant}-random`, 'catalogue/listing/random-page', () => import('#web/catalogue/listing/random-page.tsx')),
    page(`${variant}/:slug`, variant, 'catalogue/comic/comic-page', () => import('#web/catalogue/comic/comic-page.tsx'), [
      page(null, `${variant}-contents`, 'catalogue/chapters/comic-contents-page', () => import('#web/catalogue/chapters/comic-contents-page.tsx')),
      page('characters', `${variant}-characters`, 'catalogue/comic/comic-characters-page', () => import('#web/catalogue/comic/comic-characters-page.tsx')),
      rare('download', 'catalogue/downloads/comic-download-page', `${variant}-download`),
      page('comments/:identifier?', `${variant}-comments`, 'catalogue/comic/comic-comments-page', () => import('#web/catalogue/comic/comic-comments-page.tsx')),
    ]),
    page(`${variant}/:slug/reader/:page?`, `${variant}-reader`, 'reader/screen/reader-page', reader),
    page(`${variant}/:slug/:chapter/reader/:page?`, `${variant}-chapter-reader`, 'reader/screen/reader-page', reader),
  ];
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
          page('latest', 'latest', 'catalogue/listing/latest-page', () => import('#web/catalogue/listing/latest-page.tsx')),
          ...comicPages('comic'),
          ...comicPages('webtoon'),
          ...INDEXED_KINDS.flatMap(([path, kind]) => [page(path, path, 'catalogue/terms/terms-page', terms), page(`${kind}/:slug`, kind, 'catalogue/terms/term-page', term)]),
          ...(['character', 'artist', 'author'] as const).map((kind) => rare(`${kind}/:slug/comments/:identifier?`, 'catalogue/terms/term-comments-page', `${kind}-comments`)),
          rare('dmca', 'legal/notices/dmca-page'),
          rare('takedowns', 'legal/notices/takedowns-page'),
          rare('takedowns/:id', 'legal/notices/takedown-page'),
          rare('takedowns/:id/counter', 'legal/notices/counter-notice-page'),
          rare('transparency', 'legal/transparency/transparency-page'),
          ...ADDRESSED_PAGES.filter((slug) => slug !== 'dmca').map((slug) => rare(slug, 'legal/site-pages/site-page', slug)),
          rare('admin/:section?/:id?/:tab?', 'staff/admin/admin-page'),
          rare('upload/:id?', 'staff/uploads/upload-page'),
          rare('upload/comics/:slug/:tab?', 'staff/comic-editor/upload-comic-page'),
          rare('moderation/:section?', 'staff/moderation/moderation-page'),
          rare('cookies', 'legal/consent/cookies-page'),
          page('language/:slug', 'language', 'catalogue/terms/term-page', term),
          page('category/:slug', 'category', 'catalogue/terms/term-page', term),
          rare('favorites', 'members/library/favorites-page'),
          rare('history', 'members/library/history-page'),
          rare('bookmarks', 'members/library/bookmarks-page'),
          rare('lists', 'members/library/lists-page'),
          rare('list/:id', 'members/library/list-page'),
          rare('following', 'members/library/following-page'),
          rare('notifications', 'members/notifications/notifications-page'),
          rare('offline', 'members/offline/offline-page'),
          rare('age', 'legal/age/age-page'),
          rare('login', 'members/auth/login-page'),
          rare('register', 'members/auth/register-page'),
          rare('password-reset', 'members/auth/password-reset-page'),
          rare('password-reset/:token', 'members/auth/password-reset-token-page'),
          rare('verify/:hash', 'members/auth/verify-page'),
          rare('setup/:token', 'members/auth/setup-page'),
          rare('profile/:username/:tab?', 'members/profile/profile-page'),
          rare('settings/import/:id', 'members/portability/import-review-page', 'settings-import'),
          rare('settings/:section?', 'members/settings/settings-page'),
          // The build leaves out what only development has.
          ...(import.meta.env.DEV ? [page('dev/ui', 'dev-ui', 'ui/gallery/dev-ui-page', () => import('#web/ui/gallery/dev-ui-page.tsx'))] : []),
          rare('*', 'app/not-found-page'),
        ],
      },
    ],
  },
];
