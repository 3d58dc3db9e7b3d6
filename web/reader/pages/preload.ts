/** Pages fetched before those in view: turning back is as quick as going on. */
const BEHIND = 1;
/** The next chapter is fetched once the reader is within this many pages of the end. */
const NEXT_CHAPTER_WITHIN = 5;
/** Pages of the next chapter fetched ahead; a reader of a slow connection has fewer. */
const NEXT_CHAPTER_PAGES = 2;

/** The facts a browser tells about the connection; nothing where it tells nothing. */
export interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** How many pages to fetch ahead: what the reader chose, fewer where the visitor saves data or the connection is slow. At least 1. */
export function aheadOn(connection: Connection | undefined, chosen: number): number {
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return 1;
  return connection?.effectiveType === '3g' ? Math.min(chosen, 2) : chosen;
}

/**
 * Page numbers to fetch while `first` to `last` are in view, the most wanted first: `ahead` pages from near to far, then
 * behind. Only pages from 1 to `total`; never those in view.
 */
export function pagesToPreload(view: { first: number; last: number }, total: number, ahead: number): number[] {
  const after = Array.from({ length: ahead }, (_, step) => view.last + 1 + step);
  const behind = Array.from({ length: BEHIND }, (_, step) => view.first - 1 - step);
  return [...after, ...behind].filter((page) => page >= 1 && page <= total);
}

/** How many pages of the next chapter to fetch once it is near; no more than are fetched ahead. */
export function pagesOfNext(ahead: number): number {
  return Math.min(NEXT_CHAPTER_PAGES, ahead);
}

/** Whether it is time to fetch the beginning of the next chapter. */
export function isNearEnd(lastInView: number, total: number): boolean {
  return lastInView >= total - NEXT_CHAPTER_WITHIN;
}
