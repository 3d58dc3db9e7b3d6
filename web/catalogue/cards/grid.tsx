import { Suspense } from 'react';
import { Card, CardSkeleton } from './card.tsx';
import type { ShownComic } from './shown-comic.ts';
import './grid.css';

/** Covers that are wanted before anything else: on a slow line every further one keeps the page from listening. */
const EAGER = 1;

/** Comics side by side: 2 to 8 columns, as the box is wide. @param props `news`: they are listed by their newest chapters. */
export function Grid({ comics, news = false }: { comics: readonly ShownComic[]; news?: boolean }) {
  return (
    <div className="grid-box">
      <div className="grid">
        {comics.map((comic, index) => (
          <Suspense key={comic.id}>
            <Card comic={comic} eager={index < EAGER} news={news} />
          </Suspense>
        ))}
      </div>
    </div>
  );
}

/** The place of a grid that is on its way. */
export function GridSkeleton({ cards, label }: { cards: number; label: string }) {
  return (
    <div className="grid-box" role="status" aria-label={label}>
      <div className="grid">
        {Array.from({ length: cards }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}

/** How wide a cover is in the columns of `.shelf`, as `sizes` says it. */
export const SHELF_SIZES = '(min-width: 64rem) 11rem, 8.75rem';

/** Comics in one row that is moved sideways. @param props as those of `Grid`. */
export function Shelf({ comics, news = false }: { comics: readonly ShownComic[]; news?: boolean }) {
  return (
    <div className="shelf">
      {comics.map((comic) => (
        <Suspense key={comic.id}>
          <Card comic={comic} sizes={SHELF_SIZES} news={news} />
        </Suspense>
      ))}
    </div>
  );
}
