import { isDate } from './query-ranges.ts';
import { HAS_FACTS, type RequestedRange, type Query } from './query.ts';

/** The text for a search that can find nothing, such as one of punctuation alone. */
export const NOTHING_TEXT = '!';

/** A search in its one form. */
export function toCanonical(query: Query): string {
  if ('all' in query) {
    return query.all
      .map((part) => ('any' in part && part.any.length > 0 ? `(${toCanonical(part)})` : toCanonical(part)))
      .join(' ');
  }
  if ('any' in query) return query.any.length === 0 ? NOTHING_TEXT : query.any.map(toCanonical).join(' OR ');
  if ('not' in query) {
    return 'all' in query.not || 'any' in query.not ? `-(${toCanonical(query.not)})` : `-${toCanonical(query.not)}`;
  }
  if ('range' in query) return rangeText(query.range);
  if ('fact' in query) return `${HAS_FACTS.some((fact) => fact === query.fact) ? 'has' : 'is'}:${query.fact}`;
  if ('comic' in query) return query.text ? String(query.comic) : `#${query.comic}`;
  return valueText(query);
}

/** A value as it is written: quoted where it is exact, with `_` for spaces where it is not. */
export function valueText({ value, field, exact }: Extract<Query, { value: string }>): string {
  const before = field === null ? '' : `${field}:`;
  if (!exact) return before + value.replaceAll(' ', '_');
  return /[*?]/.test(value) ? `${before}${value.replaceAll(' ', '_')}$` : `${before}"${value}"`;
}

function rangeText({ key, sign, number, end }: RequestedRange): string {
  const unit = isDate(key) ? 'd' : '';
  return sign === '..' ? `${key}:${number}..${end}${unit}` : `${key}:${sign === '=' ? '' : sign}${number}${unit}`;
}
