import type { Locale } from '#contract/locales.ts';
import type { SiteConfig } from '#contract/site.ts';
import type { T } from './i18n/i18n.tsx';
import { inLocale, type Links } from './links.ts';

/** What a page says about itself to browsers, search engines and link previews. */
export interface Head {
  /** Without the name of the site; empty on the landing page. */
  title: string;
  /** The site's own description where a page has none. */
  description?: string;
  /** Absolute address of a picture for link previews. */
  image?: string;
  /** Open Graph type. */
  type?: 'website' | 'article' | 'book' | 'profile';
  /** schema.org data. */
  jsonLd?: object;
  /** The part of the query that makes this page another page (`page=2`), without a question mark. */
  query?: string;
  /** Set on pages that search engines should not list. */
  hidden?: boolean;
}

/** What a page's `head` may use besides its data. */
export interface HeadContext {
  t: T;
  site: SiteConfig;
  locale: Locale;
  links: Links;
  /** What absolute addresses start with. */
  origin: string;
  /** The route's id, as in `LoaderArgs`. */
  route: string;
  /** Path parameters of the route. */
  params: Readonly<Record<string, string | undefined>>;
  /** Path of the page. */
  path: string;
}

/** The title of the document: the page's, a separator, the site's (specification, section 2). */
export function documentTitle(head: Head, site: SiteConfig): string {
  return head.title === '' ? site.title : `${head.title} – ${site.title}`;
}

/**
 * The elements of `<head>` that change from page to page, as HTML; each carries `data-head`, so that the browser can
 * replace them all on the next page.
 */
export function headHtml(head: Head, context: HeadContext): string {
  const { site, locale, origin, path, t } = context;
  const query = head.query ? `?${head.query}` : '';
  const addressIn = (each: Locale) => `${origin}${inLocale(path, each)}${query}`;
  const title = documentTitle(head, site);
  const description = head.description || site.description || t('site.description');
  const alternates = site.locales.map((each) => link('alternate', addressIn(each), ` hreflang="${each}"`));
  return [
    `<title data-head>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(head.hidden
      ? [meta('name', 'robots', 'noindex')]
      : [link('canonical', addressIn(locale)), ...alternates, link('alternate', addressIn(site.defaultLocale), ' hreflang="x-default"')]),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', head.title || site.title),
    meta('property', 'og:description', description),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:url', addressIn(locale)),
    meta('property', 'og:locale', locale),
    meta('property', 'og:image', head.image ?? `${origin}/images/logo.png`),
    meta('name', 'twitter:card', head.image ? 'summary_large_image' : 'summary'),
    ...(head.jsonLd ? [`<script type="application/ld+json" data-head>${scriptJson(head.jsonLd)}</script>`] : []),
  ].join('');
}

/** Replaces what the last page said about itself by what this one says. Browser only. */
export function showHead(head: Head, context: HeadContext): void {
  for (const old of document.head.querySelectorAll('[data-head]')) { old.remove(); }
  const template = document.createElement('template');
  template.innerHTML = headHtml(head, context);
  document.head.append(template.content);
}

/** JSON that can stand inside a `<script>`: nothing in it ends the element. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
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
