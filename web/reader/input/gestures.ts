import type { ReaderSettings, Taps } from '#web/library/preferences/reader-settings.ts';
import type { PageOrientation } from '#web/reader/context/key-map.ts';

export type Zone = 'next' | 'previous' | 'chrome';
/** The settings that decide the meaning of a tap. */
export type TapPlan = Pick<ReaderSettings, 'direction' | 'layout' | 'taps' | 'tapInvert'>;

/** Shortest swipe that turns a page, in CSS pixels; shorter ones are shaky taps. */
const SWIPE_MIN = 40;
/** A swipe runs along one axis: this many times as far as across it. */
const SWIPE_STRAIGHT = 1.4;
/** A finger that moved further than this did not tap, in CSS pixels. */
const TAP_MAX = 10;

const ZONES: Record<string, Zone> = { n: 'next', p: 'previous', m: 'chrome' };
/** The thirds of the screen, row by row, where content runs left to right: next, previous, menu (the layouts of Mihon). */
const LAYOUTS: Record<Taps, string> = {
  sides: 'pmnpmnpmn',
  edges: 'nmnnmnnpn',
  l: 'ppppmnnnn',
  kindle: 'mmmpnnpnn',
  off: 'mmmmmmmmm',
};
/** The sides of what runs downwards are its top and its bottom. */
const SIDES_DOWN = 'pppmmmnnn';

/** The zones of the screen's nine thirds as they lie, row by row from the top left. */
export function tapZones({ direction, layout, taps, tapInvert }: TapPlan): Zone[] {
  const plan = taps === 'sides' && layout === 'vertical' ? SIDES_DOWN : LAYOUTS[taps];
  const mirrored =
    (layout === 'horizontal' && direction === 'rtl') !== (tapInvert === 'horizontal' || tapInvert === 'both');
  const flipped = tapInvert === 'vertical' || tapInvert === 'both';
  return Array.from(plan, (_, place) => {
    const [row, column] = [Math.trunc(place / 3), place % 3];
    return ZONES[plan[(flipped ? 2 - row : row) * 3 + (mirrored ? 2 - column : column)]!]!;
  });
}

/** The zone of a tap at a place. `x` and `y` are shares of the screen, 0 to 1, from its left and top edges. */
export function zoneAt(x: number, y: number, plan: TapPlan): Zone {
  const third = (share: number) => Math.min(Math.max(Math.floor(share * 3), 0), 2);
  return tapZones(plan)[third(y) * 3 + third(x)]!;
}

/** Whether a finger that moved this far, in CSS pixels, meant to tap. */
export function isTap(dx: number, dy: number): boolean {
  return Math.hypot(dx, dy) <= TAP_MAX;
}

/**
 * The turn a swipe asks for, or null: pushing a page away to where the content comes from brings the next one.
 *
 * `dx` and `dy` are CSS pixels to the right and down. A strip scrolls by itself, so swipes mean nothing there.
 */
export function swipeTurn(
  dx: number,
  dy: number,
  { mode, direction, layout }: PageOrientation,
): 'next' | 'previous' | null {
  if (mode === 'webtoon') return null;
  const [along, across] = layout === 'vertical' ? [dy, dx] : [direction === 'rtl' ? -dx : dx, dy];
  if (Math.abs(along) < SWIPE_MIN || Math.abs(along) < Math.abs(across) * SWIPE_STRAIGHT) return null;
  return along < 0 ? 'next' : 'previous';
}
