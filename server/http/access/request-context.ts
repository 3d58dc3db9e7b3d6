import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { addressesFor, type Addresses } from '#contract/addresses.ts';
import { TITLE_CHOICES, type TitleChoice } from '#contract/accounts.ts';
import { RATINGS, type Rating } from '#contract/comics.ts';
import type { ApiScope } from '#contract/api-keys.ts';
import { problem } from '#contract/problems.ts';
import { acceptedLocale, isLocale, type Locale } from '#contract/locales.ts';
import type { Site } from '#server/config/site-file.ts';
import type { Session } from '#server/db/queries/sessions.ts';
import { NO_LIMIT, type BlockedContent, type EntitlementScope, type Limit } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { innerOrigin, innerRating, innerShared } from '#server/http/requests/in-process-api.ts';
import { createAgeGate, gateFor, strictestMode } from './age-gate.ts';
import type { Role } from './permissions.ts';

export interface Viewer {
  /** Null for a guest. */
  id: number | null;
  role: Role;
  /** Whether their e-mail address is known to be theirs. */
  verified: boolean;
  /** The premium comics they bought or were given. */
  entitled: EntitlementScope;
  /** Names the token they asked with; null for a guest and for a program with an API key. */
  token: number | null;
  /** The scopes of the API key they used; null for people. */
  scopes: readonly ApiScope[] | null;
  /** The place in the database's log that what they read must have. */
  wrote?: number | null;
}

const GUEST: Viewer = { id: null, role: 'guest', verified: false, entitled: false, token: null, scopes: null };

/** Who asks, for which site, in which language, and what they want to see. */
export interface RequestContext {
  site: Site;
  viewer: Viewer;
  /** `safe` lists only works rated safe, `all` every rating; `all` only for those whom the age gate lets through. */
  rating: 'safe' | 'all';
  /** Whether their account asks for every rating; what they get is `rating`. */
  wantsAll: boolean;
  /** Whether a provider has to check the caller's age before explicit works are so much as described to them. */
  owesCheck: boolean;
  /** Terms whose comics this viewer never wants to see. */
  hidden: readonly number[];
  /** Whose chapters this viewer steps over. */
  blocked: BlockedContent;
  /** The works that staff keeps from this viewer. */
  limit: Limit;
  /** The groups whose versions of a chapter this viewer takes first. */
  preferred: readonly number[];
  locale: Locale;
  /** The titles of works that this viewer wants to see. */
  titles: TitleChoice;
  /** The beginning of absolute addresses; no slash at the end. */
  origin: string;
  /** The beginning of the addresses of pictures; no slash at the end. */
  imageOrigin: string;
  /** Of a call that a page makes: what other calls of that page, which are of the same viewer, have read. */
  shared?: Map<string, Promise<unknown>> | undefined;
}

/** The absolute addresses of the site's pages, in the language of a request. */
export function requestAddresses({
  site,
  locale,
  origin,
}: Pick<RequestContext, 'locale' | 'origin'> & { site: Pick<Site, 'variant'> }): Addresses {
  return addressesFor(locale, site.variant, origin);
}

/** The member who asks. @throws Problem `sign-in-required` for a guest; routes whose permission excludes guests never see it. */
export function requireMember({ viewing }: Pick<FastifyRequest, 'viewing'>): number {
  const { id } = viewing.viewer;
  if (id === null) throw problem('sign-in-required');
  return id;
}

/** Whether whoever asks sees no ads: by their role, or because they may read everything that is sold. */
export function isAdFree({ site: { ads }, viewer }: Pick<RequestContext, 'site' | 'viewer'>): boolean {
  return (
    viewer.id !== null &&
    (ads.freeRoles.some((role) => role === viewer.role) || (ads.freeWhenEntitled && viewer.entitled === true))
  );
}

/** Most terms a guest can hide: a cookie holds about this many. */
const MAX_HIDDEN = 500;

