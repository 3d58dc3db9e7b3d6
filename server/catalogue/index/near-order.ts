import { emptyBitmap, hasBit, setBit, type Bitmap } from './bitmap.ts';
import { PackedInts } from './packed-ints.ts';
import { packThings, type Stretch, type Things } from './things.ts';

/**
 * An order of the same things as another one, its base, that differs from it little: the most things that stand in both in the same
 * order are those of the base, the others are moved.
 */
export interface NearOrderData {
  /** The things that are moved, as they stand here. */
  moved: Things;
  /** The places where one of them stands here; at every other one stands what comes next in the base. */
  here: Bitmap;
  /** The places where one of them stands in the base. */
  there: Bitmap;
  /** Where every 4096 places begin: how many of the moved ones stand before, and up to which place the base was gone through. */
  movedBefore: Uint32Array;
  baseBefore: Uint32Array;
}

/** Places that are put together at a time. */
const STRETCH = 4096;

/** @param base things from 0 on, each once. @param things the same ones. */
export function toNearOrder(base: Int32Array, things: Int32Array): NearOrderData {
  const { length } = things;
  const placeInBase = new Int32Array(length);
  base.forEach((thing, place) => {
    placeInBase[thing] = place;
  });
  const stays = longestAscent(things.map((thing) => placeInBase[thing]!));
  const moved = new PackedInts();
  const [here, there] = [emptyBitmap(length), emptyBitmap(length)];
  const [movedBefore, baseBefore] = [1, 2].map(() => new Uint32Array(Math.ceil(length / STRETCH)));
  let next = 0;
  things.forEach((thing, place) => {
    if (place % STRETCH === 0) {
      movedBefore![place / STRETCH] = moved.length;
      baseBefore![place / STRETCH] = next;
    }
    if (hasBit(stays, place)) {
      next = placeInBase[thing]! + 1;
    } else {
      moved.push(thing);
      setBit(here, place);
      setBit(there, placeInBase[thing]!);
    }
  });
  return { moved: packThings(moved.values()), here, there, movedBefore: movedBefore!, baseBefore: baseBefore! };
}

/** Reads an order that is near to another one. */
export class NearOrder {
  private readonly base: Things;
  private readonly data: NearOrderData;
  private readonly low = new Uint16Array(STRETCH);
  private readonly high = new Uint8Array(STRETCH);
  /** Where what was put together last begins. */
  private from = -1;

  constructor(base: Things, data: NearOrderData) {
    this.base = base;
    this.data = data;
  }

  /** The stretch that a place is in; it stays as it is until another one is asked for. */
  stretchAt(place: number): Stretch {
    const { base, low, high } = this;
    const from = place - (place % STRETCH);
    const to = Math.min(from + STRETCH, base.low.length);
    if (from !== this.from) {
      this.from = from;
      this.putTogether(from, to);
    }
    return { low, high, from, to };
  }

  private putTogether(from: number, to: number): void {
    const { base, low, high } = this;
    const { moved, here, there, movedBefore, baseBefore } = this.data;
    let next = movedBefore[from / STRETCH]!;
    let inBase = baseBefore[from / STRETCH]!;
    for (let place = from; place < to; place += 1) {
      if (hasBit(here, place)) {
        low[place - from] = moved.low[next]!;
        high[place - from] = moved.high[next]!;
        next += 1;
        continue;
      }
      while (hasBit(there, inBase)) {
        inBase += 1;
      }
      low[place - from] = base.low[inBase]!;
      high[place - from] = base.high[inBase]!;
      inBase += 1;
    }
  }
}

/** The places of as many values as ascend. @param values none twice. */
function longestAscent(values: Int32Array): Bitmap {
  /** Of the ascents of each length, from 1 on, the place where the one with the lowest end has it; and what comes before a place in its ascent. */
  const ends = new Int32Array(values.length);
  const before = new Int32Array(values.length);
  let length = 0;
  values.forEach((value, place) => {
    let at = length;
    // Most values are above all before them.
    if (length > 0 && values[ends[length - 1]!]! > value) {
      for (let low = 0; low < at;) {
        const middle = (low + at) >>> 1;
        if (values[ends[middle]!]! < value) {
          low = middle + 1;
        } else {
          at = middle;
        }
      }
    }
    before[place] = at === 0 ? -1 : ends[at - 1]!;
    ends[at] = place;
    length = Math.max(length, at + 1);
  });
  const places = emptyBitmap(values.length);
  for (let place = length === 0 ? -1 : ends[length - 1]!; place >= 0; place = before[place]!) {
    setBit(places, place);
  }
  return places;
}
