import type { ComicCard } from '#contract/comics.ts';
import { comicSharePath } from '#contract/addresses.ts';
import type { SiteConfig } from '#contract/site.ts';
import type { HeadContext } from './head.ts';

/** Things of schema.org as one document. */
export function jsonLdGraph(...things: readonly object[]): object {
  return { '@context': 'https://schema.org', '@graph': things };
}

/**
 * The way to a page from the landing page on, as search results show it.
 *
 * @param steps each with the path of its page; the last is the page itself.
 */
export function breadcrumbs(
  { t, origin, links }: Pick<HeadContext, 't' | 'origin' | 'links'>,
  steps: readonly { name: string; path: string }[],
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: t('site.nav.home'), path: links.home() }, ...steps].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}

/** A page that lists things. `from` is the place of the first, from 1; `total` is of all pages. */
export function listPage(
  { origin, locale }: Pick<HeadContext, 'origin' | 'locale'>,
  page: {
    name: string;
    description: string;
    url: string;
    total: number;
    from: number;
    items: readonly { name: string; path: string }[];
  },
): object {
  return {
    '@type': 'CollectionPage',
    name: page.name,
    description: page.description,
    url: page.url,
    inLanguage: locale,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: page.total,
      itemListElement: page.items.map(({ name, path }, at) => ({
        '@type': 'ListItem',
        position: page.from + at,
        name,
        url: `${origin}${path}`,
      })),
    },
  };
}

/** The site itself, with how it is searched and who publishes it. */
export function siteSchema(
  { site, locale, origin, links }: Pick<HeadContext, 'site' | 'locale' | 'origin' | 'links'>,
  description: string,
): object {
  return {
    '@type': 'WebSite',
    name: site.name,
    ...(site.title === site.name ? {} : { alternateName: site.title }),
    description,
    url: `${origin}${links.home()}`,
    inLanguage: locale,
    publisher: {
      '@type': 'Organization',
      name: site.name,
      url: origin,
      logo: { '@type': 'ImageObject', url: `${site.cdn || origin}/images/icon.png` },
      ...(site.social.length === 0 ? {} : { sameAs: site.social.map(({ url }) => url) }),
    },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}${links.latest({ q: '' })}{search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** Whether search engines are asked not to list the pages of a comic: one that lists do not show, or an explicit one where the site says so. */
export function isNoIndex(
  { unlisted, rating }: Pick<ComicCard, 'unlisted' | 'rating'>,
  { indexing }: Pick<SiteConfig, 'indexing'>,
): boolean {
  return unlisted === true || (rating === 'explicit' && indexing !== 'all');
}

/** A description of facts and a text, cut after a word so that search engines show as much of it as they can. */
export function metaDescription(...parts: readonly (string | null | undefined)[]): string {
  const text = parts.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
  if (text.length <= MAX_LETTERS) return text;
  const cut = text.slice(0, MAX_LETTERS).replace(/[\ud800-\udbff]$/, '');
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > MAX_LETTERS / 2 ? end : cut.length).replace(/(?<![\s,.;:·–-])[\s,.;:·–-]+$/, '')}…`;
}

/** The words of HTML that the server made. */
export function toPlainText(html: string): string {
  const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html
    .replace(/<\/?(?:p|li|ul|ol|h\d|br|hr|blockquote|pre|t[a-z]+)\b[^<>]*>/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => letters[name] ?? '');
}

/** Titles of the first comics of a list, for its description. */
export function firstTitles(comics: readonly Pick<ComicCard, 'title'>[]): string {
  return comics
    .slice(0, FIRST)
    .map(({ title }) => title)
    .join(' · ');
}

/**
 * The picture that stands for some comics in link previews: that of the first with a cover that anyone may see, with
 * its title. It is found beside the cover, whose address has the hash in it.
 */
export function sharePicture(
  comics: readonly Pick<ComicCard, 'title' | 'rating' | 'image_url'>[],
): { url: string; alt: string } | undefined {
  for (const { title, rating, image_url: cover } of comics) {
    const [, origin = '', hash = ''] = /^(.*)\/images\/([0-9a-f]{64})\/[^/?]*$/.exec(cover) ?? [];
    if (rating === 'safe' && hash !== '') return { url: origin + comicSharePath(hash), alt: title };
  }
  return undefined;
}

/** Google shows some 160 letters, others up to 300. */
const MAX_LETTERS = 260;
const FIRST = 4;
