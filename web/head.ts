import type { Locale } from '#contract/locales.ts';
import type { SiteConfig } from '#contract/site.ts';
import type { T } from './i18n/i18n.tsx';
import type { Links } from './links.ts';

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
}
