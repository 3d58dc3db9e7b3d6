import type { Feature } from '#contract/site.ts';
import type { SectionModule } from '#web/staff/frame/staff-section.ts';

/** A section of the moderators' pages; the first has no name in its address. */
interface ModerationSection {
  module: () => Promise<SectionModule<unknown>>;
  feature?: Feature;
}

const section = <Data>(module: () => Promise<SectionModule<Data>>, feature?: Feature): ModerationSection => ({
  module: module as unknown as ModerationSection['module'],
  ...(feature === undefined ? {} : { feature }),
});

/** Every section, in the order of their tabs; what each is called is `moderation.<name>`. */
export const MODERATION_SECTIONS = {
  queue: section(() => import('./queue-section.tsx')),
  comments: section(() => import('./held-section.tsx'), 'comments'),
  reviews: section(() => import('./reviews-section.tsx'), 'reviews'),
  reports: section(() => import('./reports-section.tsx')),
  notices: section(() => import('./notices-section.tsx'), 'dmca'),
  groups: section(() => import('./groups-section.tsx'), 'groups'),
  filters: section(() => import('./filters-section.tsx')),
  templates: section(() => import('./templates-section.tsx')),
} as const satisfies Record<string, ModerationSection>;
export type ModerationName = keyof typeof MODERATION_SECTIONS;
