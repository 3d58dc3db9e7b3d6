import type { Layout, ReadingDirection } from '#web/library/preferences/reader-settings.ts';

/** A share of the screen stays in sight when scrolling by screens, so that the eye finds its line again. */
const SCREEN = 0.85;
/** Least of a screen that is scrolled to bring the edge of a picture to the top of it. */
const LEAST = 0.6;
/** Longest a browser glides to where it was told to, in ms; not all of them say when they are there. */
const GLIDE = 700;

/** A box that scrolls, and the way it runs. */
export interface Scroller {
  box: HTMLElement;
  layout: Layout;
  direction: ReadingDirection;
  /** The beginning of the picture nearest to a place along the box, between two others, in CSS pixels; null where none begins there. */
  edgeNear?: (at: number, low: number, high: number) => number | null;
}

/** Where boxes are gliding to, so that the next step counts from there. */
const aims = new WeakMap<HTMLElement, { to: number; until: number }>();

/** Whether there is more of the box after (1) or before (-1) what is in view. */
export function canScroll(scroller: Scroller, towards: 1 | -1): boolean {
  const { at, seen, length } = measure(scroller);
  return towards === 1 ? at + seen < length - 1 : at > 0;
}

/** Scrolls a box along its way by CSS pixels, gliding unless the visitor asked for less motion. */
export function scrollAlong(scroller: Scroller, distance: number): void {
  const { box, layout } = scroller;
  const { seen, length } = measure(scroller);
  const to = Math.min(Math.max(aimFor(scroller) + distance, 0), Math.max(length - seen, 0));
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still) {
    aims.delete(box);
  } else {
    aims.set(box, { to, until: performance.now() + GLIDE });
  }
  box.scrollTo({
    [layout === 'horizontal' ? 'left' : 'top']: to * directionSign(scroller),
    behavior: still ? 'instant' : 'smooth',
  });
}

/** How far one screen is, in CSS pixels: most of it, or as far as brings the edge of a picture to where the screen begins, where one is near. */
export function screenStep(scroller: Scroller, towards: 1 | -1 = 1): number {
  const from = aimFor(scroller);
  const { seen } = measure(scroller);
  const [low, high] = towards === 1 ? [from + seen * LEAST, from + seen] : [from - seen, from - seen * LEAST];
  const edge = scroller.edgeNear?.(from + towards * seen * SCREEN, low, high) ?? null;
  return edge === null ? seen * SCREEN : Math.abs(edge - from);
}

function aimFor(scroller: Scroller): number {
  const aim = aims.get(scroller.box);
  return aim !== undefined && performance.now() < aim.until ? aim.to : measure(scroller).at;
}

function measure(scroller: Scroller): { at: number; seen: number; length: number } {
  const { box, layout } = scroller;
  if (layout === 'vertical') return { at: box.scrollTop, seen: box.clientHeight, length: box.scrollHeight };
  return { at: box.scrollLeft * directionSign(scroller), seen: box.clientWidth, length: box.scrollWidth };
}

/** Right to left, browsers count what is scrolled down from nought. */
function directionSign({ layout, direction }: Scroller): 1 | -1 {
  return layout === 'horizontal' && direction === 'rtl' ? -1 : 1;
}
