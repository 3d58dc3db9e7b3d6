import type { Commented } from '#contract/comments.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts';
import type { SiteConfig } from '#contract/site.ts';
import type { KindPath, TermKind } from '#contract/taxonomy.ts';
import { queryString, serverContext, type Query } from '#web/platform/api/api.ts';
import { useLocale } from '#web/platform/i18n/i18n.tsx';
import { useSite } from './root-data.ts';

type Variant = SiteConfig['variant'];

/** The addresses of the site's pages in one locale. Together with `routes.tsx` the only place that knows them. */
export interface Addresses {
  home(): string;
  /** The listing; `query` as `/api/comics` takes it. */
  latest(query?: Query): string;
  /** The listing as the landing page's first button opens it (specification, section 2). */
  popular(duration?: string): string;
  /** Leads to any one comic of the listing. */
  random(query?: Query): string;
  comic(slug: string): string;
  comicCharacters(slug: string): string;
  /** Where the comic can be downloaded, at the form. */
  comicDownload(slug: string): string;
  /** The comments on a comic, a character, an artist or an author; with an identifier the page that has it. */
  comments(kind: Commented, slug: string, identifier?: string | null, query?: Query): string;
  /** A page of the operator's: about, terms, privacy, dmca. */
  sitePage(slug: string): string;
  /** The pages about notices of takedown and moderation: the form, the log, one notice, its answer, the figures of a year. */
  law(place: 'dmca' | 'takedowns' | `takedowns/${number}` | `takedowns/${number}/counter` | 'transparency', query?: Query): string;
  /** The pages of admins; without a section the dashboard. `id` names one of the section's things. */
  admin(section?: string | null, id?: string | null, tab?: string | null, query?: Query): string;
  /** Where uploaders work; with an id one upload. */
  upload(id?: string | null, query?: Query): string;
  /** The editor of one of an uploader's own comics. */
  uploadComic(slug: string, tab?: string | null, query?: Query): string;
  /** The pages of moderators; without a section the queue. */
  moderation(section?: string, query?: Query): string;
  /** The reader; without a chapter for a one-shot or the first chapter, without a page where the visitor left off. */
  reader(slug: string, chapter?: string | null, page?: number): string;
  /** A member's public page; without a tab their favorites. */
  profile(username: string, tab?: string, query?: Query): string;
  /** The settings; without a section the list of them. */
  settings(section?: string, query?: Query): string;
  /** The review of a file that is imported. */
  settingsImport(id: string): string;
  /** The index of a kind of term. */
  terms(path: KindPath, query?: Query): string;
  /** The page of one term. */
  term(kind: TermKind, slug: string, query?: Query): string;
  /** The member's favorites; `query` as the listing's. */
  favorites(query?: Query): string;
  history(page?: number): string;
  /** The pages that were marked. */
  bookmarks(page?: number): string;
  lists(): string;
  /** One list of comics, the member's own or a public one. */
  list(id: number, page?: number): string;
  following(): string;
  notifications(page?: number): string;
  /** The page to sign in on; `next` is the path to go back to afterwards. */
  login(next?: string): string;
  register(next?: string): string;
  /** The age check; `next` is the path to go on to afterwards. */
  age(next?: string): string;
  /** Leads to the provider that checks. */
  ageCheck(next: string): string;
  /** The page to ask for a mail that resets the password. */
  passwordReset(): string;
  /** The page about data the site stores in browsers, and third parties it may load. */
  cookies(): string;
  /** The page of comics saved in this browser. */
  offline(): string;
}

