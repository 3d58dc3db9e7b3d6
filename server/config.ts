import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { AD_SPOTS } from '#contract/advertising.ts';
import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts';
import { ExternalLink, FEATURES, SiteConfig } from '#contract/site.ts';
import { RATINGS } from '#contract/comics.ts';
import { ConfigError, issuesOf } from './config-error.ts';
import { environmentOverrides } from './config-overrides.ts';

/** The environment: the one place it is named. Each variable stands in `.env.example` with the same words. */
const Environment = z.object({
  /** The port the site listens on. */
  PORT: whole(0, 65_535).prefault('3000'),
  /** The address the site listens on. */
  HOST: z.string().min(1).default('localhost'),
  /** Where the embedded database, pictures and secrets live. */
  KOMAWARI_DATA: z.string().min(1).default('./data'),
  /** A folder whose archives are imported as drafts when they come to be; none is watched without it. */
  KOMAWARI_WATCH: z.string().min(1).optional(),
  /** The site's configuration file. */
  KOMAWARI_CONFIG: z.string().min(1).default('./komawari.config.json'),
  /** `off`: an empty library stays empty instead of getting the demo library. */
  KOMAWARI_DEMO: z.enum(['on', 'off']).default('on'),
  /** `off`: this process serves the site and leaves imports and other jobs to `npm run worker`. */
  KOMAWARI_JOBS: z.enum(['on', 'off']).default('on'),
  /** How many child processes turn pages into pictures; 0 means one a core. */
  KOMAWARI_IMAGE_PROCESSES: whole(0, 64).prefault('0'),
  /** The first admin, made at the first start; without them a link to make one is shown. */
  KOMAWARI_ADMIN_NAME: z.string().min(1).optional(),
  KOMAWARI_ADMIN_EMAIL: z.string().min(1).optional(),
  KOMAWARI_ADMIN_PASSWORD: z.string().min(1).optional(),
  /** How much is logged. */
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** A PostgreSQL 15+ server; without it the embedded database is used. */
  DATABASE_URL: address('postgresql').optional(),
  /** Read replicas of it, separated by commas. */
  DATABASE_REPLICA_URLS: z.string().default('').transform(commaSeparated).pipe(z.array(address('postgresql'))),
  /** Redis or Valkey: request limits are then counted over all processes. */
  REDIS_URL: address('redis').optional(),
  /** An S3-compatible store for pictures; without a bucket they lie in the data folder. */
  S3_ENDPOINT: address('https').optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** The server that takes mails, with name and password; without it mails lie in the data folder. */
  SMTP_URL: address('smtp').optional(),
  /** Whom mails are from: an address, or a name and an address in angle brackets; without it `no-reply@` the site's host. */
  MAIL_FROM: z.string().trim().regex(/^[^<>\p{Cc}]*<?[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+>?$/u).optional(),
  /** The site's own address; without it, the address each visitor asked for. */
  SITE_URL: address('https').optional().transform(withoutSlash),
  /** Where pictures are fetched from, when a CDN stands before them. */
  CDN_URL: address('https').optional().transform(withoutSlash),
  /** Proxies before the server whose X-Forwarded-* headers are believed: a count or addresses. */
  TRUST_PROXY: z.string().default('').transform((text) => (/^\d+$/.test(text) ? Number(text) : commaSeparated(text))),
  /** The language of the terminal's messages, as POSIX names it. */
  LANG: z.string().default(''),
  NODE_ENV: z.string().default('production'),
});
export type Environment = z.infer<typeof Environment>;

/** Width and height of an ad in pixels. */
const AdSize = z.tuple([z.number().int().min(50).max(1600), z.number().int().min(20).max(1200)]);

/** `komawari.config.json` and `sites/*.json`: one site each. Every key can be overridden by the environment. */
export const SiteFile = z.strictObject({
  /** Names this site in the database's caches; letters, digits, dashes. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/).default('komawari'),
  /** Host names this site answers to (`sites/*.json` only). */
  hosts: z.array(z.string().min(1)).default([]),
  name: z.string().min(1).max(60).default('Komawari'),
  /** The text logo of a site without the feature `logo`. */
  letter: z.string().min(1).max(4).default('K'),
  /** The title after the separator on every page. */
  title: z.string().min(1).max(80).default('Komawari'),
  /** The meta description of pages that have none; empty: the built-in one in the reader's language. */
  description: z.string().max(300).default(''),
  /** The site's own address; empty: the address each visitor asked for. `SITE_URL` wins over the configuration file's. */
  url: origin(),
  /** Where its pictures are fetched from; empty: the site itself. `CDN_URL` wins over the file's and is that of `sites/*.json` that name none. */
  cdn: origin(),
  locales: z.array(z.enum(LOCALES)).min(1).default([...LOCALES]),
  defaultLocale: z.enum(LOCALES).default(DEFAULT_LOCALE),
  variant: z.enum(['comic', 'webtoon']).default('comic'),
  features: z.array(z.enum(FEATURES)).default([
    'logo', 'artists', 'tags', 'groups', 'categories', 'relationships', 'parodies', 'characters', 'languages',
    'authors', 'nsfw', 'register', 'comments', 'downloads', 'favorites', 'premium', 'slides', 'genres', 'publishers', 'platforms',
  ]),
  social: z.array(z.strictObject({ name: z.string().min(1).max(40), url: z.url({ protocol: /^https?$/ }) })).default([]),
  /** Fixed external links of the top bar. */
  links: z.array(ExternalLink).default([]),
  webhooks: z
    .strictObject({
      /** Whether webhooks may lead to this machine and its network, and go unencrypted: for development and tests, or a receiver beside the site. */
      allowPrivate: z.boolean().default(false),
    })
    .prefault({}),
  /** Whether explicit and suggestive works are listed to a visitor who has not chosen. */
  nsfw: z.boolean().default(false),
  /** The rating of an import that does not say its own. */
  defaultRating: z.enum(RATINGS).optional(),
  theme: z.enum(['dark', 'light', 'system']).default('dark'),
  premium: z
    .strictObject({
      /** Who reads premium works: everyone who is signed in, some roles, or those who are entitled. Staff always does. */
      requires: z.enum(['login', 'role', 'entitlement']).default('login'),
      /** The roles that read them where a role is required. */
      roles: z.array(z.enum(['user', 'uploader', 'moderator', 'admin'])).default(['uploader', 'moderator', 'admin']),
      /** Pages of a premium comic that everyone reads. */
      previewPages: z.number().int().min(0).max(100).default(3),
      /** Where access is sold; `{username}` stands for the member's name. Empty: nowhere. */
      link: z.string().refine((text) => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text)), { params: { rule: 'address', scheme: 'https' } }).default(''),
      /** Signs what the seller reports: `whsec_` and 24 to 64 bytes in base64. Without it nothing can be reported. */
      webhookSecret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/).optional(),
    })
    .prefault({}),
  transfers: z
    .strictObject({
      /** Whether libraries may be brought from servers on this machine or in its network, and without encryption. */
      allowPrivate: z.boolean().default(false),
    })
    .prefault({}),
  ads: z
    .strictObject({
      /** Where ads may stand, with the width and height in pixels that are kept free for one, on wide screens and on telephones. */
      spots: z.array(z.strictObject({ name: z.enum(AD_SPOTS), wide: AdSize, narrow: AdSize })).default([
        { name: 'top', wide: [728, 90], narrow: [320, 100] },
        { name: 'bottom', wide: [728, 90], narrow: [320, 100] },
      ]),
      /** Roles that see none. */
      freeRoles: z.array(z.enum(['user', 'uploader', 'moderator', 'admin'])).default([]),
      /** Whether members who may read every premium comic see none. */
      freeWhenEntitled: z.boolean().default(true),
    })
    .prefault({}),
  accounts: z
    .strictObject({
      /** Whether admins must have a second factor before they may do anything as such. */
      adminsNeedTwoFactor: z.boolean().default(false),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** API calls a minute from one address; 0 switches the limit off. Pictures are not counted. */
      readsPerMinute: z.number().int().min(0).default(600),
      /** Seconds a whole anonymous page may be served from memory; 0 switches the cache off. */
      pageCacheSeconds: z.number().int().min(0).max(3600).default(10),
      /** Accounts made in an hour from one address; 0 switches the limit off. */
      registersPerHour: z.number().int().min(0).default(30),
      /** How much work a captcha is: keys that are tried at most, some milliseconds each on a telephone. */
      captcha: z.number().int().min(1).max(100_000).default(200),
      /** Hours a signed picture address stays good. */
      signedHours: z.number().int().min(1).max(168).default(12),
      /** Comics a member may download in a day (UTC); 0 switches the limit off. */
      downloadsPerDay: z.number().int().min(0).default(50),
      /** Gigabytes (10⁹ bytes) a member may download in a day (UTC); 0 switches the limit off. */
      downloadGigabytesPerDay: z.number().min(0).default(20),
      /** Seconds between two comments of a member, and how many they may write in an hour; 0 switches each off. */
      commentSeconds: z.number().int().min(0).max(3600).default(10),
      commentsPerHour: z.number().int().min(0).default(30),
      /** Reports a guest's address, or a member, may send in an hour; 0 switches the limit off. */
      reportsPerHour: z.number().int().min(0).default(10),
    })
    .prefault({}),
  /** What is taken in. The configuration file's hold for imports by the command line, too. A megabyte is 2²⁰ bytes. */
  uploads: z
    .strictObject({
      /** Of an archive, as it lies on the disk. */
      archiveMegabytes: z.number().int().min(1).max(1_048_576).default(1024),
      /** Files and folders in an archive. */
      entries: z.number().int().min(1).max(100_000).default(5000),
      /** Of all files of an archive, and of the largest of them, unpacked. */
      inflatedMegabytes: z.number().int().min(1).max(1_048_576).default(2048),
      entryMegabytes: z.number().int().min(1).max(1024).default(100),
      /** Unpacked by packed size of a file or an archive. */
      ratio: z.number().int().min(2).max(100_000).default(200),
      /** Of a picture: millions of pixels of all its frames, pixels of a side, frames. */
      megapixels: z.number().int().min(1).max(1000).default(100),
      side: z.number().int().min(100).max(65_500).default(65_500),
      frames: z.number().int().min(1).max(10_000).default(500),
      pdfPages: z.number().int().min(1).max(100_000).default(2000),
      /** After so many seconds the process that decodes a picture, or reads an archive that is no ZIP, is killed. */
      pageSeconds: z.number().int().min(1).max(600).default(20),
      archiveSeconds: z.number().int().min(1).max(7200).default(300),
      /** What a process that reads hostile bytes may hold; past it, it ends. */
      childMegabytes: z.number().int().min(256).max(65_536).default(1024),
      /** Of one upload. */
      filesPerUpload: z.number().int().min(1).max(100_000).default(500),
      uploadMegabytes: z.number().int().min(1).max(1_048_576).default(10_240),
      /** Uploads that a member has open at once. */
      openUploads: z.number().int().min(1).max(1000).default(20),
      /** Of a member in a day (UTC); 0 switches each off. */
      filesPerDay: z.number().int().min(0).default(2000),
      megabytesPerDay: z.number().int().min(0).default(51_200),
      /** How many works of an uploader a moderator looks at before the next are published at once. */
      reviewFirst: z.number().int().min(0).max(1000).default(0),
      /** Days until an upload that nobody goes on with is deleted. */
      keepDays: z.number().int().min(1).max(365).default(14),
    })
    .prefault({}),
});
export type Site = z.infer<typeof SiteFile>;

