import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { KindPath, TermKind } from '#contract/taxonomy.ts';
import { ADDRESSED_PAGES } from '#contract/editable-pages.ts';
import { inTime } from './in-time.ts';
import { Layout } from './layout/layout.tsx';
import type { PageModule, RouteHandle } from './page.ts';
import { ErrorPage } from './pages/error.tsx';
import { rootData } from './root-data.ts';
import { ROOT, type RootData } from './site.ts';

/** Kinds with an index of their own; languages and categories only have a page for each (specification, section 2). */
export const INDEXED_KINDS: readonly (readonly [KindPath, TermKind])[] = [
  ['tags', 'tag'], ['groups', 'group'], ['parodies', 'parody'], ['relationships', 'relationship'],
  ['characters', 'character'], ['artists', 'artist'], ['authors', 'author'],
  ['genres', 'genre'], ['publishers', 'publisher'], ['platforms', 'platform'],
];

/** The route inside the frame: where a failed page is replaced by the 404 or the error page. */
export const PAGES = 'pages';

/** Route id → the file its page is in, for the preloads of the first load. */
export const PAGE_FILES: Record<string, string> = {};

/** A route whose page is loaded when it is first visited. Its id tells the page which kind of address it is. */
function page<Data>(path: string | null, id: string, file: string, module: () => Promise<PageModule<Data>>, children?: RouteObject[]): RouteObject {
  PAGE_FILES[id] = `web/pages/${file}.tsx`;
  const lazy = async () => {
    const { loader, Page, head, Bar, frame, shouldRevalidate, isPersonal, prepare, ads } = await inTime(module());
    const Component = () => <Page data={useLoaderData() as Data} route={id} />;
    const handle = { head, Bar, frame, isPersonal, prepare, ads } as RouteHandle;
    const load = async ({ request, params }: LoaderFunctionArgs) => {
      const data = await loader?.({ request, params, route: id }) ?? null;
      await prepare?.(data as Data);
      return data;
    };
    return { loader: load, Component, handle, ...(shouldRevalidate ? { shouldRevalidate } : {}) };
  };
  return path === null ? { index: true, id, lazy } : { path, id, lazy, ...(children ? { children } : {}) };
}

/** The page of staff, with the words that readers do not fetch. */
async function forStaff<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { staffMessages } = await import('./i18n/staff-messages.ts');
  await staffMessages();
  return module;
}

const terms = () => import('./pages/terms.tsx');
const term = () => import('./pages/term.tsx');
const reader = () => import('./pages/reader.tsx');

/** The pages of comics, under the word of either variant. Links use the site's own; the other still works. */
function comicPages(variant: 'comic' | 'webtoon'): RouteObject[] {
  return [
    page(`${variant}/random`, `${variant}-random`, 'random', () => import('./pages/random.tsx')),
    page(`${variant}/:slug`, variant, 'comic', () => import('./pages/comic.tsx'), [
      page(null, `${variant}-contents`, 'comic-contents', () => import('./pages/comic-contents.tsx')),
      page('characters', `${variant}-characters`, 'comic-characters', () => import('./pages/comic-characters.tsx')),
      page('download', `${variant}-download`, 'comic-download', () => import('./pages/comic-download.tsx')),
      page('comments/:identifier?', `${variant}-comments`, 'comic-comments', () => import('./pages/comic-comments.tsx')),
    ]),
    page(`${variant}/:slug/reader/:page?`, `${variant}-reader`, 'reader', reader),
    page(`${variant}/:slug/:chapter/reader/:page?`, `${variant}-chapter-reader`, 'reader', reader),
  ];
}

/** Every address of the site. A page whose feature is off is answered 404 by the API its loader calls. */
export const routes: RouteObject[] = [
  {
    id: ROOT,
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
          page(null, 'home', 'home', () => import('./pages/home.tsx')),
          page('latest', 'latest', 'latest', () => import('./pages/latest.tsx')),
          ...comicPages('comic'),
          ...comicPages('webtoon'),
          ...INDEXED_KINDS.flatMap(([path, kind]) => [page(path, path, 'terms', terms), page(`${kind}/:slug`, kind, 'term', term)]),
          ...(['character', 'artist', 'author'] as const).map((kind) => page(`${kind}/:slug/comments/:identifier?`, `${kind}-comments`, 'term-comments', () => import('./pages/term-comments.tsx'))),
          ...ADDRESSED_PAGES.map((slug) => page(slug, slug, 'site-page', () => import('./pages/site-page.tsx'))),
          page('admin/:section?/:id?/:tab?', 'admin', 'admin', () => forStaff(import('./pages/admin.tsx'))),
          page('upload/:id?', 'upload', 'upload', () => forStaff(import('./pages/upload.tsx'))),
          page('upload/comics/:slug/:tab?', 'upload-comic', 'upload-comic', () => forStaff(import('./pages/upload-comic.tsx'))),
          page('moderation/:section?', 'moderation', 'moderation', () => forStaff(import('./pages/moderation.tsx'))),
          page('language/:slug', 'language', 'term', term),
          page('category/:slug', 'category', 'term', term),
          page('favorites', 'favorites', 'favorites', () => import('./pages/favorites.tsx')),
          page('history', 'history', 'history', () => import('./pages/history.tsx')),
          page('bookmarks', 'bookmarks', 'bookmarks', () => import('./pages/bookmarks.tsx')),
          page('lists', 'lists', 'lists', () => import('./pages/lists.tsx')),
          page('list/:id', 'list', 'list', () => import('./pages/list.tsx')),
          page('following', 'following', 'following', () => import('./pages/following.tsx')),
          page('notifications', 'notifications', 'notifications', () => import('./pages/notifications.tsx')),
          page('offline', 'offline', 'offline', () => import('./pages/offline.tsx')),
          page('login', 'login', 'login', () => import('./pages/login.tsx')),
          page('register', 'register', 'register', () => import('./pages/register.tsx')),
          page('password-reset', 'password-reset', 'password-reset', () => import('./pages/password-reset.tsx')),
          page('password-reset/:token', 'password-reset-token', 'password-reset-token', () => import('./pages/password-reset-token.tsx')),
          page('verify/:hash', 'verify', 'verify', () => import('./pages/verify.tsx')),
          page('setup/:token', 'setup', 'setup', () => import('./pages/setup.tsx')),
          page('profile/:username/:tab?', 'profile', 'profile', () => import('./pages/profile.tsx')),
          page('settings/import/:id', 'settings-import', 'import-review', () => import('./pages/import-review.tsx')),
          page('settings/:section?', 'settings', 'settings', () => import('./pages/settings.tsx')),
          page('*', 'not-found', 'not-found', () => import('./pages/not-found.tsx')),
        ],
      },
    ],
  },
];
