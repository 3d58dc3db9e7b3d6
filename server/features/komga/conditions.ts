import type { Rating } from '#contract/comics.ts';
import { MAX_QUERY_LENGTH } from '#contract/comics.ts';
import { problem } from '#contract/problems.ts';

/** One condition of a search, on one property of a series. */
export interface Operator {
  /** In small letters: not all clients write `isNot` as Komga does. */
  operator: string;
  value?: unknown;
  dateTime?: unknown;
  duration?: unknown;
}
export type Conditions = Record<string, unknown>;

/** The first condition of an object, the name of its property in small letters, as not all clients write `oneShot`; null where there is none. */
export function readCondition(given: Conditions): [property: string, operator: Operator] | null {
  const [property, condition] = Object.entries(given)[0] ?? [];
  if (property === undefined || condition === null || typeof condition !== 'object') return null;
  const { operator } = condition as { operator?: unknown };
  return [property.toLowerCase(), { ...condition, operator: text(operator).toLowerCase() }];
}

/** How deep conditions may lie in one another. */
const MAX_DEPTH = 12;
const DAY = 86_400_000;

/** A search that finds nothing, and one that finds everything. */
export const [NOTHING, EVERYTHING] = ['!', ''];

const STATUSES: Record<string, string> = {
  ONGOING: 'ongoing',
  ENDED: 'complete',
  ABANDONED: 'canceled',
  HIATUS: 'onhold',
};
const READING: Record<string, string> = {
  UNREAD: 'is:unread',
  READ: 'is:read',
  IN_PROGRESS: '(-is:unread -is:read)',
};
const AUTHOR_FIELDS: Record<string, string> = { writer: 'author', penciller: 'artist', translator: 'group' };
/** The kinds of terms that stand among the genres and among the tags of a series. */
export const [GENRE_KINDS, TAG_KINDS] = [
  ['genre', 'category'],
  ['tag', 'parody', 'character'],
] as const;
/** The years from which on a series is for readers; null: for everyone. */
export const AGE_RATINGS: Record<Rating, number | null> = { safe: null, suggestive: 16, explicit: 18 };

/** The id of the library of works in no language. */
export const NO_LANGUAGE = 'other';

/** The languages that have a library, whose ids they are; none where nobody asks for works in no language. */
export type Libraries = readonly string[];

/** Names something in the site's query language: one of these fields has exactly this name. */
export function nameQuery(fields: readonly string[], name: string): string {
  const value = `"${name.replaceAll(/["\\]/g, ' ').trim()}"`;
  if (value === '""') return NOTHING;
  return any(fields.map((field) => `${field}:${value}`));
}

/** Either of some searches. */
export function any(searches: readonly string[]): string {
  if (searches.includes(EVERYTHING)) return EVERYTHING;
  const some = [...new Set(searches.filter((each) => each !== NOTHING))];
  if (some.length === 0) return searches.length === 0 ? EVERYTHING : NOTHING;
  return some.length === 1 ? some[0]! : `(${some.join(' OR ')})`;
}

/** All of some searches. */
export function all(searches: readonly string[]): string {
  if (searches.includes(NOTHING)) return NOTHING;
  const some = [...new Set(searches.filter((each) => each !== EVERYTHING))];
  return some.length <= 1 ? (some[0] ?? EVERYTHING) : `(${some.join(' ')})`;
}

function not(search: string): string {
  if (search === EVERYTHING) return NOTHING;
  return search === NOTHING ? EVERYTHING : search.startsWith('-') ? search.slice(1) : `-${search}`;
}

/** Searches for what a series says by one property, as lists of Komga's first API ask for it. */
export const searchFor = {
  genre: (name: string) => nameQuery(GENRE_KINDS, name),
  tag: (name: string) => nameQuery(TAG_KINDS, name),
  publisher: (name: string) => nameQuery(['publisher'], name),
  language: (code: string) => nameQuery(['language'], code),
  status: (status: string) => (STATUSES[status] === undefined ? NOTHING : `is:${STATUSES[status]}`),
  reading: (status: string) => READING[status] ?? NOTHING,
  oneshot: (wanted: boolean) => (wanted ? 'is:oneshot' : '-is:oneshot'),
  year: (year: string) => (/^\d{4}$/.test(year) ? `year:${year}` : NOTHING),
  author: (name: string, role: string | undefined) => {
    const field = role === undefined || role === '' ? undefined : AUTHOR_FIELDS[role];
    if (role !== undefined && role !== '' && field === undefined) return NOTHING;
    return nameQuery(field === undefined ? Object.values(AUTHOR_FIELDS) : [field], name);
  },
  library: (id: string, libraries: Libraries) =>
    id === NO_LANGUAGE ? all(libraries.map((each) => not(nameQuery(['language'], each)))) : nameQuery(['language'], id),
};

/** The ratings that an age, as lists ask for it, leaves. */
export function ratingsAged(ages: readonly string[]): Rating[] {
  const known = Object.entries(AGE_RATINGS) as [Rating, number | null][];
  return known.filter(([, age]) => ages.includes(age === null ? 'None' : String(age))).map(([rating]) => rating);
}

/** Conditions of a series in the site's query language, and the ratings they leave out; `series` are those that they name. */
export interface SeriesSearch {
  q: string;
  withoutRatings: Rating[];
  /** Of one collection alone; null: of none. */
  collection: string | null;
}