/**
 * The context of a request: what it asks to see, and who asks.
 *
 * `lang` wins over `Accept-Language`; `nsfw` absent is a member's own choice, else the site's default; on a site without
 * the feature it is always the default. Where visitors declare their age, `nsfw=true` and a member's own choice are that;
 * where a provider checks it, a pass is needed: that of the cookie, or of the account (decisions/0027).
 *
 * @param session the member whose token came with the request; null for a guest.
 */
export function createRequestContext(
  deps: Pick<Deps, 'sites' | 'secret' | 'now'>,
  request: FastifyRequest,
  session: Session | null,
): RequestContext {
  const site = deps.sites.of(request.host);
  const query = request.query as Record<string, unknown>;
  const origin = requestOrigin(site, request);
  const choice = typeof query.nsfw === 'string' ? query.nsfw : session?.nsfw?.toString();
  const { mode, passed } = readGate(deps, site, request, session);
  const opened = passed || (mode === 'self-declaration' && isYes(choice));
  // A page of ours was made for someone whose gate was looked at already.
  const inner = innerRating(request);
  const rating = inner ?? (opened ? visibleRating(site, choice) : 'safe');
  const wanted = session === null ? parseRatings(request.cookies.ratings) : session.ratings;
  return {
    site,
    viewer: session ?? GUEST,
    rating,
    wantsAll: session?.nsfw === true,
    owesCheck: inner === null && mode === 'external' && !passed,
    hidden: session?.hidden ?? parseHiddenTerms(request.cookies.hidden),
    ...chosenMakers(site, session === null ? parseMakers(request.cookies.makers) : fromAccount(session), {
      rating,
      wanted,
    }),
    limit: session === null ? parseLimit(request.cookies.limit) : limitFrom(session.limits),
    locale: chooseLocale(site, query.lang, request.headers['accept-language']),
    titles: (session === null ? parseTitles(request.cookies.titles) : session.titles) ?? 'translated',
    origin,
    imageOrigin: site.cdn || origin,
    shared: innerShared(request),
  };
}

/**
 * The beginning of absolute addresses of a site: its configured address; where none is, the one that was asked, which is
 * believed of whoever asks. No slash at the end.
 */
export function requestOrigin(site: Pick<Site, 'url'>, request: FastifyRequest): string {
  return site.url || (innerOrigin(request) ?? requestedOrigin(request));
}

/**
 * The origins at which a page of a site may be seen: that of its address, and the one that was asked where nobody else can
 * have led there by a name of their own: a host the configuration names, an IP address, this machine.
 */
export function ownOrigins(site: Pick<Site, 'url' | 'hosts'>, request: FastifyRequest): string[] {
  const requested = requestedOrigin(request);
  const { hostname } = new URL(requested);
  const isNoName = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost';
  return [
    new URL(requestOrigin(site, request)).origin,
    ...(isNoName || site.hosts.includes(hostname) ? [requested] : []),
  ];
}

/** The start of the address that was asked, as the caller wrote it: nothing to make addresses of where one is configured. No slash at the end. */
export function requestedOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  // A proxy may pass on whatever a caller said of it.
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
}

/** The ratings a choice of `true` or `false` lists on a site, once the age gate is open; anything else is no choice. */
export function visibleRating(site: Site, choice: string | undefined): 'safe' | 'all' {
  const offered = site.features.includes('nsfw');
  if (offered && isYes(choice)) return 'all';
  if (offered && (choice === 'false' || choice === '0')) return 'safe';
  return site.nsfw ? 'all' : 'safe';
}

/**
 * The ratings of what a member is told of outside a page (mails, notices): nothing says where they are, so the strictest
 * mode of the site holds; where that is their own word, their choice to see every rating is that.
 */
export function ratingForMember(
  site: Site,
  { nsfw: choice, age }: Pick<Session, 'nsfw' | 'age'>,
  now: Date,
): 'safe' | 'all' {
  const mode = strictestMode(site);
  const opened = gateFor(site, mode, age, now).passed || (mode === 'self-declaration' && choice === true);
  return opened ? visibleRating(site, choice?.toString()) : 'safe';
}

