import type { CommentTargetKind, CommentSubject } from './comments.ts';
import type { Locale } from './locales.ts';
import { withQuery, type Query } from './query-string.ts';
import { VARIANTS, type Variant } from './site.ts';
import type { KindPath, TermKind } from './taxonomy.ts';

/**
 * The patterns of the site's pages behind the language: `web/app/routes.tsx` mounts them, `addressesFor` fills them in.
 *
 * `:variant` stands for one of `VARIANTS`, `:kind` and `:kinds` for a kind of term and its plural, `:page` of `sitePage` for
 * one of `ADDRESSED_PAGES`, `:list` for `latest` or the kind of the term whose comics are listed. A part with a question mark may be missing.
 */
export const PATHS = {
  latest: 'latest',
  random: ':variant/random',
  filters: 'filters/:list/:slug?',
  comic: ':variant/:slug',
  comicCharacters: ':variant/:slug/characters',
  comicDownload: ':variant/:slug/download',
  comicComments: ':variant/:slug/comments/:identifier?',
  comicReviews: ':variant/:slug/reviews/:identifier?',
  reader: ':variant/:slug/reader/:page?',
  chapterReader: ':variant/:slug/:chapter/reader/:page?',
  chapterComments: ':variant/:slug/:chapter/comments/:identifier?',
  terms: ':kinds',
  term: ':kind/:slug',
  termComments: ':kind/:slug/comments/:identifier?',
  sitePage: ':page',
  dmca: 'dmca',
  takedowns: 'takedowns',
  takedown: 'takedowns/:id',
  counterNotice: 'takedowns/:id/counter',
  transparency: 'transparency',
  cookies: 'cookies',
  age: 'age',
  admin: 'admin/:section?/:id?/:tab?',
  moderation: 'moderation/:section?',
  upload: 'upload/:id?',
  uploadComic: 'upload/comics/:slug/:tab?',
  favorites: 'favorites',
  shelves: 'shelves',
  figures: 'figures',
  sharedFigures: 'figures/:token',
  history: 'history',
  bookmarks: 'bookmarks',
  lists: 'lists',
  list: 'list/:id',
  following: 'following',
  ownGroups: 'my-groups/:slug?',
  notifications: 'notifications',
  offline: 'offline',
  profile: 'profile/:username/:tab?',
  settings: 'settings/:section?',
  settingsImport: 'settings/import/:id',
  login: 'login',
  register: 'register',
  passwordReset: 'password-reset',
  passwordResetToken: 'password-reset/:token',
  verify: 'verify/:hash',
  signIn: 'sign-in/:provider',
  setup: 'setup/:token',
} as const;

/** Parts of a comic's path that are no chapter. */
const COMIC_PARTS: readonly string[] = ['characters', 'download', 'comments', 'reviews', 'reader'];

