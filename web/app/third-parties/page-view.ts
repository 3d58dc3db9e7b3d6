import type { Analytics } from '#contract/analytics.ts';

/** One view of a page, as it is told. */
export interface PageView {
  /** The beginning of absolute addresses of the site. */
  origin: string;
  /** Without a query: what people search for is nobody's business. */
  path: string;
  /** The site that led here, for the first page of a visit; empty for none. */
  referrer: string;
  /** The id that stands for the member, where there is one who agreed; null for everyone else. */
  user: string | null;
}

/** The parts of a matched route that tell where a visitor is. */
export interface VisitedRoute {
  route: { id?: string | undefined; path?: string | undefined };
  params: Record<string, string | undefined>;
}

/** Parts of an address that name a public work; all others may be somebody's name, or a key. */
const PUBLIC = new Set(['lang', 'slug', 'chapter', 'page']);

/** Whether the page is a reader, which is never counted (the route 'comic/reader'). */
export function isReader(matches: readonly VisitedRoute[]): boolean {
  return matches.at(-1)?.route.id?.endsWith('-reader') ?? false;
}

/**
 * The path that is reported for an address: with `route` the pattern of the page, the same for all works (`/en/comic/:slug`); with
 * `full` works are named, and members, tokens and keys are not.
 */
export function reportedPath(matches: readonly VisitedRoute[], paths: Analytics['paths']): string {
  const params = matches.at(-1)?.params ?? {};
  const parts = matches.flatMap(({ route: { path = '' } }) => path.split('/')).filter((part) => part !== '');
  const reported = parts.flatMap((part) => {
    const name = /^:(\w+)/.exec(part)?.[1];
    if (name === undefined) return [part];
    const value = params[name];
    if (value === undefined) return [];
    return [name === 'lang' || (paths === 'full' && PUBLIC.has(name)) ? encodeURIComponent(value) : `:${name}`];
  });
  return `/${reported.join('/')}`;
}

/** A view as the Plausible Events API takes it. */
export function plausibleCall(
  { url, siteId }: Analytics,
  { origin, path, referrer }: PageView,
): { url: string; body: string } {
  return {
    url: `${url}/api/event`,
    body: JSON.stringify({ name: 'pageview', domain: siteId, url: origin + path, referrer: referrer || null }),
  };
}

/** A view as the Matomo Tracking HTTP API takes it; without cookies or an id of the browser. */
export function matomoCall(
  { url, siteId }: Analytics,
  { origin, path, referrer, user }: PageView,
): { url: string; body: URLSearchParams } {
  const body = new URLSearchParams({
    idsite: siteId,
    rec: '1',
    apiv: '1',
    send_image: '0',
    url: origin + path,
    action_name: path,
  });
  if (referrer !== '') {
    body.set('urlref', referrer);
  }
  if (user !== null) {
    body.set('uid', user);
  }
  return { url: `${url}/matomo.php`, body };
}
