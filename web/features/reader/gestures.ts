import type { Lie } from './keys.ts';

export type Zone = 'next' | 'previous' | 'chrome';

/** Shortest swipe that turns a page, in CSS pixels; shorter ones are shaky taps. */
const SWIPE_MIN = 40;
/** A swipe runs along one axis: this many times as far as across it. */
const SWIPE_STRAIGHT = 1.4;
/** A finger that moved further than this did not tap, in CSS pixels. */
const TAP_MAX = 10;

/** The three zones of the screen, in the order they lie: from the left, or from the top. */
export function zonesOf({ direction, layout }: Lie): [Zone, Zone, Zone] {
  return layout === 'horizontal' && direction === 'rtl' ? ['next', 'chrome', 'previous'] : ['previous', 'chrome', 'next'];
}

/** What a tap at a place asks for. `x` and `y` are shares of the screen, 0 to 1, from its left and top edges. */
export function zoneAt(x: number, y: number, lie: Lie): Zone {
  const along = lie.layout === 'vertical' ? y : x;
  return zonesOf(lie)[along < 1 / 3 ? 0 : along < 2 / 3 ? 1 : 2];
}

/** Whether a finger that moved this far, in CSS pixels, meant to tap. */
export function isTap(dx: number, dy: number): boolean {
  return Math.hypot(dx, dy) <= TAP_MAX;
}

/**
 * What a swipe asks for, or null: pushing a page away to where the content comes from brings the next one.
 *
 * `dx` and `dy` are CSS pixels to the right and down. A strip scrolls by itself, so swipes mean nothing there.
 */
export function swipeOf(dx: number, dy: number, { mode, direction, layout }: Lie): 'next' | 'previous' | null {
  if (mode === 'webtoon') { return null; }
  const [along, across] = layout === 'vertical' ? [dy, dx] : [direction === 'rtl' ? -dx : dx, dy];
  if (Math.abs(along) < SWIPE_MIN || Math.abs(along) < Math.abs(across) * SWIPE_STRAIGHT) { return null; }
  return along < 0 ? 'next' : 'previous';
}