/** The addresses of the site's pages in one locale; every part of a path is encoded. */
export interface Addresses {
  /** A page by its path without the language, as the API tells paths (`/comic/slug`). */
  local(path: string): string;
  home(): string;
  /** The listing; `query` as `/api/comics` takes it. */
  latest(query?: Query): string;
  /** The listing as the landing page's first button opens it. */
  popular(duration?: string): string;
  /** Leads to any one comic of the listing. */
  random(query?: Query): string;
  comic(slug: string): string;
  comicCharacters(slug: string): string;
  /** Where the comic can be downloaded, at the form. */
  comicDownload(slug: string): string;
  /** The comments on a comic, a character, an artist or an author; with an identifier the page that has it. */
  comments(kind: CommentTargetKind, slug: string, identifier?: string | number | null, query?: Query): string;
  /** The reviews of a comic; with an identifier the page that has it. */
  reviews(slug: string, identifier?: string | number | null, query?: Query): string;
  /** The comments on a chapter; with an identifier the page that has it. */
  chapterComments(slug: string, chapter: string, identifier?: string | number | null, query?: Query): string;
  /** Where a subject's comments are; with an identifier the page that has it. */
  commentsOn(
    subject: Pick<CommentSubject, 'kind' | 'slug' | 'comic'>,
    identifier?: string | number | null,
    query?: Query,
  ): string;
  /** The reader; without a chapter for a one-shot or the first chapter, without a page where the visitor left off. */
  reader(slug: string, chapter?: string | null, page?: number): string;
  /** The index of a kind of term. */
  terms(path: KindPath, query?: Query): string;
  /** The page of one term. */
  term(kind: TermKind, slug: string, query?: Query): string;
  /** A page of the operator's: about, terms, privacy, dmca. */
  sitePage(slug: string): string;
  /** The form of notices of takedown; `work` names what it is about. */
  dmca(query?: Query): string;
  /** The public log of notices. */
  takedowns(query?: Query): string;
  takedown(id: number): string;
  /** Where the uploader answers a notice. */
  counterNotice(id: number): string;
  /** The figures of a year. */
  transparency(query?: Query): string;
  /** The page about data the site stores in browsers, and third parties it may load. */
  cookies(): string;
  /** The age check; `next` is the path to go on to afterwards, `failed` why the last check was not passed. */
  age(next?: string, failed?: 'failed' | 'refused'): string;
  /** Leads to the provider that checks. */
  ageCheck(next: string): string;
  /** The pages of admins; without a section the dashboard. `id` names one of the section's things. */
  admin(section?: string | null, id?: string | null, tab?: string | null, query?: Query): string;
  /** The pages of moderators; without a section the queue. */
  moderation(section?: string, query?: Query): string;
  /** Where uploaders work; with an id one upload. */
  upload(id?: string | null, query?: Query): string;
  /** The editor of one of an uploader's own comics. */
  uploadComic(slug: string, tab?: string | null, query?: Query): string;
  /** The member's favorites; `query` as the listing's. */
  favorites(query?: Query): string;
  /** The member's shelves; `query` names the shelf, the order, the words and the page. */
  shelves(query?: Query): string;
  /** The figures of what the member read. */
  figures(): string;
  /** The figures that a member shares. */
  sharedFigures(token: string): string;
  history(page?: number): string;
  /** The pages that were marked. */
  bookmarks(page?: number): string;
  lists(): string;
  /** One list of comics, the member's own or a public one. */
  list(id: number, query?: Query): string;
  following(): string;
  /** The groups a member is in; with a slug where its leaders look after one. */
  ownGroups(slug?: string): string;
  notifications(page?: number): string;
  /** The page of comics saved in this browser. */
  offline(): string;
  /** A member's public page; without a tab their favorites. */
  profile(username: string, tab?: string, query?: Query): string;
  /** The settings; without a section the list of them. */
  settings(section?: string, query?: Query): string;
  /** The review of a file that is imported. */
  settingsImport(id: string): string;
  /** The page to sign in on; `next` is the path to go back to afterwards. */
  login(next?: string): string;
  register(next?: string): string;
  /** The page to ask for a mail that resets the password; with the token of such a mail where a new one is chosen. */
  passwordReset(token?: string): string;
  /** Confirms an address by the token of a mail. */
  verify(token: string): string;
  /** Where a provider sends the browser back to; of the proxy, where it is asked who is here, and `next` is where to go then. */
  signIn(provider: string, next?: string): string;
  /** Where an operator’s link lets a member in. */
  signInLink(token: string): string;
  /** Where the first admin is made. */
  setup(token: string): string;
  /** The manifest that makes the site installable. */
  manifest(): string;
  /** Where apps that read begin (OPDS). */
  opds(): string;
}

/** The path that every address of Komga's API begins with, in every language. */
export const KOMGA_ROOT = '/komga';
/** The address that KOReader is given for its progress sync, in every language. */
export const KOSYNC_ROOT = '/kosync';

/**
 * The addresses of a site's pages in a locale.
 *
 * @param origin what absolute addresses begin with; without it they are paths.
 */
export function addressesFor(locale: Locale, variant: Variant, origin = ''): Addresses {
  if (origin !== '') return addressesBelow(`${origin}/${locale}`, variant);
  const key = `${locale} ${variant}`;
  const known = made.get(key) ?? addressesBelow(`/${locale}`, variant);
  made.set(key, known);
  return known;
}

/** Those without an origin: every card of a page asks for them. */
const made = new Map<string, Addresses>();

/** The same as paths without the language, as the API tells them. */
export function localPaths(variant: Variant): Addresses {
  return addressesBelow('', variant);
}

