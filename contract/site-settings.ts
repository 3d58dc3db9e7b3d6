import { z } from 'zod';
import { SITE_PICTURES } from './site.ts';

/** How the way to a mail server is encrypted. */
export const MAIL_SECURITY = ['starttls', 'tls', 'auto', 'none'] as const;

/**
 * The settings of a site that admins change in the page, by section: paths of keys of the site's file. The others are those of
 * who runs the server: addresses, secrets, what other programs are told, and what a process may take of the machine.
 */
export const SETTING_SECTIONS = {
  identity: ['name', 'letter', 'title', 'description'],
  pictures: SITE_PICTURES,
  features: ['features', 'variant'],
  languages: ['locales', 'defaultLocale'],
  links: ['links', 'social'],
  home: ['home.blocks'],
  look: ['theme', 'look.accent', 'look.css'],
  works: ['nsfw', 'defaultRating', 'indexing', 'noai'],
  age: ['ageGate.mode', 'ageGate.countries', 'ageGate.countryHeader', 'ageGate.days'],
  limits: [
    'limits.readsPerMinute',
    'limits.loginsPerMinute',
    'limits.registersPerHour',
    'limits.captcha',
    'limits.pageCacheSeconds',
    'limits.signedHours',
    'limits.downloadsPerDay',
    'limits.downloadGigabytesPerDay',
    'limits.commentSeconds',
    'limits.commentsPerHour',
    'limits.reportsPerHour',
    'uploads.filesPerUpload',
    'uploads.uploadMegabytes',
    'uploads.openUploads',
    'uploads.filesPerDay',
    'uploads.megabytesPerDay',
    'uploads.reviewFirst',
  ],
  premium: ['premium.requires', 'premium.roles', 'premium.previewPages', 'premium.link'],
  ads: ['ads.spots', 'ads.freeRoles', 'ads.freeWhenEntitled', 'consent.ads'],
  signin: ['signIn.passwords', 'signIn.providers', 'accounts.adminsNeedTwoFactor'],
  mail: ['mail.server', 'mail.port', 'mail.security', 'mail.user', 'mail.password', 'mail.sender'],
  law: ['contact', 'dmca.agent', 'dmca.email', 'dmca.address'],
} as const;
export type SettingSection = keyof typeof SETTING_SECTIONS;
export type SettingKey = (typeof SETTING_SECTIONS)[SettingSection][number];
export const SETTING_KEYS = Object.values(SETTING_SECTIONS).flat() as readonly SettingKey[];

/**
 * Where a value comes from: nowhere but the defaults, the page, a file, or the environment; `name` is the file with the key, or
 * the variable. `main`: it is one for all sites, and set on the main one.
 */
export const SettingOrigin = z.object({
  by: z.enum(['default', 'page', 'file', 'environment', 'main']),
  name: z.string().nullable(),
});
export type SettingOrigin = z.infer<typeof SettingOrigin>;

/** The settings of the site that is asked. */
export const SiteSettings = z.object({
  /** Its id. */
  site: z.string(),
  /** Counts the changes; 0 where nothing was ever changed in the page. Whoever changes something says which they saw. */
  revision: z.int(),
  /** The values in force, by key; secrets are never told. */
  values: z.record(z.string(), z.unknown()),
  /** The value of each where nobody says anything. */
  defaults: z.record(z.string(), z.unknown()),
  origins: z.record(z.string(), SettingOrigin),
  /** The secrets there are, by key; `unfit`: it was given for another place than the settings name now, and is not sent there. */
  secrets: z.record(z.string(), z.enum(['set', 'unfit'])),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

/** A change of settings; null takes what was set away, so that the default is in force again. */
export const SettingsChange = z.strictObject({
  revision: z.int().min(0).max(2_147_483_647),
  values: z.record(z.string().max(60), z.json()),
  /** The password of who changes them, or what stands for it: where they concern signing in. */
  password: z.string().max(1000).optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** A provider of OpenID Connect as it is entered, to be looked at. */
export const ProviderTrial = z.strictObject({ provider: z.record(z.string().max(60), z.json()) });

/** A picture for the button of a provider, drawn anew: what its `icon` is to be. */
export const ProviderPicture = z.object({ icon: z.string() });
export type ProviderPicture = z.infer<typeof ProviderPicture>;

/** One thing that was found at a provider: `bad`, nobody can sign in there; `warn`, something will not work. */
export const ProviderFinding = z.object({ level: z.enum(['bad', 'warn']), text: z.string() });
export type ProviderFinding = z.infer<typeof ProviderFinding>;

/** The answer to a look at a provider; without findings it is as it should be. */
export const ProviderCheck = z.object({
  findings: z.array(ProviderFinding),
  /** The address to be registered there as the redirect address. */
  redirect: z.string(),
  /** The one to be told at that somebody has logged out there (OpenID Connect Back-Channel Logout). */
  logout: z.string(),
});
export type ProviderCheck = z.infer<typeof ProviderCheck>;

/** The answer where someone has changed the settings since the `revision` of a change: nothing was changed. */
export const SettingsConflict = z.object({
  message: z.string(),
  code: z.literal('settings-changed'),
  current: SiteSettings,
  /** The values that are others now than in the revision that the change began from. */
  since: z.array(z.object({ key: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type SettingsConflict = z.infer<typeof SettingsConflict>;

/** The answer to a change that cannot be, by key. */
export const SettingsRefusal = z.object({
  message: z.string(),
  code: z.literal('request-invalid'),
  errors: z.record(z.string(), z.array(z.string())),
});
export type SettingsRefusal = z.infer<typeof SettingsRefusal>;

/** One change of the settings. */
export const SettingsRevision = z.object({
  revision: z.int(),
  at: z.iso.datetime(),
  /** Null where the account is deleted. */
  by: z.object({ id: z.int(), username: z.string() }).nullable(),
  /** The revision that it went back to; null for a change of its own. */
  restored: z.int().nullable(),
  changes: z.array(z.object({ key: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type SettingsRevision = z.infer<typeof SettingsRevision>;
