import { ratedMark } from '#web/library/display/rated-cover.tsx';
import type { ComicView } from './comic-data.ts';
import { BarHeart } from './lazy-parts.tsx';
import { ReadButton } from './read-actions.tsx';
import { useReading } from './reading-state.ts';

/** The comic's own bar, once its page is scrolled: what it is, its heart, and read on. */
export function ComicBar({ view }: { view: ComicView }) {
  const { comic } = view;
  const reading = useReading(view);
  return (
    <>
      <div className="loading-bar" {...ratedMark(comic.rating)}>
        {comic.cover && <img src={comic.thumb_url} width={27} height={40} alt="" />}
        <b dir="auto">{comic.title}</b>
      </div>
      <BarHeart comic={comic} />
      {!comic.withheld && <ReadButton view={view} reading={reading} />}
    </>
  );
}
