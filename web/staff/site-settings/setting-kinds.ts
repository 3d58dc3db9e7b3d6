import { USER_ROLES } from '#contract/accounts.ts';
import { AGE_MODES } from '#contract/age.ts';
import { RATINGS } from '#contract/comics.ts';
import { INDEXING, PREMIUM_REQUIREMENTS, THEMES, VARIANTS } from '#contract/site.ts';
import { MAIL_SECURITY, type SettingKey } from '#contract/site-settings.ts';
import type { MessageKey, Translate } from '#web/platform/i18n/i18n.tsx';

/** How a setting is written in the page. */
export type SettingKind =
  | { kind: 'text'; most: number; rows?: number; ltr?: true; code?: true }
  | { kind: 'colour' }
  | { kind: 'number'; least: number; step?: 'any' }
  | { kind: 'secret'; most: number }
  | { kind: 'switch' }
  | { kind: 'choice'; choices: readonly (string | null)[] }
  | { kind: 'roles'; choices: readonly string[] }
  | { kind: 'picture'; path: string }
  | { kind: 'features' | 'locales' | 'locale' | 'links' | 'social' | 'spots' | 'countries' | 'blocks' | 'providers' };

const count = (least = 0): SettingKind => ({ kind: 'number', least });
const roles: SettingKind = { kind: 'roles', choices: USER_ROLES };

/** Every setting with its kind. */
export const SETTING_KINDS: Readonly<Record<SettingKey, SettingKind>> = {
  name: { kind: 'text', most: 60 },
  letter: { kind: 'text', most: 4 },
  title: { kind: 'text', most: 80 },
  description: { kind: 'text', most: 300, rows: 3 },
  logo: { kind: 'picture', path: '/images/logo.png' },
  icon: { kind: 'picture', path: '/images/icon.png' },
  fallback: { kind: 'picture', path: '/images/default.jpg' },
  features: { kind: 'features' },
  variant: { kind: 'choice', choices: VARIANTS },
  locales: { kind: 'locales' },
  defaultLocale: { kind: 'locale' },
  links: { kind: 'links' },
  social: { kind: 'social' },
  'home.blocks': { kind: 'blocks' },
  theme: { kind: 'choice', choices: THEMES },
  'look.accent': { kind: 'colour' },
  'look.css': { kind: 'text', most: 20_000, rows: 12, ltr: true, code: true },
  nsfw: { kind: 'switch' },
  defaultRating: { kind: 'choice', choices: [null, ...RATINGS] },
  indexing: { kind: 'choice', choices: INDEXING },
  noai: { kind: 'switch' },
  'ageGate.mode': { kind: 'choice', choices: AGE_MODES },
  'ageGate.countries': { kind: 'countries' },
  'ageGate.countryHeader': { kind: 'text', most: 60, ltr: true },
  'ageGate.days': count(1),
  'limits.readsPerMinute': count(),
  'limits.loginsPerMinute': count(),
  'limits.registersPerHour': count(),
  'limits.captcha': count(1),
  'limits.pageCacheSeconds': count(),
  'limits.signedHours': count(1),
  'limits.downloadsPerDay': count(),
  'limits.downloadGigabytesPerDay': { kind: 'number', least: 0, step: 'any' },
  'limits.commentSeconds': count(),
  'limits.commentsPerHour': count(),
  'limits.reportsPerHour': count(),
  'uploads.filesPerUpload': count(1),
  'uploads.uploadMegabytes': count(1),
  'uploads.openUploads': count(1),
  'uploads.filesPerDay': count(),
  'uploads.megabytesPerDay': count(),
  'uploads.reviewFirst': count(),
  'premium.requires': { kind: 'choice', choices: PREMIUM_REQUIREMENTS },
  'premium.roles': roles,
  'premium.previewPages': count(),
  'premium.link': { kind: 'text', most: 2000, ltr: true },
  'ads.spots': { kind: 'spots' },
  'ads.freeRoles': roles,
  'ads.freeWhenEntitled': { kind: 'switch' },
  'consent.ads': { kind: 'choice', choices: ['ask', 'none'] },
  'signIn.passwords': { kind: 'switch' },
  'signIn.providers': { kind: 'providers' },
  'accounts.adminsNeedTwoFactor': { kind: 'switch' },
  'mail.server': { kind: 'text', most: 253, ltr: true },
  'mail.port': count(1),
  'mail.security': { kind: 'choice', choices: MAIL_SECURITY },
  'mail.user': { kind: 'text', most: 500, ltr: true },
  'mail.password': { kind: 'secret', most: 1000 },
  'mail.sender': { kind: 'text', most: 300, ltr: true },
  contact: { kind: 'text', most: 254, ltr: true },
  'dmca.agent': { kind: 'text', most: 200 },
  'dmca.email': { kind: 'text', most: 254, ltr: true },
  'dmca.address': { kind: 'text', most: 500, rows: 4 },
};

type Plain = (key: MessageKey) => string;

const PROVIDER_SECRET = 'signIn.providers.';

/** Whether a key of the history is the one of a provider's secret. */
export function isProviderSecret(key: string): boolean {
  return key.startsWith(PROVIDER_SECRET);
}

/** The name of a setting. */
export function settingName(t: Translate, key: string): string {
  if (isProviderSecret(key)) return t('admin.site.provider.secretFor', { provider: key.slice(PROVIDER_SECRET.length) });
  return (t as unknown as Plain)(`admin.site.key.${key.replaceAll('.', '-')}` as MessageKey);
}

/** The name of one choice of a setting. */
export function choiceName(t: Translate, key: string, choice: string | null): string {
  return (t as unknown as Plain)(`admin.site.choice.${key.replaceAll('.', '-')}.${choice}` as MessageKey);
}

/** Features that `staff.…` or a message of their own names. */
const OWN_NAMES: readonly string[] = [
  'logo',
  'dmca',
  'nsfw',
  'register',
  'reviews',
  'reactions',
  'downloads',
  'favorites',
  'shelves',
  'figures',
  'komga',
  'kosync',
  'premium',
];
/** Features whose text says more than that there are pages of terms. */
const OWN_TEXTS: readonly string[] = [...OWN_NAMES, 'comments', 'ads', 'slides'];

/** The name of a feature. */
export function featureName(t: Translate, feature: string): string {
  return (t as unknown as Plain)(
    (OWN_NAMES.includes(feature) ? `admin.site.feature.${feature}` : `staff.${feature}`) as MessageKey,
  );
}

/** A sentence on what a feature brings and needs. */
export function featureText(t: Translate, feature: string): string {
  return (t as unknown as Plain)(
    `admin.site.feature.${OWN_TEXTS.includes(feature) ? feature : 'terms'}.text` as MessageKey,
  );
}
