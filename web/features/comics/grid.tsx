import type { ComicCard } from '#contract/comics.ts';
import { Card, CardSkeleton } from './card.tsx';
import './grid.css';

/** Covers wanted at once: what the first screen shows of the common grids. */
const EAGER = 6;

/** Comics side by side: 2 to 8 columns, as the box is wide. */
export function Grid({ comics }: { comics: readonly ComicCard[] }) {
  return (
    <div className="gridbox">
      <div className="grid">{comics.map((comic, index) => <Card key={comic.id} comic={comic} eager={index < EAGER} />)}</div>
    </div>
  );
}

/** The place of a grid that is on its way. */
export function GridSkeleton({ cards, label }: { cards: number; label: string }) {
  return (
    <div className="gridbox" role="status" aria-label={label}>
      <div className="grid">{Array.from({ length: cards }, (_, index) => <CardSkeleton key={index} />)}</div>
    </div>
  );
}

/** Comics in one row that is moved sideways. */
export function Shelf({ comics }: { comics: readonly ComicCard[] }) {
  return <div className="shelf">{comics.map((comic) => <Card key={comic.id} comic={comic} />)}</div>;
}
