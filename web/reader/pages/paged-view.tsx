import { memo, useLayoutEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import { pageImageUrl } from '#web/reader/chapter/chapter-data.ts';
import { framePages, type FramedPage } from './frames.ts';
import { PagePicture } from './page-picture.tsx';
import { pageParts } from './slices.ts';
import { isWide } from '#web/reader/chapter/page-shape.ts';
import type { Spread } from './spreads.ts';
import './paged-view.css';

/** Pages more than twice as high as they are wide would be slits if all of them had to fit on the screen. */
const SLIT = 0.5;

interface Props {
  images: readonly PageImage[];
  spreads: readonly Spread[];
  /** The spread in view; `spreads.length` is the panel after the last. */
  index: number;
  /** The spread that was in view when the screen was last painted. */
  painted: number;
  /** Which page of a pair is shown where only one fits; null once it is known that both do. */
  page: number | null;
  settings: ReaderSettings;
  /** How many pages after those in view may be laid out before they are wanted. */
  ahead: number;
  onReady: (src: string, failed?: boolean) => void;
  end: ReactNode;
}

/**
 * Pages one after the other. Hidden beside the spread in view stand the one before and the one after it, decoded: a turn
 * only shows one and hides the other; what is further on is laid out once that was painted.
 */
export function PagedView({ images, spreads, index, painted, page, settings, ahead, onReady, end }: Props) {
  const upTo = (spreads[Math.min(painted, spreads.length - 1)]?.last ?? 0) + ahead;
  const beside =
    ahead === 0
      ? []
      : [painted - 1, painted, painted + 1].filter(
          (each) => each !== index && spreads[each] !== undefined && spreads[each].last <= upTo,
        );
  const laidOut = [...beside, ...(index < spreads.length ? [index] : [])].sort((a, b) => a - b);
  return (
    <>
      {laidOut.map((each) => (
        <SpreadView
          key={`${spreads[each]!.first}${spreads[each]!.half ?? ''}`}
          images={images}
          spread={spreads[each]!}
          at={each === index ? 'now' : each < index ? 'before' : 'after'}
          page={page}
          settings={settings}
          onReady={onReady}
        />
      ))}
      {index === spreads.length && <div className="spread is-now">{end}</div>}
    </>
  );
}

interface SpreadProps extends Pick<Props, 'images' | 'page' | 'settings' | 'onReady'> {
  spread: Spread;
  at: 'before' | 'now' | 'after';
}

const SpreadView = memo(function SpreadView({ images, spread, at, page, settings, onReady }: SpreadProps) {
  const { direction, layout, crop, wide, wideInvert, fit, gap, saver, animate } = settings;
  const box = useRef<HTMLDivElement>(null);
  const scrolled = useRef(false);
  useLayoutEffect(() => {
    // A page begins at its beginning, also when it was read to its end before. Not asked for in vain: it has the browser lay out the page.
    if (at === 'now' && scrolled.current) {
      box.current?.scrollTo(0, 0);
    }
    scrolled.current = false;
  }, [at]);

  const pages = useMemo(() => images.slice(spread.first - 1, spread.last), [images, spread]);
  const side =
    spread.half === null ? null : (spread.half === 1) === ((direction === 'ltr') !== wideInvert) ? 'left' : 'right';
  const frames = useMemo(() => framePages(pages, { crop, side }), [pages, crop, side]);
  const own = Math.max(
    pages.findIndex((image) => image.page === page),
    0,
  );
  const size = sizeFor(frames, spread.empty !== null);
  const turns = wide === 'rotate' && pages.length === 1 && isWide(pages[0]!);
  const slot = spread.empty && <div className="spread__slot" style={{ aspectRatio: shapeRatio(frames[0]!) }} />;
  const style = {
    '--flat': size.ratio,
    '--tall': size.height,
    '--gap': `${gap}px`,
    ...(page === null ? {} : { '--one': shapeRatio(frames[own]!) }),
    ...(turns ? { '--turned': 1 / size.ratio, '--wide': frames[0]!.width } : {}),
  } as CSSProperties;
  return (
    <div
      ref={box}
      className={at === 'now' ? 'spread is-now' : 'spread'}
      dir={direction}
      style={style}
      onScroll={() => {
        scrolled.current = true;
      }}
      data-fit={fit === 'smart' && size.ratio < SLIT ? 'slit' : fit}
      data-pages={size.places}
      data-at={at}
      data-turns={turns ? (wideInvert ? 'left' : 'right') : undefined}
      data-glides={animate ? (layout === 'vertical' ? 'down' : direction) : undefined}
    >
      <div className="spread__pages">
        {spread.empty === 'before' && slot}
        {pages.map((image, index) => (
          <div
            key={image.id}
            className={page === null || index === own ? 'spread__page' : 'spread__page spread__page--other'}
          >
            {pageParts(image, frames[index]!).map((part, slice) => (
              <PagePicture
                key={slice}
                image={part.image}
                src={pageImageUrl(part.image, saver)}
                priority={slice > 0 ? 'later' : at === 'now' ? 'now' : 'next'}
                onReady={onReady}
                framed={part.framed}
                silent={slice > 0}
              />
            ))}
          </div>
        ))}
        {spread.empty === 'after' && slot}
      </div>
    </div>
  );
});

/** A spread's shape (its widths together, in heights, an empty place as wide as the page beside it), and the height of its pages as they are, in pixels. */
function sizeFor(frames: readonly FramedPage[], hasSlot: boolean) {
  const ratio = frames.reduce((sum, frame) => sum + shapeRatio(frame), 0);
  return {
    ratio: hasSlot ? ratio * 2 : ratio,
    places: hasSlot ? 2 : frames.length,
    height: Math.max(...frames.map(({ height }) => height)),
  };
}

function shapeRatio({ width, height }: FramedPage): number {
  return width / height;
}
