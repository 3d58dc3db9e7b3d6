/** The size of one page, in any unit. */
export interface PageSize {
  width: number;
  height: number;
}

/** The size by which a page of unknown size is laid out: the shape most pages have. */
const USUAL: PageSize = { width: 1000, height: 1500 };

/** A page's size, or a usual page's where it is not known. */
export function knownSize({ width, height }: PageSize): PageSize {
  return width > 0 && height > 0 ? { width, height } : USUAL;
}

/** Whether a page is wider than it is high: a drawing over two pages. */
export function isWide({ width, height }: PageSize): boolean {
  return height > 0 && width > height;
}
