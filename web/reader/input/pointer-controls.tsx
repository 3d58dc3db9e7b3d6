import { useEffect, useRef } from 'react';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { canScroll } from '#web/reader/context/scrolling.ts';
import { IDLE, wheelTurn } from './wheel-turns.ts';

/** A line of a wheel that counts lines, in CSS pixels. */
const LINE = 30;
/** The mouse's buttons at the thumb. */
const BACK = 3;
const FORTH = 4;

/**
 * The wheel turns pages that scroll no further and moves a strip across the screen, and the mouse's buttons for back
 * and forth turn them always, where the visitor wants it so.
 */
export function MouseTool({ reader }: { reader: ReaderContext }) {
  const latest = useRef(reader);
  latest.current = reader;
  const { mouse } = reader.control.settings;

  useEffect(() => {
    const stage = reader.stage.current;
    if (!mouse || stage === null) return;
    let wheeling = IDLE;
    const onWheel = (event: WheelEvent) => {
      const { view, pageOrientation, act, scroller } = latest.current;
      if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const distance =
        (sideways ? event.deltaX * (pageOrientation.direction === 'rtl' ? -1 : 1) : event.deltaY) *
        (event.deltaMode === 1 ? LINE : 1);
      const box = scroller();
      if (!view.paged) {
        // A strip across the screen moves by a wheel, too, which turns downwards only.
        const moves =
          pageOrientation.layout === 'horizontal' &&
          !sideways &&
          box !== null &&
          !canScroll({ ...box, layout: 'vertical' }, distance > 0 ? 1 : -1);
        if (moves) {
          box.box.scrollBy({ left: pageOrientation.direction === 'rtl' ? -distance : distance, behavior: 'instant' });
        }
        return;
      }
      const scrolls =
        box !== null && canScroll({ ...box, layout: sideways ? 'horizontal' : 'vertical' }, distance > 0 ? 1 : -1);
      const { turn, ...now } = wheelTurn(wheeling, { distance, at: event.timeStamp, scrolls });
      wheeling = now;
      if (turn !== null) {
        act(turn === 1 ? 'next' : 'previous');
      }
    };
    const onButton = (event: MouseEvent) => {
      if (event.button !== BACK && event.button !== FORTH) return;
      event.preventDefault();
      if (event.type === 'mouseup') {
        latest.current.act(event.button === FORTH ? 'next' : 'previous');
      }
    };
    const { signal, abort } = createAbort();
    stage.addEventListener('wheel', onWheel, { signal, passive: true });
    stage.addEventListener('mousedown', onButton, { signal });
    stage.addEventListener('mouseup', onButton, { signal });
    return abort;
  }, [mouse, reader.stage]);
  return null;
}

function createAbort(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
