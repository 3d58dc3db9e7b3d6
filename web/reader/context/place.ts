/** A place in a chapter: the page, from 1, and the share of it before the eye, 0 to 1; 0 is a page that stands at its beginning. */
export interface Place {
  page: number;
  offset: number;
}

/** Where the reader is. `page` counts from 1 and is never out of bounds; `offset` is the share of it before the eye, which only a strip moves. */
export interface Position extends Place {
  /** Past the last page, at the panel that ends a chapter. */
  ended: boolean;
  /** Who moved there: a view that moved by itself says where it is, and must not be moved. */
  by: 'reader' | 'view';
}

/** How the address follows: `turn` replaces it, `jump` can be undone by going back. */
export type Move = 'turn' | 'jump';
