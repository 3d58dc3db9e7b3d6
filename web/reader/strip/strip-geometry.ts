import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import type { PageSize } from '#web/reader/chapter/page-shape.ts';
import type { Place } from '#web/reader/context/place.ts';

/** One part of a strip: a page's size in its own pixels, and which share of the page along the strip that is (all of it, unless it is cropped). */
export interface StripItem extends PageSize {
  from: number;
  to: number;
}

/** Where one part of a strip lies along it, and how wide it is across, in CSS pixels from the strip's beginning. */
export interface Part {
  start: number;
  size: number;
  across: number;
  from: number;
  to: number;
}

/** A place in a strip to the pixel: `slack` is how far the eye is from it, where it rests between pages or past the end. */
export interface StripPosition extends Place {
  slack: number;
}

/** The part on screen: how far the strip is scrolled and how much of it is seen, in CSS pixels. */
export interface Window {
  scroll: number;
  view: number;
}

/** Which of a strip's parts are one chapter's pages: `count` of them (at least one) from the part `base`, counted from 0. */
export interface VisibleRange {
  base: number;
  count: number;
}

export type StripStyle = Pick<ReaderSettings, 'layout' | 'fit' | 'gap' | 'padding'>;

/** How far down the screen the eye rests, as a share of it: what is read stands in its upper part. */
const EYE = 0.3;
/** A comfortable column, in CSS pixels; also in `strip-view.css`. */
const COLUMN = 720;
/** How long what stands between two chapters is along a strip, in CSS pixels: names on one line each, or in a column. */
const BETWEEN = { vertical: 136, horizontal: 260 };
/** A page longer than this many times its width would be a slit in a strip along the screen. */
const SLIT = 3;

/**
 * Every part of a strip, in order, laid out in a box of CSS pixels; null among the pieces is what stands between two
 * chapters. No part has to be there for that. Edges are whole pixels, so that parts without a gap leave no line between.
 */
export function layOut(
  pieces: readonly (StripItem | null)[],
  { layout, fit, gap, padding }: StripStyle,
  box: PageSize,
): Part[] {
  const inner = 1 - (2 * padding) / 100;
  let at = 0;
  return pieces.map((piece) => {
    const { width, height } =
      piece === null ? { width: box.width, height: box.height } : sizeFor(piece, layout, fit, inner, box);
    const along = piece === null ? BETWEEN[layout] : Math.max(layout === 'vertical' ? height : width, 1);
    const start = Math.round(at);
    const size = Math.round(at + along) - start;
    at += along + gap;
    return { start, size, across: layout === 'vertical' ? width : height, from: piece?.from ?? 0, to: piece?.to ?? 1 };
  });
}

/** `inner` is the share of the box that padding leaves. */
function sizeFor(
  { width, height }: PageSize,
  layout: StripStyle['layout'],
  fit: StripStyle['fit'],
  inner: number,
  box: PageSize,
): PageSize {
  const ratio = width / height;
  if (layout === 'vertical') {
    const most = box.width * inner;
    const column = Math.min(box.width, COLUMN) * inner;
    const across = {
      screen: column,
      width: most,
      height: Math.min(most, box.height * ratio),
      original: Math.min(most, width),
      shrink: Math.min(column, width),
      smart: ratio > 1 ? most : column,
    }[fit];
    return { width: across, height: across / ratio };
  }
  const most = box.height * inner;
  const whole = Math.min(most, box.width / ratio);
  const across = {
    screen: whole,
    width: box.width / ratio,
    height: most,
    original: Math.min(most, height),
    shrink: Math.min(whole, height),
    smart: ratio * SLIT < 1 ? Math.min(box.width, COLUMN) / ratio : whole,
  }[fit];
  return { width: across * ratio, height: across };
}

/** How long all parts are together, in CSS pixels. */
export function stripLength(parts: readonly Part[]): number {
  const last = parts[parts.length - 1];
  return last === undefined ? 0 : last.start + last.size;
}

