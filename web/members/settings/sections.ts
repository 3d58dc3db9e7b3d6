import type { Feature } from '#contract/site.ts';
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
  data: 'download',
};

/** Sections that only mean something where the site has a feature. */
export const SECTION_FEATURES: Partial<Record<SectionName, Feature>> = { blocked: 'comments' };

/** Whether a word of an address names a section. */
export function isSection(name: string | undefined): name is SectionName {
  return SECTIONS.some((each) => each === name);
}
