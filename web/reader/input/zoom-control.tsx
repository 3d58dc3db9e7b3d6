import { useEffect, useRef } from 'react';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { numberFormat } from '#web/platform/i18n/format.ts';
import { useLocale } from '#web/platform/i18n/i18n.tsx';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';
import { useZoom } from './use-zoom.ts';
import { followGestures } from './zoom-gestures.ts';

/** One step of the keys. */
const STEP = 1.25;
/** Zoomed in, keys and taps show the next part of the page: this share of the screen. */
const SCREEN = 0.85;
/** One step of the keys that scroll, in CSS pixels. */
const SCROLL = 80;

/**
 * Zoom: by two fingers, a double tap in the middle, Control and the wheel, and keys. Zoomed in, a drag, a key or a tap
 * moves the page first, and turns it only from its edge.
 */
export function ZoomTool({ reader }: { reader: ReaderContext }) {
  const locale = useLocale();
  const lens = useZoom(reader);
  const latest = useRef({ reader, lens });
  latest.current = { reader, lens };

  useEffect(() => followGestures(reader.stage.current!, () => latest.current), [reader.stage]);

  const { paged } = reader.view;
  const { layout, direction } = reader.pageOrientation;
  const step = (towards: 1 | -1, along: 'page' | 'way' | number): boolean => {
    const { clientWidth, clientHeight } = reader.stage.current!;
    const down = -towards * (typeof along === 'number' ? along : clientHeight * SCREEN);
    const across = towards * clientWidth * SCREEN * (direction === 'rtl' ? 1 : -1);
    const pan = (dx: number, dy: number) => {
      const got = lens.pan(dx, dy, true);
      return Math.hypot(got.x, got.y) > 1;
    };
    if (lens.scale() === 1 || (along === 'page' && !paged)) return false;
    if (typeof along === 'number' || layout === 'vertical') return pan(0, down);
    // As one reads: along the line, then to the beginning of the next.
    if (pan(across, 0)) return true;
    if (!paged || !pan(0, down)) return false;
    lens.pan(-across * 100, 0, true);
    return true;
  };
  const zoom = (scale: number) => {
    if (!lens.zoom(scale, undefined, true)) return false;
    announce(numberFormat(locale, { style: 'percent' }).format(lens.scale()));
    return true;
  };
  useActionHandler(reader, 'zoom-in', () => zoom(lens.scale() * STEP));
  useActionHandler(reader, 'zoom-out', () => zoom(lens.scale() / STEP));
  useActionHandler(reader, 'zoom-reset', () => zoom(1));
  useActionHandler(reader, 'next', () => step(1, 'page'));
  useActionHandler(reader, 'previous', () => step(-1, 'page'));
  useActionHandler(reader, 'forward', () => step(1, 'way'));
  useActionHandler(reader, 'backward', () => step(-1, 'way'));
  useActionHandler(reader, 'scroll-down', () => step(1, SCROLL));
  useActionHandler(reader, 'scroll-up', () => step(-1, SCROLL));
  useActionHandler(reader, 'leave', () => lens.scale() > 1 && zoom(1));
  return null;
}
