import { parseComicPath } from '#contract/addresses.ts';
import { isLocale, type Locale } from '#contract/locales.ts';
import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';

/** The subject of a page of the site. */
export type Subject = { locale: Locale } & (
  { kind: 'comic'; slug: string; chapter: string | null } | { kind: TermKind; slug: string }
);

/**
 * The subject of an address: a comic, one of its chapters or pages, or a term; null for any other page, for what is no
 * address, and for another site's.
 *
 * @param origins what the site's own addresses start with.
 */
export function parseSubject(
  address: string,
  origins: readonly string[],
  viewing: Pick<RequestContext, 'site'>,
): Subject | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin, pathname, username, password } = new URL(address);
  if (
    (protocol !== 'http:' && protocol !== 'https:') ||
    username !== '' ||
    password !== '' ||
    !origins.includes(origin)
  ) {
    return null;
  }
  return subjectAt(decodePath(pathname) ?? [], viewing);
}

/** The same of a path, by its decoded parts. */
export function subjectAt([lang, ...parts]: readonly string[], { site }: Pick<RequestContext, 'site'>): Subject | null {
  const [word, slug] = parts;
  if (!isLocale(lang) || !site.locales.includes(lang) || slug === undefined) return null;
  const comic = parseComicPath(parts);
  if (comic !== null) return { locale: lang, kind: 'comic', slug, chapter: comic.chapter };
  const kind = TERM_KINDS.find((each) => each === word && site.features.includes(KIND_PATHS[each]));
  return kind === undefined ? null : { locale: lang, kind, slug };
}

function decodePath(path: string): string[] | null {
  try {
    return path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
  } catch {
    // A percent sign that encodes nothing.
    return null;
  }
}
