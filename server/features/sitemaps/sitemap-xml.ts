import { setImmediate } from 'node:timers/promises';
import { addressesFor } from '#contract/addresses.ts';
import type { Locale } from '#contract/locales.ts';
import type { Variant } from '#contract/site.ts';
import { escaped } from '#server/http/xml.ts';
import { TOO_LONG } from './listing.ts';

/** An address to list: its path behind the locale, encoded; when it last changed, ISO 8601; a picture of it, absolute. */
export interface Listing {
  path: string;
  updatedAt?: string | null;
  image?: string | null;
}

/** The site whose sitemap it is. */
export interface Spoken {
  origin: string;
  locales: readonly Locale[];
  defaultLocale: Locale;
  variant: Variant;
}

/** Letters that are sent at once, at least. */
const AT_ONCE = 100_000;

/**
 * A sitemap (sitemaps.org 0.9) of some addresses in one locale, piece by piece: each with those of all other locales and
 * the one for everyone else. Addresses that are longer than the protocol allows are left out.
 */
export function* sitemap(
  listings: Iterable<Listing>,
  locale: Locale,
  { origin, locales, defaultLocale, variant }: Spoken,
): Generator<string> {
  const home = (each: Locale) => addressesFor(each, variant, origin).home();
  const start = `<url><loc>${home(locale)}`;
  const others = [...locales.map((each) => [each, each] as const), ['x-default', defaultLocale] as const].map(
    ([language, each]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${home(each)}`,
  );
  let text =
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n';
  for (const { path, updatedAt, image } of listings) {
    if (origin.length + path.length + 3 >= TOO_LONG) continue;
    const own = written(path);
    const end = `${own}"/>`;
    text += `${start}${own}</loc>`;
    if (updatedAt) {
      text += `<lastmod>${updatedAt}</lastmod>`;
    }
    for (const other of others) {
      text += other + end;
    }
    if (image) {
      text += `<image:image><image:loc>${written(image)}</image:loc></image:image>`;
    }
    text += '</url>\n';
    if (text.length >= AT_ONCE) {
      yield text;
      text = '';
    }
  }
  yield `${text}</urlset>\n`;
}

/** An index of sitemaps: their absolute addresses, and when something in each last changed. */
export function* sitemapIndex(files: Iterable<{ url: string; updatedAt: string | null }>): Generator<string> {
  let text =
    '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  for (const { url, updatedAt } of files) {
    text += `<sitemap><loc>${written(url)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</sitemap>\n`;
    if (text.length >= AT_ONCE) {
      yield text;
      text = '';
    }
  }
  yield `${text}</sitemapindex>\n`;
}

/** Pieces, each in a turn of the event loop of its own: for who takes them at once, all of a file would be made in one. */
export async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece;
    await setImmediate();
  }
}

/** Nearly every address is made of letters that stand for themselves. */
function written(address: string): string {
  return /^[\w/.:%~()*!?=-]*$/.test(address) ? address : escaped(address);
}
