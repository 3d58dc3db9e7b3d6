import { LOCALES, type Locale } from '#contract/locales.ts';
import { RTA_LABEL } from '#contract/age.ts';
import { type Addresses, inLocale, siteSharePath } from '#contract/addresses.ts';
import { OPEN_GRAPH_LOCALES, SHARE_SIZE } from '#contract/sharing.ts';
import type { SiteConfig } from '#contract/site.ts';
import type { Translate } from '#web/platform/i18n/i18n.tsx';

/** The description of a page for browsers, search engines and link previews. */
export interface PageHead {
  /** Without the name of the site; empty on the landing page. */
  title: string;
  /** The site's own description where a page has none. */
  description?: string;
  /** For link previews; without one the site's own. */
  image?: HeadPicture | undefined;
  /** Open Graph type. */
  type?: 'website' | 'article' | 'book' | 'profile';
  /** schema.org data. */
  jsonLd?: object;
  /** The part of the query that makes this page another page (`page=2`), without a question mark. */
  query?: string;
  /** The path of the page that this one is a part of, where that is not its own. */
  canonical?: string;
  /** Set on pages that search engines should not list. */
  hidden?: boolean;
  /** Set on pages about an explicit work; they are labelled as such. */
  adult?: boolean;
  /** Feeds of what the page lists: Atom, by absolute address. */
  feeds?: readonly { title: string; href: string }[];
  /** Absolute address of what oEmbed says of the page. */
  embed?: string;
}

/** A picture for link previews, of `SHARE_SIZE`. */
export interface HeadPicture {
  /** Its absolute address. */
  url: string;
  /** The content on it. */
  alt: string;
}

/** The values a page's `head` may use besides its data. */
export interface HeadContext {
  t: Translate;
  site: SiteConfig;
  locale: Locale;
  links: Addresses;
  /** The beginning of absolute addresses. */
  origin: string;
  /** The route's id, as in `LoaderArgs`. */
  route: string;
  /** Path parameters of the route. */
  params: Readonly<Record<string, string | undefined>>;
  /** Path of the page. */
  path: string;
}

/** The title of the document: the page's, a separator, the site's. */
export function documentTitle(head: PageHead, site: SiteConfig): string {
  return head.title === '' ? site.title : `${head.title} – ${site.title}`;
}

/**
 * The elements of `<head>` that change from page to page, as HTML; each carries `data-head`, so that the browser can
 * replace them all on the next page.
 */
export function headHtml(head: PageHead, context: HeadContext): string {
  const { site, locale, origin, t } = context;
  const path = head.canonical ?? context.path;
  const query = head.query ? `?${head.query}` : '';
  const addressIn = (each: Locale) => `${origin}${inLocale(path, each)}${query}`;
  const title = documentTitle(head, site);
  const description =
    head.description ||
    site.description ||
    t(site.locales.length === LOCALES.length ? 'site.description' : 'site.description.plain');
  const alternates = site.locales.map((each) => link('alternate', addressIn(each), ` hreflang="${each}"`));
  const picture = head.image ?? { url: `${site.cdn || origin}${siteSharePath(site)}`, alt: site.name };
  const shown = head.title || site.title;
  const isHidden = head.hidden === true || site.indexing === 'none';
  return [
    `<title data-head>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta(
      'name',
      'robots',
      [isHidden ? 'noindex' : 'max-image-preview:large', ...(site.noai ? ['noai', 'noimageai'] : [])].join(', '),
    ),
    ...(isHidden
      ? []
      : [
          link('canonical', addressIn(locale)),
          ...alternates,
          link('alternate', addressIn(site.defaultLocale), ' hreflang="x-default"'),
        ]),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', shown),
    meta('property', 'og:description', description),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:url', addressIn(locale)),
    meta('property', 'og:locale', OPEN_GRAPH_LOCALES[locale]),
    ...site.locales
      .filter((each) => each !== locale)
      .map((each) => meta('property', 'og:locale:alternate', OPEN_GRAPH_LOCALES[each])),
    meta('property', 'og:image', picture.url),
    meta('property', 'og:image:width', String(SHARE_SIZE.width)),
    meta('property', 'og:image:height', String(SHARE_SIZE.height)),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', shown),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', picture.url),
    meta('name', 'twitter:image:alt', picture.alt),
    ...(head.adult ? [meta('name', 'rating', RTA_LABEL), meta('name', 'rating', 'adult')] : []),
    ...(head.feeds ?? []).map(({ title: name, href }) =>
      link('alternate', href, ` type="application/atom+xml" title="${escapeHtml(name)}"`),
    ),
    ...(head.embed ? [link('alternate', head.embed, ' type="application/json+oembed"')] : []),
    ...(head.jsonLd ? [`<script type="application/ld+json" data-head>${scriptJson(head.jsonLd)}</script>`] : []),
  ].join('');
}

/** Whether the data of a page, as JSON, are about an explicit work or list one: by its rating, or the address of its cover, which alone of covers is signed. */
export function isExplicit(json: string): boolean {
  return /"rating":"explicit"|\/cover\d+\.[a-z]+\?expires=/.test(json);
}

let shown = '';
const explicit = new WeakMap<object, boolean>();

/**
 * Replaces what the last page said about itself by what this one says. Browser only.
 *
 * @param data what the page shows. The same objects are not looked through again: a reader turns pages quickly.
 */
export function showHead(head: PageHead, context: HeadContext, data: readonly unknown[]): void {
  const isAdult = data.some((each) => {
    if (typeof each !== 'object' || each === null) return false;
    const known = explicit.get(each) ?? isExplicit(JSON.stringify(each));
    explicit.set(each, known);
    return known;
  });
  const html = headHtml(isAdult ? { ...head, adult: true } : head, context);
  if (html === shown) return;
  shown = html;
  for (const old of document.head.querySelectorAll('[data-head]')) {
    old.remove();
  }
  const template = document.createElement('template');
  template.innerHTML = html;
  document.head.append(template.content);
}

/** JSON that can stand inside a `<script>`: nothing in it ends the element. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function meta(by: 'name' | 'property', name: string, content: string): string {
  return `<meta ${by}="${name}" content="${escapeHtml(content)}" data-head>`;
}

function link(rel: string, href: string, more = ''): string {
  return `<link rel="${rel}" href="${escapeHtml(href)}"${more} data-head>`;
}
