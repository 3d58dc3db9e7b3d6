import { useEffect, useRef } from 'react';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { PLAIN, moveLens, zoomTo, type Frame, type ZoomState } from './zoom.ts';

export type ZoomControl = ReturnType<typeof useZoom>;

/** The lens before the pages: it enlarges and moves what scrolls on the stage, and is taken away when the page is turned. */
export function useZoom(reader: ReaderContext) {
  const latest = useRef(reader);
  latest.current = reader;
  const lens = useRef<ZoomState>(PLAIN);
  const shown = useRef<HTMLElement | null>(null);

  const show = (next: ZoomState, glide: boolean) => {
    const box = latest.current.scroller()?.box ?? null;
    if (shown.current !== null && shown.current !== box) {
      bare(shown.current);
    }
    shown.current = box;
    lens.current = box === null ? PLAIN : next;
    if (box === null) return;
    if (next.scale === 1) {
      bare(box);
    } else {
      Object.assign(box.style, {
        transformOrigin: '0 0',
        transform: `translate(${next.x}px, ${next.y}px) scale(${next.scale})`,
        touchAction: 'none',
      });
    }
    box.style.transition = glide ? 'transform 160ms' : '';
  };

  const reset = () => {
    if (lens.current.scale > 1) {
      show(PLAIN, false);
    }
  };
  const {
    view: { first, ended, paged },
    control: {
      settings: { mode, layout, fit, direction },
    },
  } = reader;
  // oxlint-disable-next-line react/exhaustive-deps -- whatever changes what is in sight ends the zoom
  useEffect(() => reset, [paged && first, ended, mode, layout, fit, direction]);

  return {
    scale: () => lens.current.scale,
    reset,
    /** Zooms about a place, in CSS pixels of the window; whether there is anything to zoom. */
    zoom(scale: number, at: { x: number; y: number } = middle(latest.current), glide = false): boolean {
      const { scroller, stage, view } = latest.current;
      const box = scroller()?.box;
      if (!box || !stage.current || view.ended) return false;
      const { left, top } = stage.current.getBoundingClientRect();
      show(zoomTo(lens.current, scale, { x: at.x - left, y: at.y - top }, measureFrame(box, view.paged)), glide);
      return true;
    },
    /** Moves the pages by CSS pixels, then scrolls them; answers how far it got. */
    pan(dx: number, dy: number, glide = false): { x: number; y: number } {
      const box = latest.current.scroller()?.box;
      if (!box || lens.current.scale === 1) return { x: 0, y: 0 };
      const { scale, x, y } = lens.current;
      const next = moveLens(lens.current, dx, dy, measureFrame(box, latest.current.view.paged));
      const [left, top] = [box.scrollLeft, box.scrollTop];
      box.scrollBy({ left: (next.x - x - dx) / scale, top: (next.y - y - dy) / scale, behavior: 'instant' });
      show(next, glide);
      return { x: next.x - x + (left - box.scrollLeft) * scale, y: next.y - y + (top - box.scrollTop) * scale };
    },
  };
}

function bare({ style }: HTMLElement): void {
  for (const name of ['transform', 'transform-origin', 'transition', 'touch-action']) {
    style.removeProperty(name);
  }
}

function middle({ stage }: ReaderContext): { x: number; y: number } {
  const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {};
  return { x: left + width / 2, y: top + height / 2 };
}

/** Where the pages lie: by their layout, which no lens changes. Along what scrolls they fill the stage. */
function measureFrame(box: HTMLElement, paged: boolean): Frame {
  const { clientWidth: width, clientHeight: height } = box;
  const inner = box.querySelector<HTMLElement>('.spread__pages, .picture-box');
  let [left, top] = [0, 0];
  for (let each = inner; each !== null && each !== box; each = each.offsetParent as HTMLElement | null) {
    left += each.offsetLeft;
    top += each.offsetTop;
  }
  const fillsAcross = inner === null || box.scrollWidth > width + 1;
  const fillsDown = inner === null || !paged || box.scrollHeight > height + 1;
  return {
    width,
    height,
    ...(fillsAcross ? { left: 0, right: width } : { left, right: left + inner.offsetWidth }),
    ...(fillsDown ? { top: 0, bottom: height } : { top, bottom: top + inner.offsetHeight }),
  };
}