/**
 * Puts Komga's search conditions into the site's query language. What the site has not (sharing labels, posters, missing files) every
 * series fulfils; `collectionId` and `ageRating` count where all of the conditions hold together.
 *
 * @param now what dates are counted from.
 * @throws Problem `request-invalid` for conditions that lie too deep, and for more than a search can say.
 */
export function searchConditions(condition: unknown, libraries: Libraries, now: Date): SeriesSearch {
  const left: SeriesSearch = { q: '', withoutRatings: [], collection: null };
  const compile = (given: unknown, depth: number, top: boolean): string => {
    if (depth > MAX_DEPTH) throw problem('request-invalid');
    if (given === null || typeof given !== 'object') return EVERYTHING;
    const conditions = given as Conditions;
    if (Array.isArray(conditions.allOf)) return all(conditions.allOf.map((each) => compile(each, depth + 1, top)));
    if (Array.isArray(conditions.anyOf)) {
      const only = top && conditions.anyOf.length === 1;
      return any(conditions.anyOf.map((each) => compile(each, depth + 1, only)));
    }
    const read = readCondition(conditions);
    if (read === null) return EVERYTHING;
    const [property, operator] = read;
    if (property === 'collectionid' && top) {
      left.collection = text(operator.value);
      return EVERYTHING;
    }
    if (property === 'agerating' && top) {
      left.withoutRatings.push(...ratingsWithout(operator));
      return EVERYTHING;
    }
    return leaf(property, operator, libraries, now);
  };
  const q = compile(condition, 0, true);
  return { ...left, q: checkQuery(q) };
}

/** A search that is not longer than one can be. @throws Problem `request-invalid`. */
export function checkQuery(q: string): string {
  if (q.length > MAX_QUERY_LENGTH) throw problem('request-invalid');
  return q.startsWith('(') && q.endsWith(')') && closes(q) ? q.slice(1, -1) : q;
}

/** Whether the first parenthesis closes with the last. */
function closes(q: string): boolean {
  let depth = 0;
  let quoted = false;
  for (const [at, sign] of [...q].entries()) {
    quoted = sign === '"' ? !quoted : quoted;
    depth += quoted ? 0 : sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (depth === 0 && at < q.length - 1) return false;
  }
  return true;
}

function leaf(property: string, given: Operator, libraries: Libraries, now: Date): string {
  const value = text(given.value);
  const equal = (search: string) => (given.operator === 'isnot' ? not(search) : search);
  const flag = (search: string) => (given.operator === 'isfalse' ? not(search) : search);
  const nullable = (search: (name: string) => string) =>
    given.operator === 'isnull' || given.operator === 'isnotnull' ? EVERYTHING : equal(search(value));
  switch (property) {
    case 'libraryid':
      return equal(searchFor.library(value, libraries));
    case 'genre':
      return nullable(searchFor.genre);
    case 'tag':
      return nullable(searchFor.tag);
    case 'publisher':
      return equal(searchFor.publisher(value));
    case 'language':
      return equal(searchFor.language(value));
    case 'seriesstatus':
      return equal(searchFor.status(value));
    case 'readstatus':
      return equal(searchFor.reading(value));
    case 'oneshot':
      return flag(searchFor.oneshot(true));
    case 'deleted':
      return flag(NOTHING);
    case 'title':
    case 'titlesort':
      return /^(isnot|doesnot)/.test(given.operator) ? not(nameQuery(['title'], value)) : nameQuery(['title'], value);
    case 'releasedate':
      return releasedQuery(given, now);
    case 'author': {
      const { name, role } = (given.value ?? {}) as { name?: unknown; role?: unknown };
      return equal(searchFor.author(text(name), text(role)));
    }
    default:
      return EVERYTHING;
  }
}

/** Dates are counted in whole days before `now`. */
function releasedQuery({ operator, dateTime, duration }: Operator, now: Date): string {
  const moment = Date.parse(text(dateTime));
  const days = Math.max(0, Math.round((now.getTime() - moment) / DAY));
  const span = /^P(\d{1,5})D/.exec(text(duration))?.[1];
  switch (operator) {
    case 'after':
      return Number.isNaN(moment) ? EVERYTHING : `uploaded:<${days}d`;
    case 'before':
      return Number.isNaN(moment) ? EVERYTHING : `uploaded:>${days}d`;
    case 'isinthelast':
      return span === undefined ? EVERYTHING : `uploaded:<${span}d`;
    case 'isnotinthelast':
      return span === undefined ? EVERYTHING : `uploaded:>${span}d`;
    default:
      return EVERYTHING;
  }
}

/** The ratings that do not fulfil a condition on the age. */
function ratingsWithout({ operator, value }: Operator): Rating[] {
  const wanted = Number(value);
  const fulfils = (age: number | null): boolean => {
    switch (operator) {
      case 'is':
        return age === wanted;
      case 'isnot':
        return age !== wanted;
      case 'greaterthan':
        return age !== null && age > wanted;
      case 'lessthan':
        return age !== null && age < wanted;
      case 'isnull':
        return age === null;
      case 'isnotnull':
        return age !== null;
      default:
        return true;
    }
  };
  return (Object.keys(AGE_RATINGS) as Rating[]).filter((rating) => !fulfils(AGE_RATINGS[rating]));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
