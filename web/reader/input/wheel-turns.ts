/** Turning of a wheel, or two fingers on a touchpad: what was turned until now of one gesture. */
export interface WheelState {
  /** When it was last turned, in ms. */
  at: number;
  /** How far, in CSS pixels; onward is more than nought. */
  sum: number;
  /** The last step of it. */
  step: number;
  /** Whether the gesture did what it could: it scrolled, or turned a page. */
  spent: boolean;
}

export const IDLE: WheelState = { at: -Infinity, sum: 0, step: 0, spent: false };

/** A wheel that rested this long, in ms, begins a new gesture; touchpads roll on in shorter steps after the fingers left. */
const REST = 150;
/** So far, in CSS pixels, a page must be pushed to be turned. */
const ENOUGH = 30;
/** Steps of what rolls on become smaller; one this many times larger than the one before is a new push. */
const PUSH = 3;

/**
 * One more step of the wheel, and whether it turns a page: once for each gesture, and never in one that scrolled.
 *
 * `distance` is in CSS pixels, onward more than nought; `scrolls` says that the page itself still moves that way.
 */
export function wheelTurn(
  before: WheelState,
  { distance, at, scrolls }: { distance: number; at: number; scrolls: boolean },
): WheelState & { turn: 1 | -1 | null } {
  const step = Math.abs(distance);
  const anew =
    at - before.at > REST ||
    Math.sign(distance) === -Math.sign(before.sum) ||
    (before.spent && step > ENOUGH && step > before.step * PUSH);
  const sum = (anew ? 0 : before.sum) + distance;
  const spent = scrolls || (!anew && before.spent);
  const turns = !spent && Math.abs(sum) >= ENOUGH;
  return { at, sum, step, spent: spent || turns, turn: turns ? (sum > 0 ? 1 : -1) : null };
}
