import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { KindPath, TermKind } from '#contract/term-kinds.ts';
import { ADDRESSED_PAGES } from '#contract/editable-pages.ts';
import { inTime } from './in-time.ts';
import { Layout } from './layout/layout.tsx';
import type { PageModule, RouteHandle } from './page.ts';
import type { RarePage } from './rare-pages.ts';
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

/** Route id → the files its page is in, for the preloads of the first load. */
export const PAGE_FILES: Record<string, string[]> = {};

/** The files of what stands in place of a page that could not be had. */
export const FAILURE_FILES = ['web/layout/failure-view.tsx'];

/** A route whose page is loaded when it is first visited. Its id tells the page which kind of address it is. */
function page<Data>(path: string | null, id: string, file: string, module: () => Promise<PageModule<Data>>, children: RouteObject[] = [], ...before: string[]): RouteObject {
  PAGE_FILES[id] = [...before, `web/pages/${file}.tsx`];
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
  return path === null ? { index: true, id, lazy } : { path, id, lazy, ...(children.length > 0 ? { children } : {}) };
}

/** A route whose page is among the rare ones; its id is its file's name where it is not given. */
function rare(path: string, file: RarePage, id: string = file): RouteObject {
  return page(path, id, file, async () => (await import('./rare-pages.ts')).rarePage(file), [], 'web/rare-pages.ts');
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
      rare('download', 'comic-download', `${variant}-download`),
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
          ...(['character', 'artist', 'author'] as const).map((kind) => rare(`${kind}/:slug/comments/:identifier?`, 'term-comments', `${kind}-comments`)),
          rare('dmca', 'dmca'),
          rare('takedowns', 'takedowns'),
          rare('takedowns/:id', 'takedown'),
          rare('takedowns/:id/counter', 'counter-notice'),
          rare('transparency', 'transparency'),
          ...ADDRESSED_PAGES.filter((slug) => slug !== 'dmca').map((slug) => rare(slug, 'site-page', slug)),
          rare('admin/:section?/:id?/:tab?', 'admin'),
          rare('upload/:id?', 'upload'),
          rare('upload/comics/:slug/:tab?', 'upload-comic'),
          rare('moderation/:section?', 'moderation'),
          rare('cookies', 'cookies'),
          page('language/:slug', 'language', 'term', term),
          page('category/:slug', 'category', 'term', term),
          rare('favorites', 'favorites'),
          rare('history', 'history'),
          rare('bookmarks', 'bookmarks'),
          rare('lists', 'lists'),
          rare('list/:id', 'list'),
          rare('following', 'following'),
          rare('notifications', 'notifications'),
          rare('offline', 'offline'),
          rare('age', 'age'),
          rare('login', 'login'),
          rare('register', 'register'),
          rare('password-reset', 'password-reset'),
          rare('password-reset/:token', 'password-reset-token'),
          rare('verify/:hash', 'verify'),
          rare('setup/:token', 'setup'),
          rare('profile/:username/:tab?', 'profile'),
          rare('settings/import/:id', 'import-review', 'settings-import'),
          rare('settings/:section?', 'settings'),
          // The build leaves out what only development has.
          ...(import.meta.env.DEV ? [page('dev/ui', 'dev-ui', 'dev-ui', () => import('./pages/dev-ui.tsx'))] : []),
          rare('*', 'not-found'),
        ],
      },
    ],
  },
];
