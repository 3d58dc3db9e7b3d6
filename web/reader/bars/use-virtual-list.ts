import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/** As many lines at least are taken to fit, also while the box has no size yet. */
const LEAST = 3;
/** Room kept after a line that was brought in, in CSS pixels: the box may have a padding. */
const SLACK = 24;

interface Options {
  count: number;
  /** How much room a line takes along the way it scrolls, in CSS pixels. */
  size: number;
  /** Lines follow each other along the text, not down the screen. */
  across?: boolean;
}

/**
 * Which lines of a long list are to be drawn: those in its box, and half a boxful at least before and after them. `look` is called
 * when it scrolls; `reveal` scrolls until a line is in the box, in its middle if that was asked.
 */
export function useVirtualList(box: RefObject<HTMLElement | null>, { count, size, across = false }: Options) {
  const [{ block, boxful }, setSight] = useState({ block: 0, boxful: LEAST });

  const look = useCallback(() => {
    if (box.current === null) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = box.current;
    const view = across ? clientWidth : clientHeight;
    const fits = Math.max(Math.ceil(view / size), LEAST);
    const at = Math.floor(Math.abs(across ? scrollLeft : scrollTop) / (fits * size));
    setSight((now) => (now.block === at && now.boxful === fits ? now : { block: at, boxful: fits }));
  }, [box, size, across]);

  const reveal = useCallback(
    (line: number, middle = false) => {
      const element = box.current;
      if (element === null) return;
      const view = across ? element.clientWidth : element.clientHeight;
      const now = Math.abs(across ? element.scrollLeft : element.scrollTop);
      const [least, most] = [(line + 1) * size - view + SLACK, line * size];
      const at = middle ? (least + most) / 2 : Math.min(Math.max(now, least), most);
      // Right to left, scrolling counts down from nought.
      element.scrollTo(across ? { left: at * (getComputedStyle(element).direction === 'rtl' ? -1 : 1) } : { top: at });
      look();
    },
    [box, size, across, look],
  );

  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [box, look]);

  const spare = Math.ceil(boxful / 2);
  return { from: Math.max(block * boxful - spare, 0), to: Math.min((block + 2) * boxful + spare, count), look, reveal };
}
