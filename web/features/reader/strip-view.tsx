import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type CSSProperties, type ReactNode, type Ref } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import { pictureOf } from './chapter-data.ts';
import { PagePicture } from './page-picture.tsx';
import type { ReaderSettings } from '#web/kept/reader-settings.ts';
import { isAtEnd, lastInView, percentOf, placeAt, scrollTo, type Part, type Place } from './strip-geometry.ts';
import type { Position } from './use-position.ts';
import './strip-view.css';

/** What of the strip is in view. */
export interface StripSight extends Place {
  lastInView: number;
  ended: boolean;
  /** How much of the strip was passed, 0 to 100. */
  percent: number;
}

interface Props {
  images: readonly PageImage[];
  settings: ReaderSettings;
  position: Position;
  label: string;
  onSight: (sight: StripSight) => void;
  onReady: (src: string) => void;
  end: ReactNode;
  ref: Ref<HTMLDivElement>;
}

/** All pages as one strip, down the screen or along it. The row under the eye stays there when anything changes size. */
export function StripView({ images, settings, position, label, onSight, onReady, end, ref }: Props) {
  const { layout, direction, fit, gap, saver } = settings;
  const strip = useRef<HTMLDivElement>(null);
  const place = useRef<Place>(position);
  const moved = useRef<number>(undefined);
  const fresh = useRef(true);
  useImperativeHandle(ref, () => strip.current!, []);

  const bring = () => {
    const element = strip.current;
    if (element === null || images.length === 0) { return; }
    const axis = measure(element, images.length, layout, direction);
    axis.scroll(scrollTo(axis.parts, place.current, axis.view));
    moved.current = measure(element, images.length, layout, direction).at;
  };

  const look = () => {
    const element = strip.current;
    if (element === null || images.length === 0) { return; }
    const { parts, view, at, length } = measure(element, images.length, layout, direction);
    const seen = { scroll: at, view };
    // Where the reader itself put the strip, it knows the place better than its geometry does.
    if (moved.current === undefined || Math.abs(moved.current - at) > 1) {
      moved.current = undefined;
      place.current = placeAt(parts, seen);
    }
    onSight({ ...place.current, lastInView: lastInView(parts, seen), ended: isAtEnd(parts, seen), percent: percentOf(seen, length) });
  };

  useLayoutEffect(() => {
    if (position.by === 'view' && !fresh.current) { return; }
    fresh.current = false;
    place.current = position;
    bring();
    look();
  }, [position]);

  useLayoutEffect(() => { bring(); }, [layout, direction, fit, gap]);

  useEffect(() => {
    const element = strip.current!;
    const observer = new ResizeObserver(bring);
    observer.observe(element);
    return () => observer.disconnect();
  }, [layout, direction, images]);

  return (
    <div
      ref={strip} className="strip" role="region" aria-label={label} tabIndex={0} dir={direction} data-layout={layout} data-fit={fit}
      style={{ '--gap': `${gap}px` } as CSSProperties} onScroll={look}
    >
      {images.map((image) => (
        <PagePicture
          key={image.id} image={image} src={pictureOf(image, saver)} onReady={onReady}
          priority={image.page === position.page ? 'now' : 'later'}
        />
      ))}
      {end}
    </div>
  );
}

/** The strip's parts along the way it runs, from its beginning, and how to scroll it. */
function measure(element: HTMLElement, count: number, layout: ReaderSettings['layout'], direction: ReaderSettings['direction']) {
  const outer = element.getBoundingClientRect();
  const boxes = [...element.children].slice(0, count).map((child) => child.getBoundingClientRect());
  if (layout === 'vertical') {
    const at = element.scrollTop;
    const parts: Part[] = boxes.map((box) => ({ start: box.top - outer.top + at, size: box.height }));
    return { parts, at, view: outer.height, length: element.scrollHeight, scroll: (to: number) => { element.scrollTop = to; } };
  }
  // Right to left, scrolling counts down from nought.
  const sign = direction === 'rtl' ? -1 : 1;
  const at = element.scrollLeft * sign;
  const parts: Part[] = boxes.map((box) => ({ start: (sign === 1 ? box.left - outer.left : outer.right - box.right) + at, size: box.width }));
  return { parts, at, view: outer.width, length: element.scrollWidth, scroll: (to: number) => { element.scrollLeft = to * sign; } };
}