export interface Config {
  port: number;
  host: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Absolute path of the folder that is watched for archives; null for none. */
  watchDir: string | null;
  demo: boolean;
  /** Whether this process runs jobs beside serving the site. */
  jobs: boolean;
  /** Who the first admin is to be; null where a link is to be shown instead. */
  admin: { username: string; email: string; password: string } | null;
  /** At least 1. */
  imageProcesses: number;
  logLevel: Environment['LOG_LEVEL'];
  databaseUrl: string | undefined;
  databaseReplicaUrls: string[];
  redisUrl: string | undefined;
  s3: { endpoint: string | undefined; region: string; bucket: string; key: string; secret: string } | null;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  trustProxy: number | string[];
  development: boolean;
  /** The site of every host that no other site claims. */
  site: Site;
  /** Further sites, by host name. */
  sites: Site[];
}

/**
 * Reads and validates everything that configures the product: environment, configuration file, further sites.
 *
 * @throws ConfigError with the variables, or the paths of the keys, and the rules they break.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, directory: string = process.cwd()): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const environment = parsed(Environment, given, (path) => path.join('.'));
  const configFile = resolve(directory, environment.KOMAWARI_CONFIG);
  if (given.KOMAWARI_CONFIG !== undefined && !existsSync(configFile)) {
    throw new ConfigError({ name: 'KOMAWARI_CONFIG', rule: 'missing', params: { file: environment.KOMAWARI_CONFIG } });
  }
  const { SITE_URL: url, CDN_URL: cdn } = environment;
  const site = siteFrom(configFile, { ...environmentOverrides(SiteFile, given), ...(url && { url }), ...(cdn && { cdn }) });
  const keyless = (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter((name) => environment.S3_BUCKET !== undefined && environment[name] === undefined);
  if (keyless.length > 0) {
    throw new ConfigError(...keyless.map((name) => ({ name, rule: 'required' as const, params: { other: 'S3_BUCKET' } })));
  }
  return {
    port: environment.PORT,
    host: environment.HOST,
    dataDir: resolve(directory, environment.KOMAWARI_DATA),
    watchDir: environment.KOMAWARI_WATCH === undefined ? null : resolve(directory, environment.KOMAWARI_WATCH),
    demo: environment.KOMAWARI_DEMO === 'on',
    jobs: environment.KOMAWARI_JOBS === 'on',
    admin: adminFrom(environment),
    imageProcesses: environment.KOMAWARI_IMAGE_PROCESSES || availableParallelism(),
    logLevel: environment.LOG_LEVEL,
    databaseUrl: environment.DATABASE_URL,
    databaseReplicaUrls: environment.DATABASE_REPLICA_URLS,
    redisUrl: environment.REDIS_URL,
    s3: environment.S3_BUCKET === undefined ? null : {
      endpoint: environment.S3_ENDPOINT,
      region: environment.S3_REGION,
      bucket: environment.S3_BUCKET,
      key: environment.S3_ACCESS_KEY_ID ?? '',
      secret: environment.S3_SECRET_ACCESS_KEY ?? '',
    },
    smtpUrl: environment.SMTP_URL,
    mailFrom: environment.MAIL_FROM,
    trustProxy: environment.TRUST_PROXY,
    development: environment.NODE_ENV === 'development',
    site,
    sites: sitesBeside(configFile, site.cdn),
  };
}

/** @throws ConfigError when some of the three are given and others are not. */
function adminFrom({ KOMAWARI_ADMIN_NAME: username, KOMAWARI_ADMIN_EMAIL: email, KOMAWARI_ADMIN_PASSWORD: password }: Environment): Config['admin'] {
  const given = { KOMAWARI_ADMIN_NAME: username, KOMAWARI_ADMIN_EMAIL: email, KOMAWARI_ADMIN_PASSWORD: password };
  const [one] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (one === undefined) { return null; }
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  if (missing.length > 0) { throw new ConfigError(...missing.map(([name]) => ({ name, rule: 'required' as const, params: { other: one } }))); }
  return { username: username!, email: email!, password: password! };
}

