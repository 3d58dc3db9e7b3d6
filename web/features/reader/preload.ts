/** Pages fetched before they are asked for, after and before those in view (the range readers of this kind use is 2 to 8 and 1 to 3). */
export const AHEAD = 4;
export const BEHIND = 1;
/** The next chapter is fetched once the reader is within this many pages of the end. */
export const NEXT_CHAPTER_WITHIN = 5;
/** Pages of the next chapter fetched ahead. */
export const NEXT_CHAPTER_PAGES = 2;

/**
 * Page numbers to fetch while `first` to `last` are in view, the most wanted first: ahead from near to far, then behind.
 *
 * Only pages from 1 to `total`; never those in view.
 */
export function pagesToPreload(view: { first: number; last: number }, total: number): number[] {
  const ahead = Array.from({ length: AHEAD }, (_, step) => view.last + 1 + step);
  const behind = Array.from({ length: BEHIND }, (_, step) => view.first - 1 - step);
  return [...ahead, ...behind].filter((page) => page >= 1 && page <= total);
}

/** Whether it is time to fetch the beginning of the next chapter. */
export function isNearEnd(lastInView: number, total: number): boolean {
  return lastInView > total - NEXT_CHAPTER_WITHIN;
}
