import type { RequestedRange, Query } from './query.ts';

/** Days of a unit; months and years as nhentai counts them. */
const DAYS: Record<string, number> = { h: 1 / 24, d: 1, w: 7, m: 30, y: 365 };
const MOST = 2_147_483_647;
const ONE = /^(>=|<=|>|<|=|\u2265|\u2264)?(\d{1,12})(?:\.(\d)\d*)?(h|d|w|m|y)?$/u;
const TWO = /^(\d{1,12}(?:\.\d)?)(h|d|w|m|y)?(?:\.{2,}|\u2013|-)(\d{1,12}(?:\.\d)?)(h|d|w|m|y)?$/u;
const OPEN = /^(?:\.{2,}(\d{1,12}[hdwmy]?)|(\d{1,12}[hdwmy]?)\.{2,})$/u;
const SIGNS: Record<string, RequestedRange['sign']> = { '\u2265': '>=', '\u2264': '<=', '=': '=' };

/** The range that `>15`, `10..20`, `>20d` means for a key; null where it means none. */
export function parseRangeQuery(key: RequestedRange['key'], given: string): Query | null {
  const value = given
    .toLowerCase()
    .replace(/(hour|day|week|month|year)s?$/u, (word) => word.charAt(0))
    .replace(/\s/gu, '');
  const open = OPEN.exec(value);
  const [, sign, whole, tenth, unit] =
    ONE.exec(open ? (open[1] === undefined ? `>=${open[2] as string}` : `<=${open[1]}`) : value) ?? [];
  if (whole !== undefined) {
    const number = parseNumber(key, tenth === undefined ? whole : `${whole}.${tenth}`, unit);
    if (number === null) return null;
    const relation = SIGNS[sign ?? '='] ?? (sign as RequestedRange['sign']);
    return { range: { key, sign: relation === '=' && isDate(key) ? '<=' : relation, number, end: null } };
  }
  const two = TWO.exec(value);
  if (!two) return null;
  const from = parseNumber(key, two[1] as string, two[2] ?? two[4]);
  const to = parseNumber(key, two[3] as string, two[4] ?? two[2]);
  return from === null || to === null
    ? null
    : { range: { key, sign: '..', number: Math.min(from, to), end: Math.max(from, to) } };
}

/** Whether a range counts days before today. */
export function isDate(key: RequestedRange['key']): boolean {
  return key === 'uploaded' || key === 'updated';
}

/** In whole numbers, dates in days (hours round up), ratings with one decimal; null where it has a unit that it cannot have. */
function parseNumber(key: RequestedRange['key'], digits: string, unit: string | undefined): number | null {
  if (isDate(key)) {
    return digits.includes('.') ? null : Math.min(MOST, Math.ceil(Number(digits) * (DAYS[unit ?? 'd'] as number)));
  }
  if (unit !== undefined || (key !== 'rating' && digits.includes('.'))) return null;
  return Math.min(MOST, Number(digits));
}
