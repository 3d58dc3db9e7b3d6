import { RATINGS, STATUSES } from '#contract/comics.ts';
import { relationBits, TRAITS, type Condition, type RangeKey } from '#server/search/condition.ts';
import { startPieces, wordPieces } from '#server/search/grams.ts';
import { isAscii } from './dictionary.ts';

/** The facts lists use of a published comic, without its counters. */
export interface CatalogueRow {
  id: number;
  /** 0 safe, 1 suggestive, 2 explicit. */
  rating: number;
  /** 0 none, else the place in `STATUSES` from 1. */
  status: number;
  /** A bit for each of `TRAITS`, the first one lowest. */
  traits: number;
  pages: number;
  chapters: number;
  /** The year of release, 0 for none. */
  year: number;
  /** Microseconds since 1970, as exact as the database is. */
  uploadedAt: number;
  /** When there was last something new of it (`latestAt`), as `uploadedAt`. */
  latestAt: number;
  /** The UTC day of the last change since 1970. */
  updatedDay: number;
  /** The average rating in tenths of a point, from 1 to 10. */
  score: number;
  comments: number;
  /** Its relations (`relationBits`). */
  relations: number;
  /** The place in the random order, 0 to 2^31 - 1. */
  shuffle: number;
  terms: number[];
  /** In the comic's own language; without tabs and line feeds. */
  title: string;
  /** The normalised search text (`searchText`). */
  search: string;
}

/** The counters that ranges and the choice of candidates need. */
export interface Counters {
  favorites: number;
  views: number;
}

export const NO_COUNTERS: Counters = { favorites: 0, views: 0 };

/** Microseconds. */
export const SECOND = 1_000_000;
/** Microseconds of a UTC day. */
export const DAY = 86_400 * SECOND;

/** Whether a comic is what a condition asks for: the plain meaning that every index must agree with. */
export function matches(row: CatalogueRow, condition: Condition, counters: Counters = NO_COUNTERS): boolean {
  if ('all' in condition) return condition.all.every((part) => matches(row, part, counters));
  if ('any' in condition) return condition.any.some((part) => matches(row, part, counters));
  if ('not' in condition) return !matches(row, condition.not, counters);
  if ('terms' in condition) return condition.terms.some((term) => row.terms.includes(term));
  if ('ids' in condition) return condition.ids.includes(row.id);
  if ('text' in condition) return hasText(row.search, condition.text);
  if ('trait' in condition) return ((row.traits >> TRAITS.indexOf(condition.trait)) & 1) === 1;
  if ('relations' in condition) return (row.relations & relationBits(condition.relations, condition.rating)) !== 0;
  if ('statuses' in condition) return row.status > 0 && condition.statuses.includes(STATUSES[row.status - 1]!);
  if ('ratings' in condition) return condition.ratings.includes(RATINGS[row.rating]!);
  const { key, min, max } = condition.range;
  const value = rangeValue(row, key, counters);
  return value !== null && value >= (min ?? value) && value <= (max ?? value);
}

/** Whether a comic is among those that a rating lets through. */
export function isShown({ rating }: CatalogueRow, shown: 'safe' | 'all'): boolean {
  return shown === 'all' || rating === 0;
}

/** How long a search text is where candidates are chosen: its letters (code points), 255 where it has more. */
export function textLength(search: string): number {
  const letters = SURROGATE.test(search) ? Array.from(search).length : search.length;
  return Math.min(letters, 255);
}

/** Half of a code point above U+FFFF. */
const SURROGATE = /[\ud800-\udfff]/;

/** Whether a search text contains a word, at the places where the index of the database finds it (`grams.ts`). */
export function hasText(search: string, word: string): boolean {
  return search.includes(word) && startPieces(word).every((piece) => hasPiece(search, piece));
}

function hasPiece(search: string, piece: string): boolean {
  return search
    .split(' ')
    .some((word) => word.includes(piece) && (isAscii(word) ? word.startsWith(piece) : wordPieces(word).has(piece)));
}

/** The value that a range compares; null is in no range. */
function rangeValue(row: CatalogueRow, key: RangeKey, counters: Counters): number | null {
  switch (key) {
    case 'favorites':
      return counters.favorites;
    case 'views':
      return counters.views;
    case 'rating':
      return row.score;
    case 'uploaded':
      return Math.floor(row.uploadedAt / DAY);
    case 'updated':
      return row.updatedDay;
    case 'year':
      return row.year === 0 ? null : row.year;
    case 'pages':
    case 'chapters':
    case 'comments':
      return row[key];
  }
}
