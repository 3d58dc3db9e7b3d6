/** Where one part of a strip lies along it, in CSS pixels from the strip's beginning. */
export interface Part {
  start: number;
  size: number;
}

/** A place in a strip: the page, from 1, and the share of it before the eye, 0 to 1. */
export interface Place {
  page: number;
  offset: number;
}

/** How far down the screen the eye rests, as a share of it: what is read stands in its upper part. */
const EYE = 0.3;

/** What is on screen: how far the strip is scrolled and how much of it is seen, in CSS pixels. */
export interface Window {
  scroll: number;
  view: number;
}

/** The page under the eye. The strip's very beginning is its first page, whatever its size. `parts` are in order; at least one. */
export function placeAt(parts: readonly Part[], { scroll, view }: Window): Place {
  const eye = scroll <= 0 ? 0 : scroll + view * EYE;
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (parts[middle]!.start <= eye) { low = middle; } else { high = middle - 1; }
  }
  const { start, size } = parts[low]!;
  return { page: low + 1, offset: size === 0 ? 0 : Math.min(Math.max((eye - start) / size, 0), 1) };
}

/** How far to scroll to bring a place under the eye; a page from its beginning (`offset` 0) stands at the top of the screen. */
export function scrollTo(parts: readonly Part[], place: Place, view: number): number {
  const part = parts[Math.min(place.page, parts.length) - 1]!;
  return place.offset === 0 ? part.start : Math.max(part.start + place.offset * part.size - view * EYE, 0);
}

/** The last page of which anything is in view. */
export function lastInView(parts: readonly Part[], { scroll, view }: Window): number {
  const end = scroll + view;
  const below = parts.findIndex((part) => part.start >= end);
  return below === -1 ? parts.length : Math.max(below, 1);
}

/** Whether at least half of the last page, or of the screen where the page is taller, is in view or passed. */
export function isAtEnd(parts: readonly Part[], { scroll, view }: Window): boolean {
  const last = parts[parts.length - 1]!;
  return scroll + view - last.start >= Math.min(last.size, view) / 2;
}

/** How much of the strip was passed, in whole percent. */
export function percentOf({ scroll, view }: Window, length: number): number {
  return length <= view ? 100 : Math.min(Math.max(Math.round((scroll / (length - view)) * 100), 0), 100);
}