/** The index of the last part that begins at or before a place along the strip, within a reach; its first one where none does. */
export function partAt(
  parts: readonly Part[],
  at: number,
  { base, count }: VisibleRange = { base: 0, count: parts.length },
): number {
  let low = base;
  let high = base + count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (parts[middle]!.start <= at) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/**
 * The page of a chapter under the eye. The strip's very beginning is its first page, whatever its size; before and
 * after the chapter it is its first and last.
 */
export function placeAt(parts: readonly Part[], { scroll, view }: Window, reach: VisibleRange): StripPosition {
  const eye = readingLine({ scroll, view });
  const index = partAt(parts, eye, reach);
  const { start, size, from, to } = parts[index]!;
  const share = Math.min(Math.max((eye - start) / size, 0), 1);
  // Nought is a page that stands at the top of the screen, which no page does that just comes under the eye.
  const offset = scroll <= 0 && index === 0 ? 0 : Math.max(from + share * (to - from), 1e-6);
  return { page: index - reach.base + 1, offset, slack: eye - start - share * size };
}

/** Where the eye rests along the strip; at its very beginning before all of it. */
export function readingLine({ scroll, view }: Window): number {
  return scroll <= 0 ? 0 : scroll + view * EYE;
}

/** How far to scroll to bring a place of a chapter under the eye; a page from its beginning (`offset` 0) stands at the top of the screen. */
export function scrollTo(
  parts: readonly Part[],
  { page, offset, slack = 0 }: Place & { slack?: number },
  view: number,
  { base, count }: VisibleRange,
): number {
  const { start, size, from, to } = parts[base + Math.min(page, count) - 1]!;
  if (offset === 0) return start;
  const share = Math.min(Math.max((offset - from) / (to - from), 0), 1);
  return Math.max(start + share * size + slack - view * EYE, 0);
}

/** The last page of a chapter of which anything is in view; its first and last before and after it. */
export function lastInView(parts: readonly Part[], { scroll, view }: Window, reach: VisibleRange): number {
  // A part that begins exactly where the screen ends is not in view.
  return partAt(parts, scroll + view - 0.01, reach) - reach.base + 1;
}

/** Whether at least half of a chapter's last page, or of the screen where the page is taller, is in view or passed. */
export function isAtEnd(parts: readonly Part[], { scroll, view }: Window, { base, count }: VisibleRange): boolean {
  const last = parts[base + count - 1]!;
  return scroll + view - last.start >= Math.min(last.size, view) / 2;
}

/** How much of a chapter was passed, in whole percent. */
export function readPercent(parts: readonly Part[], { scroll, view }: Window, { base, count }: VisibleRange): number {
  const { start } = parts[base]!;
  const last = parts[base + count - 1]!;
  const way = last.start + last.size - start - view;
  return way <= 0 ? 100 : Math.min(Math.max(Math.round(((scroll - start) / way) * 100), 0), 100);
}

/** The parts to have ready, as indexes from and to (inclusive): those in view, a screen before them, and two after them but no more than `ahead` of them. */
export function nearView(parts: readonly Part[], { scroll, view }: Window, ahead: number): [number, number] {
  const last = partAt(parts, scroll + view);
  return [partAt(parts, scroll - view), Math.min(partAt(parts, scroll + view * 3), last + ahead)];
}

/** The beginning of the part that is nearest to a place along the strip, between `low` and `high`; null where none begins there. */
export function nearestEdge(parts: readonly Part[], at: number, low: number, high: number): number | null {
  const index = partAt(parts, at);
  const edges = [parts[index], parts[index + 1]].flatMap((part) =>
    part !== undefined && part.start >= low && part.start <= high ? [part.start] : [],
  );
  return edges.length === 0
    ? null
    : edges.reduce((best, edge) => (Math.abs(edge - at) < Math.abs(best - at) ? edge : best));
}
