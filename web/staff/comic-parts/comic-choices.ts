import type { AdminComicRow } from '#contract/editing.ts';
import type { Feature } from '#contract/site.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import type { MessageKey } from '#web/platform/i18n/i18n.tsx';

/** The faults of comics that are part of a feature of the site, by their name. */
export const MISSING_BY_FIELD: Readonly<Record<string, Feature>> = { tags: 'tags', language: 'languages' };

/** Every kind of term, in the order an editor fills them in. */
export const KINDS = [
  'tags',
  'genres',
  'languages',
  'categories',
  'artists',
  'authors',
  'groups',
  'parodies',
  'characters',
  'relationships',
  'publishers',
  'platforms',
] as const satisfies readonly KindPath[];
/** The kinds a comic has at most one of. */
export const SINGLE_KINDS: readonly KindPath[] = ['languages', 'categories'];

/** How good or bad a state is, for its dot. */
export function stateTone(state: AdminComicRow['state']): 'good' | 'warn' | 'bad' | undefined {
  return ({ published: 'good', scheduled: 'warn', removed: 'bad' } as const)[state as 'published'];
}

/** The names of the fields of a comic; those of terms by their kind. */
export const FIELD_NAMES: Readonly<Record<string, MessageKey>> = {
  ...Object.fromEntries(KINDS.map((path) => [path, `latest.filters.${path}` as const])),
  ...Object.fromEntries(
    [
      'title',
      'alternative_title',
      'description',
      'slug',
      'linkcode',
      'rating',
      'status',
      'direction',
      'premium',
      'premium_until',
      'released_on',
      'work_key',
      'uploaded_at',
      'translations',
      'locked',
      'relations',
      'links',
      'official_links',
      'volumes',
      'cover',
      'state',
      'publish_at',
      'chapters',
      'pages',
      'name',
      'number',
      'groups',
      'published_at',
      'removed_reason',
      'transcript',
    ].map((field) => [field, `admin.field.${field}` as MessageKey]),
  ),
  volume: 'admin.chapter.volume',
  chapter: 'admin.field.chapters',
  chapter_state: 'admin.chapter.state',
  chapter_numbers: 'admin.renumber.numbers',
  chapter_pages: 'admin.field.pages',
  translated: 'latest.attribute.translated',
  speechless: 'latest.attribute.speechless',
  rewritten: 'latest.attribute.rewritten',
};
