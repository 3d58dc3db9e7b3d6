import { isWide } from '#web/reader/chapter/page-shape.ts';
import type { PairedPage, Spread } from './spreads.ts';

/** How pages are paired once they were moved by hand. */
export interface ShiftedSpreads {
  /** Of this chapter, as in `Pairing.shifts`. */
  marks: number[];
  /** How the comic's other chapters are to begin; absent where pages behind a wide one were moved, which says nothing about them. */
  start?: 'cover' | 'first';
}

/**
 * The shifts to store so that the pages from a spread on, up to the next wide page, are paired the other way; null for a wide
 * page. `spreads` are the chapter's as it stands, `shifts` what was set by hand before. Done twice, all is as it was.
 */
export function shiftFrom(
  pages: readonly PairedPage[],
  spreads: readonly Spread[],
  shifts: readonly number[],
  { first: page, empty }: Spread,
): ShiftedSpreads | null {
  if (isWide(pages[page - 1]!)) return null;
  const begins = empty === 'before';
  const remaining = shifts.filter((mark) => Math.abs(mark) !== page);
  const marks = [...remaining, begins ? page : -page];
  if (pages.slice(0, page).some(isWide)) return { marks };
  // How other chapters begin must not change where this one does.
  const pin =
    page === 1 || remaining.some((mark) => Math.abs(mark) === 1) ? [] : [spreads[0]!.empty === 'before' ? -1 : 1];
  return { marks: [...pin, ...marks], start: begins === (page % 2 === 1) ? 'first' : 'cover' };
}