/** The gate before whoever asks, by their cookie or their account. */
function readGate(deps: Pick<Deps, 'secret' | 'now'>, site: Site, request: FastifyRequest, session: Session | null) {
  const gate = createAgeGate(deps, site, request);
  return gate.passed || session === null ? gate : gateFor(site, gate.mode, session.age, deps.now());
}

function isYes(choice: string | undefined): boolean {
  return choice === 'true' || choice === '1';
}

/** The groups and uploaders that someone chose. */
interface Makers {
  groups: number[];
  uploaders: number[];
  preferred: number[];
}

function fromAccount(session: Session): Makers {
  return {
    groups: session.blocked_groups,
    uploaders: session.blocked_uploaders,
    preferred: session.preferred_groups,
  };
}

/** The ids of a `makers` cookie, which a member's browser keeps for the pages made for it: blocked groups, blocked uploaders, preferred groups. */
export function parseMakers(cookie: string | undefined): Makers {
  const [groups, uploaders, preferred] = (cookie ?? '').split('_', 3).map(parseHiddenTerms);
  return { groups: groups ?? [], uploaders: uploaders ?? [], preferred: preferred ?? [] };
}

/** The ratings of a `ratings` cookie, joined by dots; null where it names none. */
export function parseRatings(cookie: string | undefined): Rating[] | null {
  const named = (cookie ?? '').split('.');
  const ratings = RATINGS.filter((each) => named.includes(each));
  return ratings.length === 0 ? null : ratings;
}

/** The choice of a `titles` cookie; null where it is none. */
function parseTitles(cookie: string | undefined): TitleChoice | null {
  return TITLE_CHOICES.find((each) => each === cookie) ?? null;
}

/** The most that some limits, of which all hold, let a member see at most. */
export function strictest(limits: NonNullable<Session['limits']>): { rating: Rating; terms: number[] } {
  const highest = Math.min(...limits.map(({ rating }) => RATINGS.indexOf(rating)));
  return {
    rating: RATINGS[highest]!,
    terms: [...new Set(limits.flatMap(({ terms }) => terms))].sort((a, b) => a - b),
  };
}

/** The works that limits of which all hold keep from a member; nothing where there are none. */
export function limitFrom(limits: Session['limits']): Limit {
  if (limits === null) return NO_LIMIT;
  const { rating, terms } = strictest(limits);
  return { ratings: RATINGS.slice(RATINGS.indexOf(rating) + 1), terms };
}

/** The limit of a `limit` cookie, which a member's browser keeps for the pages made for it: the highest rating, then ids of terms. */
export function parseLimit(cookie: string | undefined): Limit {
  const [named, terms] = (cookie ?? '').split('_', 2);
  const rating = RATINGS.find((each) => each === named);
  return rating === undefined ? NO_LIMIT : limitFrom([{ rating, terms: parseHiddenTerms(terms) }]);
}

/** A site without groups has none to block; ratings are chosen among all of them, on a site that offers that. */
function chosenMakers(
  { features }: Pick<Site, 'features'>,
  { groups, uploaders, preferred }: Makers,
  { rating, wanted }: { rating: 'safe' | 'all'; wanted: readonly Rating[] | null },
): Pick<RequestContext, 'blocked' | 'preferred'> {
  const has = features.includes('groups');
  const chooses = rating === 'all' && wanted !== null && features.includes('nsfw');
  const ratings = chooses ? RATINGS.filter((each) => !wanted.includes(each)) : [];
  return { blocked: { groups: has ? groups : [], uploaders, ratings }, preferred: has ? preferred : [] };
}

/** The term ids of a `hidden` cookie: numbers joined by dots or commas; what is no number is left out. */
export function parseHiddenTerms(cookie: string | undefined): number[] {
  const ids = (cookie ?? '').split(/[.,]/, MAX_HIDDEN).map(Number);
  return [...new Set(ids.filter((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647))].sort((a, b) => a - b);
}

function chooseLocale(site: Site, lang: unknown, header: string | undefined): Locale {
  if (isLocale(lang) && site.locales.includes(lang)) return lang;
  return acceptedLocale(header, site.locales) ?? site.defaultLocale;
}
