/** The size of one page, in any unit. */
export interface PageSize {
  width: number;
  height: number;
}

/** Page numbers shown together, in reading order: one or two of them. The first stands at the start of the content's direction. */
export type Spread = readonly [number] | readonly [number, number];

/**
 * Which pages are shown together.
 *
 * With `pairs`, the first page (a cover) stands alone and the rest go two by two; a page wider than it is high is a
 * spread already and stands alone, and pairing starts afresh after it. `shift` pairs the first page too.
 * Every page is in exactly one spread, in order. Pages count from 1.
 */
export function spreadsOf(pages: readonly PageSize[], { pairs, shift = false }: { pairs: boolean; shift?: boolean }): Spread[] {
  const spreads: Spread[] = [];
  let number = 1;
  while (number <= pages.length) {
    const alone = !pairs || (number === 1 && !shift) || isWide(pages[number - 1]) || number === pages.length || isWide(pages[number]);
    spreads.push(alone ? [number] : [number, number + 1]);
    number += alone ? 1 : 2;
  }
  return spreads;
}

/** Position of the spread that shows a page; the nearest one when the page is out of bounds. 0 when there are none. */
export function spreadIndex(spreads: readonly Spread[], page: number): number {
  const index = spreads.findIndex((spread) => page <= spread[spread.length - 1]!);
  return index === -1 ? Math.max(spreads.length - 1, 0) : index;
}

function isWide(page: PageSize | undefined): boolean {
  return page !== undefined && page.width > page.height;
}