function addressesBelow(start: string, variant: Variant): Addresses {
  const to = <Pattern extends string>(pattern: Pattern, params: Params<Pattern>, query: Query = {}) =>
    withQuery(`${start}/${fillPath(pattern, params)}`, query);
  const page = (number = 1) => ({ page: number > 1 ? number : null });
  const latest = (query?: Query) => to(PATHS.latest, {}, query);
  const comments: Addresses['comments'] = (kind, slug, identifier, query) =>
    to(PATHS.termComments, { kind: kind === 'comics' ? variant : kind.slice(0, -1), slug, identifier }, query);
  const chapterComments: Addresses['chapterComments'] = (slug, chapter, identifier, query) =>
    to(PATHS.chapterComments, { variant, slug, chapter, identifier }, query);
  const reviews: Addresses['reviews'] = (slug, identifier, query) =>
    to(PATHS.comicReviews, { variant, slug, identifier }, query);
  return {
    local: (path) => start + path,
    home: () => start,
    latest,
    popular: (duration = 'day') => latest({ page: 1, q: '', sort: 'popularity', order: 'desc', duration }),
    random: (query) => to(PATHS.random, { variant }, query),
    comic: (slug) => to(PATHS.comic, { variant, slug }),
    comicCharacters: (slug) => to(PATHS.comicCharacters, { variant, slug }),
    comicDownload: (slug) => `${to(PATHS.comicDownload, { variant, slug })}#download`,
    comments,
    chapterComments,
    reviews,
    commentsOn: ({ kind, slug, comic }, identifier, query) => {
      if (kind === 'chapters') return chapterComments(comic?.slug ?? '', slug, identifier, query);
      return kind === 'reviews' ? reviews(slug, identifier, query) : comments(kind, slug, identifier, query);
    },
    reader: (slug, chapter, number) =>
      chapter
        ? to(PATHS.chapterReader, { variant, slug, chapter, page: number })
        : to(PATHS.reader, { variant, slug, page: number }),
    terms: (kinds, query) => to(PATHS.terms, { kinds }, query),
    term: (kind, slug, query) => to(PATHS.term, { kind, slug }, query),
    sitePage: (slug) => to(PATHS.sitePage, { page: slug }),
    dmca: (query) => to(PATHS.dmca, {}, query),
    takedowns: (query) => to(PATHS.takedowns, {}, query),
    takedown: (id) => to(PATHS.takedown, { id }),
    counterNotice: (id) => to(PATHS.counterNotice, { id }),
    transparency: (query) => to(PATHS.transparency, {}, query),
    cookies: () => to(PATHS.cookies, {}),
    age: (next, failed) => to(PATHS.age, {}, { next, failed }),
    ageCheck: (next) => withQuery(`${to(PATHS.age, {})}/check`, { next }),
    admin: (section, id, tab, query) => to(PATHS.admin, { section, id, tab }, query),
    moderation: (section, query) => to(PATHS.moderation, { section: section === 'queue' ? null : section }, query),
    upload: (id, query) => to(PATHS.upload, { id }, query),
    uploadComic: (slug, tab, query) => to(PATHS.uploadComic, { slug, tab }, query),
    favorites: (query) => to(PATHS.favorites, {}, query),
    shelves: (query) => to(PATHS.shelves, {}, query),
    figures: () => to(PATHS.figures, {}),
    sharedFigures: (token) => to(PATHS.sharedFigures, { token }),
    history: (number) => to(PATHS.history, {}, page(number)),
    bookmarks: (number) => to(PATHS.bookmarks, {}, page(number)),
    lists: () => to(PATHS.lists, {}),
    list: (id, query) => to(PATHS.list, { id }, query),
    following: () => to(PATHS.following, {}),
    ownGroups: (slug) => to(PATHS.ownGroups, { slug }),
    notifications: (number) => to(PATHS.notifications, {}, page(number)),
    offline: () => to(PATHS.offline, {}),
    profile: (username, tab, query) => to(PATHS.profile, { username, tab }, query),
    settings: (section, query) => to(PATHS.settings, { section }, query),
    settingsImport: (id) => to(PATHS.settingsImport, { id }),
    login: (next) => to(PATHS.login, {}, { next }),
    register: (next) => to(PATHS.register, {}, { next }),
    passwordReset: (token) =>
      token === undefined ? to(PATHS.passwordReset, {}) : to(PATHS.passwordResetToken, { token }),
    verify: (hash) => to(PATHS.verify, { hash }),
    signIn: (provider, next) => to(PATHS.signIn, { provider }, { next }),
    signInLink: (token) => `${to(PATHS.signIn, { provider: '-link' })}#${encodeURIComponent(token)}`,
    setup: (token) => to(PATHS.setup, { token }),
    manifest: () => `${start}/manifest.webmanifest`,
    opds: () => `${start}/opds`,
  };
}

