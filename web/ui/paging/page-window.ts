/**
 * The page numbers a pager shows: at most `size` in a row, around `page`, never below 1 nor above `last`.
 * `page` beyond either end counts as that end.
 */
export function pageWindow(page: number, last: number, size: number): number[] {
  const length = Math.min(size, Math.max(1, last));
  const middle = Math.min(Math.max(1, page), Math.max(1, last));
  const first = Math.min(Math.max(1, middle - Math.floor(size / 2)), Math.max(1, last) - length + 1);
  return Array.from({ length }, (_, index) => first + index);
}
