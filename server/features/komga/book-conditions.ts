import { readCondition, type Conditions } from './conditions.ts';

/** Series that books are looked for in at once, at most. */
const MAX_SERIES = 50;
const STATES = ['UNREAD', 'IN_PROGRESS', 'READ'];

/** A search of books, taken apart. */
export interface BookSearch {
  /** The series whose books are meant; none: those of all. */
  series: string[];
  /** The states of reading, one of which a book is in; none: in any. */
  states: string[];
  /** The conditions on their series besides. */
  rest: unknown;
}

/**
 * Takes apart what a client asks of books: which series they are of and how far they were read, as far as that holds together with everything else.
 * The other conditions are on their series.
 */
export function bookSearch(condition: unknown): BookSearch {
  const found: BookSearch = { series: [], states: [], rest: undefined };
  const rest = together(condition).filter((each) => {
    const series = either(each, 'seriesid');
    const states = either(each, 'readstatus');
    if (series !== null) {
      found.series.push(...series.slice(0, MAX_SERIES));
    } else if (states !== null) {
      found.states = states.filter((state) => STATES.includes(state));
    } else {
      return true;
    }
    return false;
  });
  return { ...found, rest: { allOf: rest } };
}

/** The conditions that hold together. */
function together(condition: unknown): unknown[] {
  if (condition === null || typeof condition !== 'object') return [];
  const { allOf } = condition as Conditions;
  return Array.isArray(allOf) ? allOf.flatMap(together) : [condition];
}

/** The values of one property that a condition allows; null where it is about something else. */
function either(condition: unknown, property: string): string[] | null {
  if (condition === null || typeof condition !== 'object') return null;
  const conditions = condition as Conditions;
  if (Array.isArray(conditions.anyOf)) {
    const values = conditions.anyOf.map((each) => either(each, property));
    return values.length === 0 || values.includes(null) ? null : values.flatMap((each) => each ?? []);
  }
  const [named, given] = readCondition(conditions) ?? [];
  if (given === undefined || named !== property) return null;
  if (given.operator === 'isnot' && property === 'readstatus') return STATES.filter((state) => state !== given.value);
  return given.operator === 'is' && typeof given.value === 'string' ? [given.value] : null;
}