/** The parameters of a pattern by their names; those of parts with a question mark may be missing. */
type Params<Pattern extends string> = Pattern extends `${infer First}/${infer Rest}`
  ? Params<First> & Params<Rest>
  : Pattern extends `:${infer Name}?`
    ? { readonly [Key in Name]?: string | number | null | undefined }
    : Pattern extends `:${infer Name}`
      ? { readonly [Key in Name]: string | number }
      : unknown;

/** A pattern of `PATHS` with its parameters filled in and encoded; no slash in front. Parts without a value are left out. */
export function fillPath<Pattern extends string>(pattern: Pattern, params: Params<Pattern>): string {
  const values = params as Readonly<Record<string, string | number | null | undefined>>;
  let path = '';
  for (const { text, name } of splitPattern(pattern)) {
    const part = name === null ? text : encodeURIComponent(values[name] ?? '');
    if (part !== '') {
      path += path === '' ? part : `/${part}`;
    }
  }
  return path;
}

const patterns = new Map<string, { text: string; name: string | null }[]>();

/** The parts of a pattern of `PATHS`: as they are, and the names of parameters. */
function splitPattern(pattern: string): { text: string; name: string | null }[] {
  const known =
    patterns.get(pattern) ??
    pattern.split('/').map((text) => ({ text, name: text.startsWith(':') ? text.replace(/\W/g, '') : null }));
  patterns.set(pattern, known);
  return known;
}

/** The comic, its chapter and page that the parts of a path name, language left out; null where they lead to no comic. The word of either variant will do. */
export function parseComicPath([word = '', slug, ...rest]: readonly string[]): {
  slug: string;
  chapter: string | null;
  page: number | null;
} | null {
  if (!(VARIANTS as readonly string[]).includes(word) || slug === undefined) return null;
  const [chapter] = rest;
  const number = rest[rest.indexOf('reader') + 1] ?? '';
  return {
    slug,
    chapter: chapter === undefined || (COMIC_PARTS.includes(chapter) && rest[1] !== 'reader') ? null : chapter,
    page: rest.includes('reader') && /^\d{1,6}$/.test(number) ? Number(number) : null,
  };
}

/** The same page in another locale: replaces the first part of a path. */
export function inLocale(path: string, locale: Locale): string {
  return path.replace(/^\/[^/?#]*/, `/${locale}`);
}

/** Where the filters of a list of comics are chosen one kind at a time, without scripts; `path` is the list's own. */
export function filtersPath(path: string): string {
  return path.replace(/^\/[^/]+/, '$&/filters');
}

/** News of what a page lists; `query` as the page's own, without a question mark. */
export function feedPath(path: string, query = '', form: 'atom' | 'rss' = 'atom'): string {
  return `${path}/feed.${form}${query && `?${query}`}`;
}

/** The picture of a provider’s button; another one has another version. */
export function providerIconPath(id: string, version: string): string {
  return `/api/login/providers/${encodeURIComponent(id)}/icon?v=${encodeURIComponent(version)}`;
}

/** The card that stands for a page in a frame of another site. */
export function cardPath(path: string): string {
  return `${path}/embed`;
}

/** Where other sites learn what stands for a page of this one (oEmbed); `address` is absolute. */
export function oembedPath(address: string): string {
  return withQuery('/api/oembed', { url: address });
}

/** The picture that stands for a comic in link previews: made of its cover, whose hash is in it. */
export function comicSharePath(coverHash: string): string {
  return `/share/${coverHash}.jpg`;
}

/** The picture that stands for a site in link previews. It changes with what is drawn, so that it can be kept for ever. */
export function siteSharePath({ name, letter }: { name: string; letter: string }): string {
  return `/share/site-${shortHash(`1 ${letter} ${name}`)}.png`;
}

/** FNV-1a, 32 bits: names content, guards nothing. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) {
    hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
