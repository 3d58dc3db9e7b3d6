import { NOTHING, type Condition } from '#server/search/condition.ts';
import type { RequestedRange } from '#server/search/query.ts';

const DAY = 86_400_000;
const HIGHEST = 2_147_483_647;

/** The condition that a range of a search means at a moment; of `read`, which is about a viewer, see `rangeBounds`. */
export function rangeCondition(asked: RequestedRange, now: Date): Condition {
  const { key } = asked;
  if (key === 'read') return NOTHING;
  const { min, max } = rangeBounds(asked);
  if (key !== 'uploaded' && key !== 'updated') return inOrder(min, max) ? { range: { key, min, max } } : NOTHING;
  const today = Math.floor(now.getTime() / DAY);
  return inOrder(min, max)
    ? { range: { key, min: max === null ? null : today - max, max: min === null ? null : today - min } }
    : NOTHING;
}

/**
 * The bounds that belong to a range, in whole numbers: tenths of a rating, days before today, else things. Null is none.
 * `rating:4` is 4.0 to 4.9, as people read it.
 */
export function rangeBounds({ key, sign, number, end }: RequestedRange): { min: number | null; max: number | null } {
  const unit = key === 'rating' ? 10 : 1;
  const from = Math.min(HIGHEST, Math.round(number * unit));
  const to = Math.min(HIGHEST, Math.round((end ?? number) * unit));
  const last = key === 'rating' && Number.isInteger(end ?? number) ? to + 9 : to;
  switch (sign) {
    case '>':
      return { min: to + 1, max: null };
    case '>=':
      return { min: from, max: null };
    case '<':
      return { min: null, max: from - 1 };
    case '<=':
      return { min: null, max: to };
    case '=':
      return { min: from, max: last };
    case '..':
      return { min: from, max: to };
  }
}

function inOrder(min: number | null, max: number | null): boolean {
  return (min ?? 0) <= HIGHEST && (min === null || max === null || min <= max);
}
