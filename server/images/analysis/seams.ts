import { SIDE_ROWS } from './analysis-sides.ts';

/** Which way a drawing runs on into the next page: it lies to the right (`ltr`) or to the left (`rtl`) of this one. */
export type Seam = 'ltr' | 'rtl';

/** The facts known of a page's sides (`analysis-sides.ts`). `trim` is left, top, width, height in pixels, as `width` and `height` are. */
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
/**
 * Sides that differ more than this, in parts of their own contrast, are of two drawings (of drawn books half are under
 * 0.25, nine of ten under 0.4; of others one in fifty is).
 */
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
export function pageSeams(pages: readonly SidedPage[]): (Seam | null)[] {
  const left = pages.map((page) => sideFor(page, 'left'));
  const right = pages.map((page) => sideFor(page, 'right'));
  const found = pages.map((page, at): { seam: Seam; apart: number } | null => {
    const next = pages[at + 1];
    if (next === undefined || !isSameShape(page, next)) return null;
    const ltr = apartAt(right, left, at);
    const rtl = apartAt(left, right, at);
    const apart = Math.min(ltr, rtl);
    return apart <= APART ? { seam: ltr <= rtl ? 'ltr' : 'rtl', apart } : null;
  });
  return found.map((here, at) =>
    here !== null && here.apart < (found[at - 1]?.apart ?? 1) && here.apart <= (found[at + 1]?.apart ?? 1)
      ? here.seam
      : null,
  );
}

/** How far this page's side is from the next one's other side; 1 where others are nearly as near. */
function apartAt(ends: readonly Side[], starts: readonly Side[], at: number): number {
  const apart = distance(ends[at], starts[at + 1], APART);
  if (apart > APART) return 1;
  const step = Math.max(1, Math.floor(ends.length / OTHERS));
  for (let other = at % step; other < ends.length; other += step) {
    if (other === at || other === at + 1) continue;
    if (other !== at - 1 && distance(ends[other], starts[at + 1], apart / NEARER) * NEARER < apart) return 1;
    if (other !== at + 2 && distance(ends[at], starts[other], apart / NEARER) * NEARER < apart) return 1;
  }
  return apart;
}

/**
 * How far two sides are apart, in parts of their contrast, when each row may be bent to a near one (dynamic time
 * warping in a narrow band); Infinity where that is more than `most`.
 */
function distance(one: Side | undefined, other: Side | undefined, most: number): number {
  if (!one || !other) return Infinity;
  let rows = 0;
  let [meanA, meanB] = [0, 0];
  for (let row = 0; row < SIDE_ROWS; row += 1) {
    if (one[row]! > PAPER && other[row]! > PAPER) continue;
    rows += 1;
    meanA += one[row]!;
    meanB += other[row]!;
  }
  if (rows < ROWS) return Infinity;
  meanA /= rows;
  meanB /= rows;
  let contrast = 0;
  for (let row = 0; row < SIDE_ROWS; row += 1) {
    const counts = one[row]! <= PAPER || other[row]! <= PAPER;
    A[row] = counts ? one[row]! - meanA : 0;
    B[row] = counts ? other[row]! - meanB : 0;
    contrast += (Math.abs(A[row]!) + Math.abs(B[row]!)) / 2;
  }
  return contrast < CONTRAST * rows ? Infinity : warped(most * contrast) / contrast;
}

/**
 * The deviation of two sides from their means, in the rows that count, 0 in the others; and two rows of the way between
 * them. One of each for all pairs: a long chapter has many thousands.
 */
const A = new Float64Array(SIDE_ROWS);
const B = new Float64Array(SIDE_ROWS);
const WIDTH = 2 * BEND + 1;
const WAYS = [new Float64Array(WIDTH + 1), new Float64Array(WIDTH + 1)] as const;

/** The cost of bending one side to the other; Infinity once every way costs more than `most`. */
function warped(most: number): number {
  let [before, now] = WAYS;
  before.fill(Infinity);
  now.fill(Infinity);
  for (let row = 0; row < SIDE_ROWS; row += 1) {
    let left = Infinity;
    let least = Infinity;
    for (let k = 0; k < WIDTH; k += 1) {
      const other = row + k - BEND;
      if (other < 0 || other >= SIDE_ROWS) {
        left = now[k] = Infinity;
        continue;
      }
      const start = row === 0 && other <= BEND ? 0 : Infinity;
      left = now[k] =
        Math.min(start, before[k]!, before[k + 1]! + BENDING, left + BENDING) + Math.abs(A[row]! - B[other]!);
      least = Math.min(least, left);
    }
    if (least > most) return Infinity;
    [before, now] = [now, before];
  }
  return Math.min(...before);
}

function sideFor({ sides, trim, width, height }: SidedPage, which: 'left' | 'right'): Side {
  if (sides === null || sides.length < 4 * SIDE_ROWS || width > height) return null;
  const [start = 0, , drawn = width] = trim ?? [];
  if ((which === 'left' ? start : width - start - drawn) > width * MARGIN) return null;
  const from = which === 'left' ? 0 : 2 * SIDE_ROWS;
  return sides.subarray(from, from + SIDE_ROWS);
}

function isSameShape(a: SidedPage, b: SidedPage): boolean {
  return Math.abs((a.width * b.height) / (a.height * b.width) - 1) <= SAME_SHAPE;
}