/** The addresses of a site's pages; every part of a path is encoded. */
export function addressesFor(locale: Locale, variant: Variant): Addresses {
  const part = encodeURIComponent;
  const comic = (slug: string) => `/${locale}/${variant}/${part(slug)}`;
  const paged = (path: string, number = 1) => withQuery(path, { page: number > 1 ? number : null });
  const latest = (query: Query = {}) => withQuery(`/${locale}/latest`, query);
  return {
    home: () => `/${locale}`,
    latest,
    popular: (duration = 'day') => latest({ page: 1, q: '', sort: 'popularity', order: 'desc', duration }),
    random: (query = {}) => withQuery(comic('random'), query),
    comic,
    comments: (kind, slug, identifier, query = {}) =>
      withQuery(`${kind === 'comics' ? comic(slug) : `/${locale}/${kind.slice(0, -1)}/${part(slug)}`}/comments${identifier ? `/${part(identifier)}` : ''}`, query),
    law: (place, query = {}) => withQuery(`/${locale}/${place}`, query),
    sitePage: (slug) => `/${locale}/${part(slug)}`,
    admin: (section, id, tab, query = {}) => withQuery([`/${locale}/admin`, ...[section, id, tab].flatMap((each) => (each ? [part(each)] : []))].join('/'), query),
    upload: (id, query = {}) => withQuery(`/${locale}/upload${id ? `/${part(id)}` : ''}`, query),
    uploadComic: (slug, tab, query = {}) => withQuery(`/${locale}/upload/comics/${part(slug)}${tab ? `/${part(tab)}` : ''}`, query),
    moderation: (section, query = {}) => withQuery(`/${locale}/moderation${section && section !== 'queue' ? `/${part(section)}` : ''}`, query),
    comicCharacters: (slug) => `${comic(slug)}/characters`,
    comicDownload: (slug) => `${comic(slug)}/download#download`,
    reader: (slug, chapter, page) =>
      `${comic(slug)}${chapter ? `/${part(chapter)}` : ''}/reader${page === undefined ? '' : `/${page}`}`,
    profile: (username, tab, query = {}) => withQuery(`/${locale}/profile/${part(username)}${tab ? `/${part(tab)}` : ''}`, query),
    settings: (section, query = {}) => withQuery(`/${locale}/settings${section ? `/${part(section)}` : ''}`, query),
    settingsImport: (id) => `/${locale}/settings/import/${part(id)}`,
    terms: (path, query = {}) => withQuery(`/${locale}/${path}`, query),
    term: (kind, slug, query = {}) => withQuery(`/${locale}/${kind}/${part(slug)}`, query),
    favorites: (query = {}) => withQuery(`/${locale}/favorites`, query),
    history: (page) => paged(`/${locale}/history`, page),
    bookmarks: (page) => paged(`/${locale}/bookmarks`, page),
    lists: () => `/${locale}/lists`,
    list: (id, page) => paged(`/${locale}/list/${id}`, page),
    following: () => `/${locale}/following`,
    notifications: (page) => paged(`/${locale}/notifications`, page),
    login: (next) => withQuery(`/${locale}/login`, { next }),
    register: (next) => withQuery(`/${locale}/register`, { next }),
    age: (next) => withQuery(`/${locale}/age`, { next }),
    ageCheck: (next) => withQuery(`/${locale}/age/check`, { next }),
    passwordReset: () => `/${locale}/password-reset`,
    cookies: () => `/${locale}/cookies`,
    offline: () => `/${locale}/offline`,
  };
}

/** The manifest that makes the site installable, in a locale; the server answers it. */
export function manifestPath(locale: Locale): string {
  return `/${locale}/manifest.webmanifest`;
}

/** News of what a page lists, as Atom; `query` as the page's own, without a question mark. */
export function feedPath(path: string, query = ''): string {
  return `${path}/feed.atom${query && `?${query}`}`;
}

/** Where other sites learn what stands for a page of this one; `address` is absolute. */
export function embedPath(address: string): string {
  return withQuery('/api/oembed', { url: address });
}

/** Where apps that read begin (OPDS). */
export function opdsPath(locale: Locale): string {
  return `/${locale}/opds`;
}

/** The addresses of the site's pages in the page's locale. */
export function useAddresses(): Addresses {
  return addressesFor(useLocale(), useSite().variant);
}

/** The addresses of the site's pages, for a loader: of the site and locale its request is for. */
export function requestAddresses(request: Request): Addresses {
  const server = serverContext(request);
  if (server) { return addressesFor(server.locale, server.site.variant); }
  const { lang, dataset } = document.documentElement;
  return addressesFor(isLocale(lang) ? lang : DEFAULT_LOCALE, dataset.variant === 'webtoon' ? 'webtoon' : 'comic');
}

/** The same page in another locale: replaces the first part of a path. */
export function inLocale(path: string, locale: Locale): string {
  return path.replace(/^\/[^/?#]*/, `/${locale}`);
}

function withQuery(path: string, query: Query): string {
  const search = queryString(query);
  return search === '' ? path : `${path}?${search}`;
}
