import type { Feature, SiteConfig } from '#contract/site.ts';
import type { IconName } from '#web/ui/basic/icon.tsx';

/** The sections of the settings, in the order they are listed; what each is called is `account.<name>.title`. */
export const SECTIONS = [
  'profile',
  'email',
  'password',
  'sessions',
  'two-factor',
  'keys',
  'look',
  'content',
  'makers',
  'reader',
  'notifications',
  'blocked',
  'trackers',
  'data',
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The icon before a section's name. */
export const SECTION_ICONS: Record<SectionName, IconName> = {
  profile: 'user',
  email: 'mail',
  password: 'key',
  sessions: 'device',
  'two-factor': 'lock',
  keys: 'key',
  look: 'globe',
  content: 'eye',
  makers: 'users',
  reader: 'book',
  notifications: 'bell',
  blocked: 'users',
  trackers: 'external',
  data: 'download',
};

/** Sections that only mean something where the site has a feature. */
export const SECTION_FEATURES: Partial<Record<SectionName, Feature>> = { blocked: 'comments', trackers: 'shelves' };

/** Whether a site has what a section is about. */
export function isOffered(
  name: SectionName,
  { features, trackers }: Pick<SiteConfig, 'features' | 'trackers'>,
): boolean {
  const feature = SECTION_FEATURES[name];
  return (feature === undefined || features.includes(feature)) && (name !== 'trackers' || trackers.length > 0);
}

/** Whether a word of an address names a section. */
export function isSection(name: string | undefined): name is SectionName {
  return SECTIONS.some((each) => each === name);
}
