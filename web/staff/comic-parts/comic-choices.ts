import type { ADMIN_SORTS, AdminComicRow, MISSING, REVIEW_STATES, State } from '#contract/editing.ts';
import type { Attribute, Direction, Rating, Status } from '#contract/comics.ts';
import type { Feature } from '#contract/site.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import type { MessageKey } from '#web/platform/i18n/i18n.tsx';

export const STATES = ['draft', 'scheduled', 'published', 'unlisted', 'removed'] as const satisfies readonly State[];
export const RATINGS = ['safe', 'suggestive', 'explicit'] as const satisfies readonly Rating[];
export const STATUSES = ['ongoing', 'complete', 'onhold', 'canceled'] as const satisfies readonly Status[];
export const ATTRIBUTES = ['translated', 'speechless', 'rewritten'] as const satisfies readonly Attribute[];
export const DIRECTIONS = ['ltr', 'rtl', 'vertical'] as const satisfies readonly Direction[];
export const MISSINGS = ['cover', 'pages', 'some_pages', 'tags', 'language', 'broken'] as const satisfies readonly (typeof MISSING)[number][];
/** Those of them that are part of a feature of the site. */
export const MISSING_BY_FIELD: Readonly<Record<string, Feature>> = { tags: 'tags', language: 'languages' };
export const REVIEWS = ['waiting', 'approved', 'refused'] as const satisfies readonly (typeof REVIEW_STATES)[number][];
/** In the order they are offered. */
export const SORTS = ['uploaded_at', 'updated_at', 'published_at', 'title', 'views', 'favorites', 'pages', 'id'] as const satisfies readonly (typeof ADMIN_SORTS)[number][];
export type AdminSort = (typeof SORTS)[number];

/** Every kind of term, in the order an editor fills them in. */
export const KINDS = [
  'tags', 'genres', 'languages', 'categories', 'artists', 'authors', 'groups', 'parodies', 'characters', 'relationships', 'publishers', 'platforms',
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
  ...Object.fromEntries([
    'title', 'alternative_title', 'description', 'slug', 'linkcode', 'rating', 'status', 'direction', 'premium', 'premium_until',
    'released_on', 'work_key', 'uploaded_at', 'translations', 'locked', 'cover', 'state', 'publish_at', 'chapters', 'pages', 'name', 'number', 'groups',
    'published_at', 'removed_reason', 'transcript',
  ].map((field) => [field, `admin.field.${field}` as MessageKey])),
  chapter: 'admin.field.chapters', chapter_pages: 'admin.field.pages',
  translated: 'latest.attribute.translated', speechless: 'latest.attribute.speechless', rewritten: 'latest.attribute.rewritten',
};
