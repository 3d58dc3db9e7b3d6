import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import { pictureOf } from './chapter-data.ts';
import { PagePicture } from './page-picture.tsx';
import type { ReaderSettings } from '#web/kept/reader-settings.ts';
import type { Spread } from './spreads.ts';
import './paged-view.css';

interface Props {
  images: readonly PageImage[];
  spreads: readonly Spread[];
  /** The spread in view; `spreads.length` is the panel after the last. */
  index: number;
  /** The page the reader is at: where only one fits, this one of the spread is shown. */
  page: number;
  settings: ReaderSettings;
  /** Whether the spreads beside the one in view are laid out too, so that turning only has to show them. */
  neighbours: boolean;
  onReady: (src: string) => void;
  end: ReactNode;
}

/** Pages one after the other. Hidden beside the spread in view stand the one before and the one after it, decoded. */
export function PagedView({ images, spreads, index, page, settings, neighbours, onReady, end }: Props) {
  const laidOut = (neighbours ? [index - 1, index, index + 1] : [index]).filter((each) => spreads[each] !== undefined);
  return (
    <>
      {laidOut.map((each) => (
        <SpreadView
          key={spreads[each]![0]} pages={spreads[each]!.map((number) => images[number - 1]!)} current={each === index}
          page={page} settings={settings} onReady={onReady}
        />
      ))}
      {index === spreads.length && <div className="spread is-now">{end}</div>}
    </>
  );
}

interface SpreadProps {
  pages: readonly PageImage[];
  current: boolean;
  page: number;
  settings: ReaderSettings;
  onReady: (src: string) => void;
}

function SpreadView({ pages, current, page, settings, onReady }: SpreadProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A page begins at its beginning, also when it was read to its end before.
    if (current) { box.current?.scrollTo(0, 0); }
  }, [current]);
  const ratio = (images: readonly PageImage[]) => images.reduce((sum, { width, height }) => sum + width / height, 0);
  const own = pages.filter((image) => pages.length === 1 || image.page === page);
  const style = { '--ratio': ratio(pages), '--ratio-one': ratio(own.length > 0 ? own : pages.slice(0, 1)), '--gap': `${settings.gap}px` } as CSSProperties;
  return (
    <div ref={box} className={current ? 'spread is-now' : 'spread'} dir={settings.direction} data-fit={settings.fit} data-pages={pages.length} style={style} inert={!current}>
      <div className="spread__pages">
        {pages.map((image) => (
          <div key={image.id} className={own.includes(image) || own.length === 0 && image === pages[0] ? 'spread__page' : 'spread__page spread__page--other'}>
            <PagePicture image={image} src={pictureOf(image, settings.saver)} priority={current ? 'now' : 'next'} onReady={onReady} />
          </div>
        ))}
      </div>
    </div>
  );
}
