/** Milliseconds in which an empty bucket fills. */
export const WINDOW = 60_000;
/** The error that sums of parts of a minute may have, in milliseconds. */
const ROUNDING = 0.001;

/**
 * Takes tokens out of a bucket that holds `perMinute` of them and fills evenly within a minute. All that is known of a
 * bucket is when it is full again.
 *
 * @param fullAt milliseconds since 1970; whatever has passed means that it is full, and whatever is further ahead than
 * `furthest` milliseconds (a clock was set back) that it is not.
 * @param cost tokens; as many as the bucket holds where it holds fewer.
 * @returns when it is full now, and null; where too few are in it the same as before, and whole seconds (1 to 60; more where it
 * was taken more from than it holds) until there are enough.
 */
export function spend(
  fullAt: number,
  now: number,
  cost: number,
  perMinute: number,
  furthest = WINDOW,
): { fullAt: number; wait: number | null } {
  const before = Math.min(Math.max(fullAt, now), now + furthest);
  const after = before + (WINDOW / perMinute) * Math.min(cost, perMinute);
  const over = after - now - WINDOW;
  return over > ROUNDING
    ? { fullAt: before, wait: Math.max(1, Math.ceil(over / 1000)) }
    : { fullAt: after, wait: null };
}
