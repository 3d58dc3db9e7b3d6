import { RELATION_KINDS, type Rating, type RelationKind, type Status } from '#contract/comics.ts';

/**
 * The subjects of a range. `uploaded` and `updated` are UTC days since 1970, `year` is the year of release, `rating` the
 * average of 1 to 10 in tenths; the others are numbers of things.
 */
export const RANGE_KEYS = [
  'pages',
  'chapters',
  'favorites',
  'views',
  'rating',
  'comments',
  'year',
  'uploaded',
  'updated',
] as const;
export type RangeKey = (typeof RANGE_KEYS)[number];

/** Bounds that belong to the range, in whole numbers; null is no bound. */
export interface Range {
  key: RangeKey;
  min: number | null;
  max: number | null;
}

/** The traits of a comic. `webtoon` is read from top to bottom; `linked` has an id or an official link elsewhere. */
export const TRAITS = ['premium', 'oneshot', 'webtoon', 'translated', 'speechless', 'rewritten', 'linked'] as const;
export type SearchAttribute = (typeof TRAITS)[number];

/**
 * The condition a comic must meet to be in a list: the one form that filters and searches are brought to, and that the database
 * and the catalogue in memory both answer, alike.
 *
 * - `all` of nothing is every comic, `any` of nothing is none.
 * - `terms`: it has one of these terms. `ids`: it is one of these comics. `statuses`, `ratings`: it is in one of these.
 * - `relations`: one of these kinds of relation to a published work, with `safe` to one that is rated safe.
 * - `text`: one normalised word, without spaces. It stands somewhere in the comic's search text; one or two letters of
 *   a script written with spaces stand at the beginning of a word (see `grams.ts`).
 */
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | { terms: readonly number[] }
  | { ids: readonly number[] }
  | { text: string }
  | { range: Range }
  | { trait: SearchAttribute }
  | { relations: readonly RelationKind[]; rating: 'safe' | 'all' }
  | { statuses: readonly Status[] }
  | { ratings: readonly Rating[] };

/** The first bit of relations to works rated safe; those below are of works of any rating. */
export const FIRST_SAFE_RELATION = 16;

/** Relations as bits: those that a comic has, and to meet a condition one of these. */
export function relationBits(kinds: readonly RelationKind[], rating: 'safe' | 'all'): number {
  const first = rating === 'safe' ? FIRST_SAFE_RELATION : 0;
  return kinds.reduce((bits, kind) => bits | (1 << (first + RELATION_KINDS.indexOf(kind))), 0);
}

/** Every comic. */
export const EVERYTHING: Condition = { all: [] };
/** No comic. */
export const NOTHING: Condition = { any: [] };

/** The conditions that a condition is made of and that all have to be met, none of them an `all`. */
export function conditionParts(condition: Condition): Condition[] {
  return 'all' in condition ? condition.all.flatMap(conditionParts) : [condition];
}
