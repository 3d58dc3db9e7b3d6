import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { ReadingDirection } from '#web/library/preferences/reader-settings.ts';
import { pageAt, pageOfKey, sliderSegments, type PageState } from './slider-segments.ts';
import './page-slider.css';

interface Props {
  images: readonly PageImage[];
  /** First and last page in view. */
  first: number;
  last: number;
  direction: ReadingDirection;
  /** Runs down the side of the screen, whatever the direction. */
  vertical: boolean;
  stateFor: (page: number) => PageState;
  onChoose: (page: number, move: 'turn' | 'jump') => void;
}

/**
 * All pages as one bar in the content's direction: read, in view, loaded, on their way, failed. Pressed, it goes there;
 * dragged, it shows the page under the pointer and goes there when let go.
 */
export function Scrub({ images, first, last, direction, vertical, stateFor, onChoose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const [pointed, point] = useState<number | null>(null);
  const total = images.length;
  const pageUnder = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - box.left) / box.width;
    return pageAt(vertical ? (event.clientY - box.top) / box.height : direction === 'rtl' ? 1 - across : across, total);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page =
      event.ctrlKey || event.altKey || event.metaKey
        ? null
        : pageOfKey(
            event.key,
            event.key.startsWith('Arrow') && isForward(event.key, direction) ? last : first,
            total,
            direction,
          );
    if (page === null) return;
    event.preventDefault();
    onChoose(page, event.key.startsWith('Arrow') ? 'turn' : 'jump');
  };
  const way = vertical ? 'bottom' : direction === 'rtl' ? 'left' : 'right';
  const percent = (share: number) => `${Math.round(share * 1e4) / 100}%`;
  const stops = sliderSegments(total, stateFor).map(
    ({ state, from, to }) => `var(--scrub-${state}) ${percent(from)} ${percent(to)}`,
  );
  const place = (from: number, to: number) =>
    vertical
      ? { insetBlockStart: percent((from - 1) / total), blockSize: percent((to - from + 1) / total) }
      : { insetInlineStart: percent((from - 1) / total), inlineSize: percent((to - from + 1) / total) };
  return (
    <div
      className={vertical ? 'page-slider page-slider--side' : 'page-slider'}
      dir={direction}
      role="slider"
      tabIndex={0}
      aria-label={t('reader.page.label')}
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
      aria-valuemin={1}
      aria-valuemax={total}
      aria-valuenow={first}
      aria-valuetext={
        first === last ? t('reader.page.of', { page: first, total }) : t('reader.page.pair', { first, last, total })
      }
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        point(pageUnder(event));
      }}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse' || event.currentTarget.hasPointerCapture(event.pointerId)) {
          point(pageUnder(event));
        }
      }}
      onPointerUp={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onChoose(pageUnder(event), 'jump');
        if (event.pointerType !== 'mouse') {
          point(null);
        }
      }}
      onPointerLeave={() => point(null)}
      onPointerCancel={() => point(null)}
    >
      <i
        className="page-slider__track"
        style={
          {
            '--way': `to ${way}`,
            '--count': total,
            backgroundImage: `linear-gradient(to ${way}, ${stops.join(', ')})`,
          } as CSSProperties
        }
        data-fine={total > 200 || undefined}
      />
      <i className="page-slider__now" style={place(first, last)} />
      {pointed !== null && (
        <>
          <i className="page-slider__at" style={place(pointed, pointed)} />
          <Tip image={images[pointed - 1]!} share={(pointed - 0.5) / total} number={formatNumber(locale, pointed)} />
        </>
      )}
    </div>
  );
}

/** The page under the pointer: its small picture and its number. */
function Tip({
  image: { thumbnail_url, width, height, color },
  share,
  number,
}: {
  image: PageImage;
  share: number;
  number: string;
}) {
  const style = {
    '--share': share,
    '--ratio': Math.min(Math.max(width / height, 0.5), 1.6) || 0.7,
    ...(color ? { '--ph': color } : {}),
  } as CSSProperties;
  return (
    <span className="page-slider__tip" style={style} aria-hidden="true">
      <img key={thumbnail_url} src={thumbnail_url} alt="" draggable={false} />
      <b>{number}</b>
    </span>
  );
}

function isForward(key: string, direction: ReadingDirection): boolean {
  return key === 'ArrowDown' || key === (direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft');
}
