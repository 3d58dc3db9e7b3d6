import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import type { Site } from '#server/config/site-file.ts';

/** The kinds of entries a sitemap lists: pages of the site, works, explicit works, terms. */
export const KINDS = ['pages', 'comics', 'explicit', 'terms'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Ids in a part of a sitemap. A part is a range of ids, so that it costs the same in any library. With 2,000 addresses
 * of the 2,048 letters that the protocol allows, each named for ten languages, it stays below its 50 MB.
 */
export const PART = 2_000;

/** Letters of an address that is too long for a sitemap (sitemaps.org). */
export const TOO_LONG = 2_048;

/** The part of a library that a site lists for search engines. */
export interface SitemapScope {
  /** The ratings its lists can show. */
  rating: 'safe' | 'all';
  /** The ratings its lists show to someone who has chosen nothing. */
  usual: 'safe' | 'all';
  kinds: readonly Kind[];
  terms: readonly TermKind[];
}

/** The part of the library that a site lets search engines list; no kinds where it lets them list nothing. */
export function listedOn(site: Pick<Site, 'indexing' | 'features' | 'nsfw' | 'ageGate'>): SitemapScope {
  const rating = site.nsfw || site.features.includes('nsfw') ? 'all' : 'safe';
  const { mode, countries } = site.ageGate;
  // Behind somebody else's check an explicit work has no page that a search engine could read.
  const checked = [mode, ...Object.values(countries)].includes('external');
  const kinds =
    site.indexing === 'none'
      ? []
      : KINDS.filter((kind) => kind !== 'explicit' || (site.indexing === 'all' && rating === 'all' && !checked));
  return {
    rating,
    usual: site.nsfw ? 'all' : 'safe',
    kinds,
    terms: TERM_KINDS.filter((kind) => site.features.includes(KIND_PATHS[kind])),
  };
}

/** The kind and the part, from 1, that a file's name means (`comics-3.xml`, `pages-1.xml`); null where it means none. */
export function parsePartName(name: string): { kind: Kind; part: number } | null {
  const [, kind = '', digits = ''] = /^([a-z]+)-([1-9]\d{0,6})\.xml$/.exec(name) ?? [];
  const known = KINDS.find((each) => each === kind);
  return known === undefined ? null : { kind: known, part: Number(digits) };
}
