import type { PairStart, ReadingDirection } from '#web/library/preferences/reader-settings.ts';
import { isWide, type PageSize } from '#web/reader/chapter/page-shape.ts';

/** The facts of a page that decide where it stands. */
export interface PairedPage extends PageSize {
  /** The drawing runs on into the next page, when read in this direction. */
  seam?: ReadingDirection | null;
}

/** The pages on the screen at once: one page, half a page, or two pages side by side. */
export interface Spread {
  /** Page numbers, counting from 1; the same one where there is only one page. */
  first: number;
  last: number;
  /** Which half of a wide page, in reading order; null where pages are whole. */
  half: 1 | 2 | null;
  /** The empty place before or after a single page that has its side, in reading order. */
  empty: 'before' | 'after' | null;
}

export interface Pairing {
  /** Whether pages stand two by two. */
  pairs: boolean;
  direction?: ReadingDirection;
  start?: PairStart;
  /** How the comic's chapters begin where neither `start` nor the pictures say it: `first` with a pair, else with a cover. */
  carried?: 'cover' | 'first' | null;
  /** Set by hand: `n` puts page n on the first side of a pair, `-n` on the second, whatever stands before it. */
  shifts?: readonly number[];
  /** Whether wide pages are shown as two, where pages stand one by one. */
  split?: boolean;
}

/**
 * Promises what is shown together, from the pages' sizes and the settings alone: every page is there once (a split one
 * as two halves), in order. The rules are in docs/reader.md.
 */
export function buildSpreads(pages: readonly PairedPage[], pairing: Pairing): Spread[] {
  const wide = (page: number) => isWide(pages[page - 1]!);
  if (!pairing.pairs) {
    return pages.flatMap((_, index) =>
      pairing.split && wide(index + 1) ? [alone(index + 1, null, 1), alone(index + 1, null, 2)] : [alone(index + 1)],
    );
  }
  const marks = new Map<number, Side>(pairing.shifts?.map((mark) => [Math.abs(mark), mark < 0 ? 'second' : 'first']));
  const spreads: Spread[] = [];
  for (let page = 1, from = 1; page <= pages.length; from = page) {
    if (wide(page)) {
      spreads.push(alone(page));
      page += 1;
      continue;
    }
    while (page <= pages.length && !wide(page)) {
      page += 1;
    }
    spreads.push(...pairPages(from, page - 1, marks, sideOfFirst(pages, from, page - 1, pairing)));
  }
  return spreads;
}

/** Where a spread begins, as a place in the chapter: the second half of a page begins in its middle. */
export function spreadPlace({ first, half }: Spread): { page: number; offset: number } {
  return { page: first, offset: half === 2 ? 0.5 : 0 };
}

/** Position of the spread that shows a place; the nearest one when the page is out of bounds. 0 when there are none. In O(log n). */
export function spreadIndex(spreads: readonly Spread[], page: number, offset = 0): number {
  let [low, high] = [0, spreads.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const begin = spreadPlace(spreads[middle]!);
    if (begin.page < page || (begin.page === page && begin.offset <= offset)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

type Side = 'first' | 'second';

/** The pages of a run without wide ones, side by side from the side its first page stands on. */
function pairPages(from: number, to: number, marks: ReadonlyMap<number, Side>, start: Side): Spread[] {
  const spreads: Spread[] = [];
  let side = marks.get(from) ?? start;
  for (let page = from; page <= to; side = marks.get(page) ?? 'first') {
    if (side === 'second') {
      spreads.push(alone(page, 'before'));
      page += 1;
    } else if (page < to && marks.get(page + 1) !== 'first') {
      spreads.push({ first: page, last: page + 1, half: null, empty: null });
      page += 2;
    } else {
      spreads.push(alone(page, 'after'));
      page += 1;
    }
  }
  return spreads;
}

/** The side that joins the most drawings of a run; where the pictures don't say it, a cover stands on the second side and all else begins a pair. */
function sideOfFirst(
  pages: readonly PairedPage[],
  from: number,
  to: number,
  { direction = 'ltr', start = 'cover', carried }: Pairing,
): Side {
  let joined = 0;
  if (start === 'auto') {
    for (let page = from; page < to; page += 1) {
      if (pages[page - 1]!.seam === direction) {
        joined += (page - from) % 2 === 0 ? 1 : -1;
      }
    }
  }
  if (joined !== 0) return joined > 0 ? 'first' : 'second';
  return from > 1 || (start === 'auto' ? carried : start) === 'first' ? 'first' : 'second';
}

function alone(page: number, empty: Spread['empty'] = null, half: Spread['half'] = null): Spread {
  return { first: page, last: page, half, empty };
}
