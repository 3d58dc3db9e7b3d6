import type { Feature } from '#contract/site.ts';
import type { SectionModule } from './section.ts';

/** A section of the moderators' pages; the first has no name in its address. */
interface ModerationSection { module: () => Promise<SectionModule<unknown>>; feature?: Feature }

const section = <Data>(module: () => Promise<SectionModule<Data>>, feature?: Feature): ModerationSection =>
  ({ module: module as unknown as ModerationSection['module'], ...(feature === undefined ? {} : { feature }) });

/** Every section, in the order of their tabs; what each is called is `moderation.<name>`. */
export const MODERATION_SECTIONS = {
  queue: section(() => import('./features/moderation/queue-section.tsx')),
  comments: section(() => import('./features/moderation/held-section.tsx'), 'comments'),
  reports: section(() => import('./features/moderation/reports-section.tsx')),
  notices: section(() => import('./features/moderation/notices-section.tsx'), 'dmca'),
  filters: section(() => import('./features/moderation/filters-section.tsx')),
  templates: section(() => import('./features/moderation/templates-section.tsx')),
} as const satisfies Record<string, ModerationSection>;
export type ModerationName = keyof typeof MODERATION_SECTIONS;