/** The language of the terminal, two letters that need not be one of ours; known also when the rest cannot be read. */
export function terminalLocaleOf(env: NodeJS.ProcessEnv = process.env): string {
  return (env.LANG ?? '').slice(0, 2).toLowerCase();
}

/** What the browser may know of a site. */
export function publicSite(site: Site): SiteConfig {
  return SiteConfig.parse(site);
}

/** A whole number between two bounds, from text. */
function whole(min: number, max: number) {
  const isWhole = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.string().refine(isWhole, { params: { rule: 'whole', min, max } }).transform(Number);
}

/** What absolute addresses start with, without a slash at the end; empty where none is configured. */
function origin() {
  return address('https', '').default('').transform((url) => withoutSlash(url) ?? '');
}

/** The address of a service, or `none`: `https` stands for http too, `postgresql` for postgres, `redis` for rediss, `smtp` for smtps. */
function address(scheme: 'https' | 'postgresql' | 'redis' | 'smtp', none?: string) {
  const protocol = { https: /^https?:$/, postgresql: /^postgres(ql)?:$/, redis: /^rediss?:$/, smtp: /^smtps?:$/ }[scheme];
  return z.string().trim().refine((text) => text === none || (URL.canParse(text) && protocol.test(new URL(text).protocol)), { params: { rule: 'address', scheme } });
}

