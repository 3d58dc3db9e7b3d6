import { acceptedLocale, isLocale, type Locale } from '#contract/locales.ts';
import { PATHS } from '#contract/addresses.ts';
import { ComicQuery } from '#contract/comics.ts';
import { VARIANTS } from '#contract/site.ts';
import type { Site } from '#server/config/site-file.ts';
import { parseQueryString, withQuery } from '#contract/query-string.ts';

/** The parameters most pages read; all others are left out before a page is made or looked for in the cache. */
const PAGE_PARAMETERS: readonly string[] = Object.keys(ComicQuery.shape).filter((name) => name !== 'per_page');

/** Those of the page of the age check: where to go on to, and why the last one was not passed. */
const AGE_PARAMETERS: readonly string[] = ['next', 'failed'];

/** Those of the page where filters are chosen: of the list it is about, and which choices it shows. */
const FILTERS_PARAMETERS: readonly string[] = [...PAGE_PARAMETERS, 'kind', 'to', 'find', 'show'];

/** The parameters a page reads, by the first part of its address behind the locale. */
const PARAMETERS: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  [PATHS.age, AGE_PARAMETERS],
  [PATHS.filters.split('/', 1)[0], FILTERS_PARAMETERS],
]);

/** Line ends, which the router's patterns do not cross, and the dots that browsers and `URL` resolve: no address has them. */
const LINE_ENDS = /%0[ad]|%e2%80%a[89]/gi;
const DOTS = /^(?:\.|%2e){1,2}$/i;

/** The choices of a visitor, from cookies and headers. */
export interface Choices {
  /** The cookie `lang`. */
  lang: string | undefined;
  acceptLanguage: string | undefined;
}

/** An address of the site, read: a page in a locale, or where it is found instead. */
export type PageAddress =
  | { kind: 'page'; locale: Locale; path: string; search: string; nsfw: string | undefined }
  | { kind: 'elsewhere'; to: string; permanent: boolean };

/**
 * Reads the address of a page (decisions, "Locales").
 *
 * Without a locale of the site in front it is found under the saved one, keeping path and query; what looks like
 * another language's prefix is replaced. A comic under the word of the other variant is found for good under the site's own.
 * Slashes at the end, doubled ones, parts that are dots and line ends are left out.
 * `nsfw` counts at the root.
 */
export function readAddress(
  site: Pick<Site, 'locales' | 'defaultLocale' | 'variant'>,
  url: string,
  choices: Choices,
): PageAddress {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark);
  const [first = '', ...rest] = path
    .split(/[/\\]+/)
    .map((part) => part.replace(LINE_ENDS, ''))
    .filter((part) => part !== '' && !DOTS.test(part));
  if (isLocale(first) && site.locales.includes(first)) {
    if (rest.length > 1 && (VARIANTS as readonly (string | undefined)[]).includes(rest[0])) {
      rest[0] = site.variant;
    }
    const clean = `/${[first, ...rest].join('/')}`;
    if (clean !== path) return { kind: 'elsewhere', to: clean + query, permanent: true };
    const parameters = parseQueryString(query.slice(1));
    const nsfw = rest.length === 0 && typeof parameters.nsfw === 'string' ? parameters.nsfw : undefined;
    return {
      kind: 'page',
      locale: first,
      path,
      search: knownSearch(parameters, PARAMETERS.get(rest[0]) ?? PAGE_PARAMETERS),
      nsfw,
    };
  }
  const prefix = /^([a-z]{2})(?:[-_][a-z0-9]{2,4})?$/i.exec(first);
  const meant = prefix?.[1]?.toLowerCase();
  const locale = isLocale(meant) && site.locales.includes(meant) ? meant : savedLocale(site, choices);
  const others = prefix || first === '' ? rest : [first, ...rest];
  return { kind: 'elsewhere', to: `/${[locale, ...others].join('/')}${query}`, permanent: false };
}

/** The locale a visitor has chosen or their browser asks for, of those the site has. */
export function savedLocale(site: Pick<Site, 'locales' | 'defaultLocale'>, { lang, acceptLanguage }: Choices): Locale {
  if (isLocale(lang) && site.locales.includes(lang)) return lang;
  return acceptedLocale(acceptLanguage, site.locales) ?? site.defaultLocale;
}

/** A query with only what pages read, in one order, so that one page has one key; empty or with its question mark. */
function knownSearch(parameters: Readonly<Record<string, string | string[]>>, known: readonly string[]): string {
  return withQuery('', Object.fromEntries(known.map((name) => [name, parameters[name]])));
}
