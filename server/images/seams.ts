import { SIDE_ROWS } from './analysis-sides.ts';

/** Which way a drawing runs on into the next page: it lies to the right (`ltr`) or to the left (`rtl`) of this one. */
export type Seam = 'ltr' | 'rtl';

/** What is known of a page's sides (`analysis-sides.ts`). `trim` is left, top, width, height in pixels, as `width` and `height` are. */
export interface SidedPage {
  width: number;
  height: number;
  trim: readonly number[] | null;
  sides: Uint8Array | null;
}

/** A drawing that runs over the gutter leaves no margin there; more than this share of the width is one. */
const MARGIN = 0.03;
/** Halves of one drawing are of one size, but for what the scanner or the scissors took. */
const SAME_SHAPE = 0.06;
/** Brighter than this is paper. Where both sides are paper nothing is compared: gutters between panels are everywhere alike. */
const PAPER = 235;
/** Of fewer rows than this, of 128, nothing is said. */
const ROWS = 32;
/** Least contrast along a side, as the mean distance from the mean of 0 to 255: less is a plain sky. */
const CONTRAST = 6;
/** How far a line may be moved where it crosses the gutter, in rows (3 % of the height), and what each row of it costs, of 0 to 255. */
const BEND = 4;
const BENDING = 2;
/** Sides that differ more than this, in parts of their own contrast, are of two drawings (of drawn books half are under 0.25, nine of ten under 0.4; of others one in fifty is). */
const APART = 0.6;
/** How much nearer they must be than sides of pages that cannot belong together. */
const NEARER = 0.8;
/** As many other pages are compared with; more would tell no more. */
const OTHERS = 24;

/** The brightness along a side; null where it has a margin. */
type Side = Uint8Array | null;

/**
 * Promises for each page of a chapter, in reading order, whether its drawing runs on into the next one, and which way.
 *
 * Two sides belong together where both pages are drawn up to them, what ends on one goes on on the other, and they are
 * nearer than sides of pages that are not neighbours: pages laid out by one grid are alike everywhere. A page is half of
 * one drawing at most, so of two seams in a row the better one counts.
 */
export function seamsOf(pages: readonly SidedPage[]): (Seam | null)[] {
  const left = pages.map((page) => sideOf(page, 'left'));
  const right = pages.map((page) => sideOf(page, 'right'));
  const found = pages.map((page, at): { seam: Seam; apart: number } | null => {
    const next = pages[at + 1];
    if (next === undefined || !isSameShape(page, next)) { return null; }
    const ltr = apartAt(right, left, at);
    const rtl = apartAt(left, right, at);
    const apart = Math.min(ltr, rtl);
    return apart <= APART ? { seam: ltr <= rtl ? 'ltr' : 'rtl', apart } : null;
  });
  return found.map((here, at) => (here !== null && here.apart < (found[at - 1]?.apart ?? 1) && here.apart <= (found[at + 1]?.apart ?? 1) ? here.seam : null));
}

/** How far this page's side is from the next one's other side; 1 where others are nearly as near. */
function apartAt(ends: readonly Side[], starts: readonly Side[], at: number): number {
  const apart = distance(ends[at], starts[at + 1]);
  if (apart > APART) { return 1; }
  const step = Math.max(1, Math.floor(ends.length / OTHERS));
  for (let other = at % step; other < ends.length; other += step) {
    if (other === at || other === at + 1) { continue; }
    if (other !== at - 1 && distance(ends[other], starts[at + 1]) * NEARER < apart) { return 1; }
    if (other !== at + 2 && distance(ends[at], starts[other]) * NEARER < apart) { return 1; }
  }
  return apart;
}

/** How far two sides are apart, in parts of their contrast, when each row may be bent to a near one (dynamic time warping in a narrow band). */
function distance(one: Side | undefined, other: Side | undefined): number {
  if (!one || !other) { return Infinity; }
  const drawn = one.map((value, row) => Number(value <= PAPER || other[row]! <= PAPER));
  const [a, b] = [lean(one, drawn), lean(other, drawn)];
  const contrast = a.reduce((sum, value, row) => sum + Math.abs(value) + Math.abs(b[row]!), 0) / 2;
  const rows = drawn.reduce((sum, value) => sum + value, 0);
  return rows < ROWS || contrast < CONTRAST * rows ? Infinity : warped(a, b) / contrast;
}

/** What of a side stands out from its mean, in the rows that count; 0 in the others. */
function lean(side: Uint8Array, counts: Uint8Array): Float64Array {
  const rows = counts.reduce((sum, value) => sum + value, 0);
  const mean = side.reduce((sum, value, row) => sum + value * counts[row]!, 0) / rows;
  return Float64Array.from(side, (value, row) => (value - mean) * counts[row]!);
}

function warped(a: Float64Array, b: Float64Array): number {
  const width = 2 * BEND + 1;
  let before = new Float64Array(width).fill(Infinity);
  for (let row = 0; row < a.length; row += 1) {
    const now = new Float64Array(width).fill(Infinity);
    for (let k = 0; k < width; k += 1) {
      const other = row + k - BEND;
      if (other < 0 || other >= b.length) { continue; }
      const start = row === 0 && other <= BEND ? 0 : Infinity;
      const best = Math.min(start, before[k]!, (before[k + 1] ?? Infinity) + BENDING, (now[k - 1] ?? Infinity) + BENDING);
      now[k] = best + Math.abs(a[row]! - b[other]!);
    }
    before = now;
  }
  return Math.min(...before);
}

function sideOf({ sides, trim, width, height }: SidedPage, which: 'left' | 'right'): Side {
  if (sides === null || sides.length < 4 * SIDE_ROWS || width > height) { return null; }
  const [start = 0, , drawn = width] = trim ?? [];
  if ((which === 'left' ? start : width - start - drawn) > width * MARGIN) { return null; }
  const from = which === 'left' ? 0 : 2 * SIDE_ROWS;
  return sides.subarray(from, from + SIDE_ROWS);
}

function isSameShape(a: SidedPage, b: SidedPage): boolean {
  return Math.abs((a.width * b.height) / (a.height * b.width) - 1) <= SAME_SHAPE;
}
