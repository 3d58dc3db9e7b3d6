import type { Layout, ReadingDirection } from '#web/kept/reader-settings.ts';

/** A share of the screen stays in sight when scrolling by screens, so that the eye finds its line again. */
const SCREEN = 0.85;

/** A box that scrolls, and the way it runs. */
export interface Scroller {
  box: HTMLElement;
  layout: Layout;
  direction: ReadingDirection;
}

/** Whether there is more of the box after (1) or before (-1) what is in view. */
export function canScroll(scroller: Scroller, towards: 1 | -1): boolean {
  const { at, seen, length } = measure(scroller);
  return towards === 1 ? at + seen < length - 1 : at > 0;
}

/** Scrolls a box along its way by CSS pixels, gliding unless the visitor asked for less motion. */
export function scrollAlong(scroller: Scroller, distance: number): void {
  const { box, layout } = scroller;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  box.scrollBy({ [layout === 'horizontal' ? 'left' : 'top']: distance * signOf(scroller), behavior: still ? 'instant' : 'smooth' });
}

/** How far one screen is, in CSS pixels. */
export function screenOf(scroller: Scroller): number {
  return measure(scroller).seen * SCREEN;
}

function measure(scroller: Scroller): { at: number; seen: number; length: number } {
  const { box, layout } = scroller;
  if (layout === 'vertical') { return { at: box.scrollTop, seen: box.clientHeight, length: box.scrollHeight }; }
  return { at: box.scrollLeft * signOf(scroller), seen: box.clientWidth, length: box.scrollWidth };
}

/** Right to left, browsers count what is scrolled down from nought. */
function signOf({ layout, direction }: Scroller): 1 | -1 {
  return layout === 'horizontal' && direction === 'rtl' ? -1 : 1;
}
