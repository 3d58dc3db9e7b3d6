/** The sites that know a work by an id of theirs, in the order they are shown. */
export const LINK_SERVICES = ['anilist', 'mal', 'mangaupdates', 'mangadex', 'kitsu'] as const;
export type LinkService = (typeof LINK_SERVICES)[number];
/** The ids by which other sites know a work. */
export type LinkIds = Partial<Record<LinkService, string>>;

/** The languages that an official edition can be said to be in. */
export const OFFICIAL_LANGUAGES = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'pl',
  'pt',
  'ru',
  'th',
  'tr',
  'vi',
  'zh',
] as const;
/** A page of who publishes a work. */
export interface OfficialLink {
  /** Over HTTPS. */
  url: string;
  language: (typeof OFFICIAL_LANGUAGES)[number] | null;
  /** Its name; null: its host stands for it. */
  label: string | null;
}
/** Most official links of one work, and the longest address of one. */
export const [MAX_OFFICIAL_LINKS, MAX_LINK_LETTERS] = [10, 500];

interface Service {
  name: string;
  /** Without `www.`. */
  hosts: readonly string[];
  id: RegExp;
  /** The id in the path and query of a work's page. */
  path: RegExp;
  address: (id: string) => string;
}

const NUMBER = /^[1-9]\d{0,8}$/;
const SERVICES: Readonly<Record<LinkService, Service>> = {
  anilist: {
    name: 'AniList',
    hosts: ['anilist.co'],
    id: NUMBER,
    path: /^\/manga\/(\d+)(?:[/?]|$)/,
    address: (id) => `https://anilist.co/manga/${id}`,
  },
  mal: {
    name: 'MyAnimeList',
    hosts: ['myanimelist.net'],
    id: NUMBER,
    path: /^\/manga(?:\/|\.php\?id=)(\d+)(?:[/?&]|$)/,
    address: (id) => `https://myanimelist.net/manga/${id}`,
  },
  mangaupdates: {
    name: 'MangaUpdates',
    hosts: ['mangaupdates.com'],
    // Works had numbers of up to six digits once, and their addresses still lead on; now ids are numbers in base 36.
    id: /^(?:[1-9]\d{0,5}|[1-9a-z][\da-z]{4,7})$/,
    path: /^\/series(?:\/|\.html\?id=)([\da-z]+)(?:[/?&]|$)/i,
    address: (id) =>
      `https://www.mangaupdates.com/series${/^\d{1,6}$/.test(id) ? '.html?id=' : '/'}${encodeURIComponent(id)}`,
  },
  mangadex: {
    name: 'MangaDex',
    hosts: ['mangadex.org'],
    id: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
    path: /^\/(?:title|manga)\/([\da-f-]+)(?:[/?]|$)/i,
    address: (id) => `https://mangadex.org/title/${id}`,
  },
  kitsu: {
    name: 'Kitsu',
    hosts: ['kitsu.app', 'kitsu.io'],
    id: NUMBER,
    path: /^\/manga\/(\d+)(?:[/?]|$)/,
    address: (id) => `https://kitsu.app/manga/${id}`,
  },
};

/** The name of a service as it calls itself. */
export function serviceName(service: LinkService): string {
  return SERVICES[service].name;
}

/** The address of the work that a service knows by an id. */
export function linkAddress(service: LinkService, id: string): string {
  return SERVICES[service].address(id);
}

/** The id that a text is to a service, or that stands in the address of one of its works; null where it is neither. */
export function readLinkId(service: LinkService, text: string): string | null {
  const id = text.trim().toLowerCase();
  if (SERVICES[service].id.test(id)) return id;
  const found = findLink(text);
  return found?.service === service ? found.id : null;
}

/** The ids of some texts; those that are none of their service are left out. */
export function readLinkIds(texts: Readonly<Partial<Record<LinkService, string>>>): LinkIds {
  return Object.fromEntries(
    LINK_SERVICES.flatMap((service) => {
      const id = readLinkId(service, texts[service] ?? '');
      return id === null ? [] : [[service, id]];
    }),
  );
}

/** Whether a service knows two works apart: both have an id there, of one form, and not the same one. */
export function areApart(one: LinkIds, other: LinkIds): boolean {
  const isNumber = (id: string) => /^\d{1,6}$/.test(id);
  return LINK_SERVICES.some((service) => {
    const [own, others] = [one[service], other[service]];
    if (own === undefined || others === undefined || own === others) return false;
    return service !== 'mangaupdates' || isNumber(own) === isNumber(others);
  });
}

/** The service and id that an address of a work leads to, with or without its protocol; null for any other text. */
export function findLink(text: string): { service: LinkService; id: string } | null {
  const address = text.trim();
  const url = parseUrl(/^https?:/i.test(address) ? address : `https://${address}`);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^www\./, '');
  const service = LINK_SERVICES.find((one) => SERVICES[one].hosts.includes(host));
  if (service === undefined) return null;
  const id = SERVICES[service].path.exec(url.pathname + url.search)?.[1]?.toLowerCase();
  return id !== undefined && SERVICES[service].id.test(id) ? { service, id } : null;
}

/** An official link's address as it is kept; null for one that is not over HTTPS, carries a password or names no host of the Internet. */
export function readOfficialUrl(text: string): string | null {
  const url = text.length > MAX_LINK_LETTERS ? null : parseUrl(text.trim());
  const good =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    /[a-z]$/i.test(url.hostname) &&
    url.hostname.includes('.');
  return good && url.href.length <= MAX_LINK_LETTERS ? url.href : null;
}

/** The host of an official link, as it is shown. */
export function linkHost(url: string): string {
  return parseUrl(url)?.host.replace(/^www\./, '') ?? url;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
