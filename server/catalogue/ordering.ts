import type { Bitmap } from './bitmap.ts';

/** An order of things: the thing at each place, below 2^24, in three bytes. */
export interface Ordering { low: Uint16Array; high: Uint8Array }

export function orderingOf(things: ArrayLike<number>): Ordering {
  const low = new Uint16Array(things.length);
  const high = new Uint8Array(things.length);
  for (let place = 0; place < things.length; place += 1) {
    low[place] = things[place]!;
    high[place] = things[place]! >>> 16;
  }
  return { low, high };
}

/** The thing at a place. */
export function thingAt({ low, high }: Ordering, place: number): number {
  return low[place]! | high[place]! << 16;
}

/** Adds the things at the places from `from` to before `to` to a set. */
export function addThings({ low, high }: Ordering, from: number, to: number, bits: Bitmap): void {
  for (let place = from; place < to; place += 1) {
    const thing = low[place]! | high[place]! << 16;
    bits[thing >> 5]! |= 1 << (thing & 31);
  }
}

/**
 * The places of those things that are in a set, walking from a place on, round the end to the things before it.
 *
 * @param backwards the same way from its other end: from just before `first` down, round the beginning to `first`.
 * @param skip so many of the set are passed over, the next `take` are given.
 */
export function walk({ low, high }: Ordering, bits: Bitmap, way: { first: number; backwards: boolean; skip: number; take: number }): number[] {
  const { length } = low;
  const found: number[] = [];
  const step = way.backwards ? -1 : 1;
  const enter = way.backwards ? length - 1 : 0;
  let { skip } = way;
  let place = way.backwards ? way.first - 1 : way.first;
  for (let left = length; left > 0 && found.length < way.take; left -= 1) {
    if (place < 0 || place >= length) { place = enter; }
    const thing = low[place]! | high[place]! << 16;
    if ((bits[thing >> 5]! >>> (thing & 31) & 1) === 1) {
      if (skip > 0) { skip -= 1; } else { found.push(place); }
    }
    place += step;
  }
  return found;
}
