import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider, type StaticHandlerContext } from 'react-router';
import type { Announcement } from '#contract/announcements.ts';
import { textDirection, type Locale } from '#contract/locales.ts';
import type { Manifest, RenderedPage, RenderOptions } from '#contract/rendering.ts';
import { ApiFailure, bindServer } from '#web/platform/api/api.ts';
import { failureTitle } from '#web/platform/api/failures.ts';
import { headHtml, isExplicit, scriptJson, type PageHead, type HeadContext } from '#web/platform/page/head.ts';
import { addMessages, messagesUrl, translatorFor } from '#web/platform/i18n/i18n.tsx';
import { HydrateAsOne } from '#web/app/layout/hydration-boundary.tsx';
import { noticesHtml } from '#web/app/layout/notices.ts';
import { addressesFor } from '#contract/addresses.ts';
import type { RouteHandle } from '#web/platform/page/page.ts';
import { serverPartsLoaded } from '#web/ui/page/lazy.tsx';
import { preloadFirstImage } from './preload-image.ts';
import { FAILURE_FILES, PAGE_FILES, PAGES, routes } from './routes.tsx';

const files = import.meta.glob<Parameters<typeof addMessages>[1]>(
  ['../../messages/generated/*.json', '!../../messages/generated/*.server.json'],
  { import: 'default', eager: true },
);
for (const [file, messages] of Object.entries(files)) {
  addMessages(/\/([a-z]+)(?:\.(?:staff|law|settings))?\.json$/.exec(file)?.[1] as Locale, messages);
}

const handler = createStaticHandler(routes);

/**
 * Makes the page at `request.url`, whose first path part must be a locale: the anonymous view, the same for every
 * visitor with the same locale and rating. A page whose data could not be had is made too, with the API's status.
 */
export async function render(request: Request, options: RenderOptions): Promise<RenderedPage> {
  bindServer(request, options);
  const [context, notices] = await Promise.all([handler.query(request), renderNotices(options)]);
  await serverPartsLoaded();
  if (context instanceof Response) {
    return { head: '', body: [], status: context.status, location: context.headers.get('location') ?? '/' };
  }
  try {
    return page(context, options, notices);
  } catch (failure) {
    return page({ ...context, errors: { [PAGES]: failure } }, options, notices);
  }
}

/** The operator's announcements; nothing where that cannot be had. */
async function renderNotices({ get, locale }: RenderOptions): Promise<string> {
  try {
    const { status, body } = await get(`/api/announcements?lang=${locale}`, {});
    return status === 200 ? noticesHtml(body as Announcement[], translatorFor(locale)) : '';
  } catch {
    return '';
  }
}

function page(context: StaticHandlerContext, options: RenderOptions, notices: string): RenderedPage {
  const { status, failure } = outcome(context);
  const errors = knownErrors(context);
  const body = renderBody({ ...context, errors });
  const about = aboutPage(context, options);
  const state = scriptJson({ loaderData: context.loaderData, errors: errors && stateFor(errors) });
  const head = { ...pageHead(context, about), ...(isExplicit(state) ? { adult: true } : {}) };
  // React puts the preloads of important images before the page; they belong into the head.
  const images = /^(?:<link rel="preload"[^>]*>)+/.exec(body)?.[0] ?? '';
  const parts: Record<string, string> = {
    '%lang%': options.locale,
    '%dir%': textDirection(options.locale),
    '%theme%': options.site.theme,
    '%nsfw%': String(options.nsfw),
    '%variant%': options.site.variant,
    '%features%': options.site.features.join(' '),
    '%csrf%': options.csrf,
    // First of all that is fetched: browsers ask for six things at a time.
    '<!--head-->': images + headHtml(head, about) + preloads(context, options),
    '<!--notices-->': notices,
    '<!--app-->': body.slice(images.length),
    '<!--state-->': state,
  };
  const shell = shellFor(options.template);
  const start = shell.head.map((piece) => parts[piece] ?? piece).join('');
  return {
    head: images === '' ? start : preloadFirstImage(start, isBare(context)),
    body: shell.body.map((piece) => (typeof piece === 'string' ? (parts[piece] ?? '') : piece)),
    status,
    pattern: routePattern(context),
    adult: head.adult === true,
    ...(failure === undefined ? {} : { failure }),
  };
}

function routePattern({ matches }: StaticHandlerContext): string {
  return `/${matches.flatMap(({ route: { path = '' } }) => path.split('/').filter((part) => part !== '')).join('/')}`;
}

/** A template cut at what every page fills in: texts as they are and the names of parts, in their order. */
interface Shell {
  template: string;
  /** All before `</head>`. */
  head: readonly string[];
  /** The texts in bytes: 14 KB that would be encoded anew for every page. */
  body: readonly (string | Uint8Array)[];
}

let lastShell: Shell | null = null;