/** The sites in `sites/*.json`; their pictures are those of the one library, so a CDN before it serves them, too. */
function sitesBeside(configFile: string, cdn: string): Site[] {
  const folder = join(configFile, '..', 'sites');
  if (!existsSync(folder)) { return []; }
  const sites = readdirSync(folder).filter((name) => name.endsWith('.json')).sort().map((name) => siteFrom(join(folder, name), {})).map((each) => ({ ...each, cdn: each.cdn || cdn }));
  const nameless = sites.find((site) => site.hosts.length === 0);
  if (nameless) { throw new ConfigError({ name: `sites/${nameless.id}.json: hosts`, rule: 'empty' }); }
  return sites;
}

function siteFrom(file: string, overrides: object): Site {
  let content: unknown = {};
  if (existsSync(file)) {
    try {
      content = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new ConfigError({ name: file, ...unread(error as NodeJS.ErrnoException) });
    }
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ConfigError({ name: file, rule: 'type', params: { expected: 'object' } });
  }
  const site = parsed(SiteFile, overridden(content, overrides), (path) => `${file}: ${path.join('.')}`);
  if (!site.locales.includes(site.defaultLocale)) {
    throw new ConfigError({ name: `${file}: defaultLocale`, rule: 'choice', params: { choices: site.locales.join(', ') } });
  }
  return site;
}

/** Why a file was not understood; where the engine knows the line, with it. */
function unread({ code, message }: NodeJS.ErrnoException) {
  if (code !== undefined) { return { rule: 'unreadable' as const, params: { reason: code } }; }
  return { rule: 'json' as const, params: { line: /\(line (\d+)/.exec(message)?.[1] ?? 'unknown' } };
}

/** The file's keys with those of the environment in their place; inside a group the file's others stay. */
function overridden(content: object, overrides: object): object {
  const groups = new Map(Object.entries(content).filter(([, value]) => isGroup(value)));
  return { ...content, ...Object.fromEntries(Object.entries(overrides).map(([key, value]) => [key, isGroup(value) ? { ...groups.get(key), ...value } : value])) };
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, name: (path: readonly PropertyKey[]) => string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) { throw new ConfigError(...issuesOf(result.error, name)); }
  return result.data;
}

function commaSeparated(text: string): string[] {
  return text.split(',').map((part) => part.trim()).filter((part) => part !== '');
}

function withoutSlash(url: string | undefined): string | undefined {
  return url === undefined || url === '' ? undefined : url.replace(/\/+$/, '');
}
