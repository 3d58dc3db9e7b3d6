import type { Box } from './analysis-picture.ts';

/** How much of a line must be bare for it to be a gutter: all but dust; where nothing else cuts, more than the figures and balloons that cross it. */
const CLEAN = 0.985;
const CROSSED = 0.6;
/** A gutter that is crossed has frames on both sides: lines of which this much is drawn, at most so far away, in parts of the page's width. */
const FRAME = 0.55;
const FRAME_NEAR = 0.012;
/** A gutter is at least this wide, in pixels. */
const THINNEST = 2;
/** No part is thinner than this much of the page's width. */
const LEAST = 0.06;

type Axis = 'rows' | 'columns';

/** The sums of pixels inside: at each corner of a pixel, how many pixels above and left of it are. */
export interface PixelSums {
  sums: Uint32Array;
  width: number;
}

/** Counts what is inside a picture, so that any box of it is counted at once. `inside` is 1 or 0, one byte a pixel. */
export function countInside(inside: Uint8Array, width: number): PixelSums {
  const sums = new Uint32Array((width + 1) * (inside.length / width + 1));
  for (let at = 0, above = 0, here = width + 1; at < inside.length;) {
    let row = 0;
    here += 1;
    above += 1;
    for (let x = 0; x < width; x += 1, at += 1, here += 1, above += 1) {
      row += inside[at]!;
      sums[here] = sums[above]! + row;
    }
  }
  return { sums, width };
}

/** How much of a box is inside, 0 to 1. */
export function shareInside({ sums, width }: PixelSums, { left, top, width: across, height }: Box): number {
  const at = (x: number, y: number) => sums[y * (width + 1) + x]!;
  return (
    (at(left + across, top + height) - at(left, top + height) - at(left + across, top) + at(left, top)) /
    (across * height)
  );
}

/** Promises the parts that a box falls into when it is cut along its gutters, again and again. */
export function cutAlongGutters(counted: PixelSums, whole: Box): Box[] {
  const { width } = counted;
  const box = shrunk(counted, whole);
  if (box === null) return [];
  for (const axis of ['rows', 'columns'] as const) {
    const gutters = findGutters(counted, box, axis, CLEAN);
    if (gutters.length > 0) return split(box, axis, gutters).flatMap((part) => cutAlongGutters(counted, part));
  }
  const best = (['rows', 'columns'] as const)
    .flatMap((axis) =>
      framed(
        profile(counted, box, axis),
        axis === 'rows' ? box.width : box.height,
        Math.ceil(width * FRAME_NEAR),
        findGutters(counted, box, axis, CROSSED),
      ).map((gutter) => ({ axis, gutter })),
    )
    .filter(({ axis, gutter }) =>
      split(box, axis, [gutter]).every((part) => Math.min(part.width, part.height) >= width * LEAST),
    )
    .sort((one, other) => other.gutter.bare - one.gutter.bare)[0];
  return best ? split(box, best.axis, [best.gutter]).flatMap((part) => cutAlongGutters(counted, part)) : [box];
}

/** Lines from `start` up to `end`, counted from the beginning of the box, of which `bare` is bare at the best one. */
interface Gutter {
  start: number;
  end: number;
  bare: number;
}

function findGutters(counted: PixelSums, box: Box, axis: Axis, share: number): Gutter[] {
  const counts = profile(counted, box, axis);
  const length = axis === 'rows' ? box.width : box.height;
  const gutters: Gutter[] = [];
  let gutter: Gutter | null = null;
  counts.forEach((count, at) => {
    const bare = 1 - count / length;
    if (bare < share) {
      gutter = null;
      return;
    }
    if (gutter === null) {
      gutter = { start: at, end: at, bare };
      gutters.push(gutter);
    }
    gutter.end = at + 1;
    gutter.bare = Math.max(gutter.bare, bare);
  });
  return gutters.filter(({ start, end }) => end - start >= THINNEST && start > 0 && end < counts.length);
}

/** The gutters with a frame on both sides. */
function framed(counts: Uint32Array, length: number, near: number, gutters: readonly Gutter[]): Gutter[] {
  const isFrame = (from: number, to: number) =>
    counts.subarray(Math.max(0, from), to).some((count) => count >= length * FRAME);
  return gutters.filter(({ start, end }) => isFrame(start - near, start) && isFrame(end, end + near));
}

function split(box: Box, axis: Axis, gutters: readonly Gutter[]): Box[] {
  const starts = [0, ...gutters.map(({ end }) => end)];
  const ends = [...gutters.map(({ start }) => start), axis === 'rows' ? box.height : box.width];
  return starts.map((start, i) => {
    const length = ends[i]! - start;
    return axis === 'rows'
      ? { ...box, top: box.top + start, height: length }
      : { ...box, left: box.left + start, width: length };
  });
}

/** How many pixels of each line of a box are inside. */
function profile({ sums, width }: PixelSums, { left, top, width: across, height }: Box, axis: Axis): Uint32Array {
  const at = (x: number, y: number) => sums[y * (width + 1) + x]!;
  const count = (x: number, y: number, right: number, bottom: number) =>
    at(right, bottom) - at(x, bottom) - at(right, y) + at(x, y);
  return axis === 'rows'
    ? Uint32Array.from({ length: height }, (_, y) => count(left, top + y, left + across, top + y + 1))
    : Uint32Array.from({ length: across }, (_, x) => count(left + x, top, left + x + 1, top + height));
}

/** A box without the lines at its sides on which there is nothing but dust; null where nothing is left. */
function shrunk(counted: PixelSums, box: Box): Box | null {
  const range = (axis: Axis, length: number): [number, number] => {
    const something = [...profile(counted, box, axis)].map((count) => count > length * (1 - CLEAN));
    return [something.indexOf(true), something.lastIndexOf(true) + 1];
  };
  const [top, bottom] = range('rows', box.width);
  const [left, right] = range('columns', box.height);
  return bottom === 0 || right === 0
    ? null
    : { left: box.left + left, top: box.top + top, width: right - left, height: bottom - top };
}