/** Cuts a template; a built site has one, which is cut once. */
function shellFor(template: string): Shell {
  if (lastShell?.template === template) return lastShell;
  const end = Math.max(0, template.indexOf('</head>'));
  const cut = (text: string) =>
    text.split(/(%(?:lang|dir|theme|nsfw|variant|features|csrf)%|<!--(?:head|notices|app|state)-->)/);
  const encoder = new TextEncoder();
  lastShell = {
    template,
    head: cut(template.slice(0, end)),
    // Every second piece is the name of a part.
    body: cut(template.slice(end)).map((piece, index) => (index % 2 === 1 ? piece : encoder.encode(piece))),
  };
  return lastShell;
}

function renderBody(context: StaticHandlerContext): string {
  const router = createStaticRouter(handler.dataRoutes, context);
  const draw = (undivided: boolean) =>
    renderToString(
      <HydrateAsOne value={undivided}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </HydrateAsOne>,
    );
  const body = draw(false);
  // A failure within a boundary is left to the browser; here it is the page that fails, with its status: drawn undivided, it throws.
  if (body.includes('<!--$!-->')) {
    draw(true);
  }
  return body;
}

/** The status of a page: its own, that of the call that failed, or 500 for what nobody expected. */
function outcome(context: StaticHandlerContext): { status: number; failure?: unknown } {
  const error = Object.values(context.errors ?? {})[0];
  if (error === undefined) return { status: context.statusCode };
  if (error instanceof ApiFailure) return { status: error.status };
  return { status: 500, failure: error };
}

function aboutPage(context: StaticHandlerContext, { locale, site, origin }: RenderOptions): HeadContext {
  const match = context.matches.at(-1);
  return {
    t: translatorFor(locale),
    site,
    locale,
    origin,
    links: addressesFor(locale, site.variant),
    route: match?.route.id ?? '',
    params: match?.params ?? {},
    path: context.location.pathname,
  };
}

function pageHead(context: StaticHandlerContext, head: HeadContext): PageHead {
  if (context.errors) return { title: failureTitle(head.t, Object.values(context.errors)[0]), hidden: true };
  for (const { route } of context.matches.toReversed()) {
    const handle = route.handle as RouteHandle | undefined;
    if (handle?.head) return handle.head(context.loaderData[route.id] as never, head);
  }
  return { title: '' };
}

/** The chunks of the page and their styles that the template does not name already, its messages and its manifest. */
function preloads(context: StaticHandlerContext, { locale, site, manifest, template }: RenderOptions): string {
  return [
    filesFor(context, manifest, template),
    `<link rel="preload" as="fetch" crossorigin href="${messagesUrl(locale)}">`,
    `<link rel="manifest" href="${addressesFor(locale, site.variant).manifest()}">`,
  ].join('');
}

/** Styles and scripts by the routes of a page, for one template. */
let namedFiles: { template: string; byRoutes: Map<string, string> } = { template: '', byRoutes: new Map() };

/** The styles and scripts of a page's routes that the template does not name already, as links; looked up once for each set of routes. */
function filesFor({ matches, errors }: StaticHandlerContext, manifest: Manifest, template: string): string {
  if (namedFiles.template !== template) {
    namedFiles = { template, byRoutes: new Map() };
  }
  const routes = matches.map(({ route }) => route.id);
  const key = JSON.stringify([routes, errors !== null]);
  const known = namedFiles.byRoutes.get(key) ?? findFiles(routes, errors !== null, manifest, template);
  namedFiles.byRoutes.set(key, known);
  return known;
}

function findFiles(routes: readonly string[], failed: boolean, manifest: Manifest, template: string): string {
  const isNew = (file: string) => !template.includes(file);
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) {
      styles.add(style);
    }
    for (const imported of chunk.imports ?? []) {
      add(imported);
    }
  };
  // The files that the first file needs are wanted as soon as that one, not after it.
  add('index.html');
  for (const route of routes) {
    PAGE_FILES[route]?.forEach(add);
  }
  if (failed) {
    FAILURE_FILES.forEach(add);
  }
  return [
    ...[...styles].filter(isNew).map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...scripts].filter(isNew).map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('');
}

/** Whether a page is its picture, with nothing around it. */
function isBare({ matches, errors }: StaticHandlerContext): boolean {
  return !errors && matches.some(({ route }) => (route.handle as RouteHandle | undefined)?.frame === 'bare');
}

/** The errors, as the browser will read them: an unexpected one tells nothing of itself. */
function knownErrors({ errors }: StaticHandlerContext): Record<string, ApiFailure> | null {
  return (
    errors &&
    Object.fromEntries(
      Object.entries(errors).map(([route, error]) => [
        route,
        error instanceof ApiFailure ? error : new ApiFailure(500, '', null),
      ]),
    )
  );
}

/** The same as it travels in the page. */
function stateFor(errors: Record<string, ApiFailure>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(errors).map(([route, { status, message, body }]) => [route, { status, message, body }]),
  );
}
