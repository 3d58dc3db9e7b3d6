import { intersectionCount, intersect, invert, placesBetween, setBit, type Bitmap } from './bitmap.ts';
import { NearOrder, type NearOrderData } from './near-order.ts';
import { Postings, type PostingsData } from './postings.ts';
import { PostingsBuilder } from './postings-builder.ts';
import { sortBy } from './sort-by.ts';
import { firstNotBelow, findPlace, toSortedValues, valueAt, type SortedValuesData } from './sorted-values.ts';
import { packThings, type Stretch, type Things } from './things.ts';

/**
 * An order of things: where values are shared by many, the things of each value by id (their ranks by id); else the
 * thing at each place in three bytes. Things are below 2^24.
 */
export interface OrderData extends Things {
  /** The values they are sorted by; null where nobody asks for it. */
  values: SortedValuesData | null;
  groups: PostingsData | null;
}

/** The order of things as they are listed. */
export function toPlainOrder(things: Int32Array): OrderData {
  return { ...packThings(things), values: null, groups: null };
}

/** Things from 0 on by their keys, of equal ones the last first: an order without values. */
export function orderByKey(keys: Uint8Array): OrderData {
  const things = Int32Array.from({ length: keys.length }, (_, at) => keys.length - 1 - at);
  sortBy(Int32Array.from(keys), things);
  return toPlainOrder(things);
}

/**
 * The order of things by their values, then by id.
 *
 * @param values of each thing, from 0.
 * @param byId all things by id. @param members those of them to order, by id.
 */
export function orderByValue(values: Int32Array, byId: Int32Array, members = byId): OrderData {
  const things = members.slice();
  sortBy(values, things);
  const sorted = toSortedValues(things.map((thing) => values[thing]!));
  const { starts } = sorted;
  if (starts.length === 0) return { ...toPlainOrder(things), values: sorted };
  const rankByThing = new Int32Array(byId.length);
  byId.forEach((thing, rank) => {
    rankByThing[thing] = rank;
  });
  const ranks = things.map((thing) => rankByThing[thing]!);
  const groups = new PostingsBuilder(byId.length, starts.length);
  starts.forEach((start, group) => {
    groups.add(ranks.subarray(start, starts[group + 1]));
  });
  return { low: new Uint16Array(), high: new Uint8Array(), values: sorted, groups: groups.finish() };
}

/** How to walk an order: from a place on, round the end to what is before it; or `backwards` the same way from its end. */
export interface Way {
  first: number;
  backwards: boolean;
  /** So many of the set are passed over, the next `take` are visited. */
  skip: number;
  take: number;
}

/** How many of a set stand before each of some places of an order: from 0 on, and its end. It stays true of that set only. */
export interface Landmarks {
  places: Uint32Array;
  before: Uint32Array;
}

/** Reads an order. */
export class Order {
  private readonly data: OrderData;
  private readonly byId: Int32Array;
  private readonly groups: Postings | null;
  private readonly whole: Stretch;
  private readonly near: NearOrder | null;

  /**
   * @param byId the things by id; empty where they are numbered so.
   * @param near where it is given, the order is this one and `data`, without values, its base.
   */
  constructor(data: OrderData, byId: Int32Array, near: NearOrderData | null = null) {
    const { low, high, groups } = data;
    this.data = data;
    this.byId = byId;
    this.groups = groups && new Postings(groups);
    this.whole = { low, high, from: 0, to: low.length };
    this.near = near && new NearOrder(data, near);
  }

  /** Visits things of a set in order, each with its place or, where many share a value, the first place of that value. */
  walk(bits: Bitmap, way: Way, visit: (thing: number, place: number) => void): void {
    if (this.groups) {
      this.walkGroups(this.groups, bits, way, visit);
    } else {
      this.walkPlaces(bits, way, visit);
    }
  }

  /** The first things of a set in order, at most `most`. */
  first(bits: Bitmap, most: number): number[] {
    const things: number[] = [];
    this.walk(bits, { first: 0, backwards: false, skip: 0, take: most }, (thing) => {
      things.push(thing);
    });
    return things;
  }

  /** Landmarks at least `apart` places from one another, never between things that share a value. They cost a whole walk. */
  landmarks(bits: Bitmap, apart: number): Landmarks {
    const { length, starts } = this.groups ? this.data.values! : { length: this.data.low.length, starts: null };
    const places = [0];
    if (starts) {
      for (const start of starts) {
        if (start >= places.at(-1)! + apart) {
          places.push(start);
        }
      }
    } else {
      for (let place = apart; place < length; place += apart) {
        places.push(place);
      }
    }
    places.push(length);
    const before = [0];
    for (let at = 1; at < places.length; at += 1) {
      before.push(before.at(-1)! + this.count(bits, places[at - 1]!, places[at]!));
    }
    return { places: Uint32Array.from(places), before: Uint32Array.from(before) };
  }

  /** A way to the same things that begins at a landmark near to them: less is passed over. The set has more than `skip`. */
  shortened(bits: Bitmap, way: Way, { places, before }: Landmarks): Way {
    const { first, backwards, take } = way;
    const near = firstNotBelow(places, first + 1) - 1;
    const total = before.at(-1)!;
    const passed = before[near]! + this.count(bits, places[near]!, first) + (backwards ? -way.skip : way.skip);
    if (backwards) {
      const rank = passed <= 0 ? passed + total : passed;
      const at = firstNotBelow(before, rank);
      return { first: places[at]!, backwards, take, skip: before[at]! - rank };
    }
    const rank = passed >= total ? passed - total : passed;
    const at = firstNotBelow(before, rank + 1) - 1;
    return { first: places[at]!, backwards, take, skip: rank - before[at]! };
  }

  /** The value at a place. @throws where the order has none. */
  valueAt(place: number): number {
    return valueAt(this.data.values!, place);
  }

  /** The place where the things with a value, or a larger one, begin. @throws where the order has none. */
  placeFor(value: number): number {
    return findPlace(this.data.values!, value);
  }

  /** Adds the things whose value is from `min` to `max` to an empty set. */
  addBetween(min: number, max: number, bits: Bitmap): void {
    const values = this.data.values!;
    const { length } = values;
    const from = findPlace(values, min);
    const to = Math.max(from, findPlace(values, max + 1));
    if (to - from <= length / 2) {
      this.add(from, to, bits);
      return;
    }
    this.add(0, from, bits);
    this.add(to, length, bits);
    invert(bits, length);
  }

  private walkPlaces(bits: Bitmap, way: Way, visit: (thing: number, place: number) => void): void {
    const { length } = this.data.low;
    const step = way.backwards ? -1 : 1;
    let { skip, take } = way;
    let place = way.backwards ? way.first - 1 : way.first;
    for (let left = length; left > 0 && take > 0;) {
      if (place < 0 || place >= length) {
        place = way.backwards ? length - 1 : 0;
      }
      const { low, high, from, to } = this.stretchAt(place);
      let within = Math.min(left, way.backwards ? place - from + 1 : to - place);
      let at = place - from;
      left -= within;
      place += step * within;
      // Passed over by counting alone: a branch for each would be guessed wrong every third time.
      for (; within > 0 && skip > 0; within -= 1, at += step) {
        const thing = low[at]! | (high[at]! << 16);
        skip -= (bits[thing >> 5]! >>> (thing & 31)) & 1;
      }
      for (; within > 0 && take > 0; within -= 1, at += step) {
        const thing = low[at]! | (high[at]! << 16);
        if (((bits[thing >> 5]! >>> (thing & 31)) & 1) === 1) {
          visit(thing, from + at);
          take -= 1;
        }
      }
    }
  }

  /** The things around a place, until others are asked for. */
  private stretchAt(place: number): Stretch {
    return this.near === null ? this.whole : this.near.stretchAt(place);
  }

  private walkGroups(groups: Postings, bits: Bitmap, way: Way, visit: (thing: number, place: number) => void): void {
    const { byId } = this;
    const { starts } = this.data.values!;
    const step = way.backwards ? -1 : 1;
    let { skip, take } = way;
    let group = firstNotBelow(starts, way.first) - (way.backwards ? 1 : 0);
    for (let left = starts.length; left > 0 && take > 0; left -= 1, group += step) {
      if (group < 0 || group >= starts.length) {
        group = way.backwards ? starts.length - 1 : 0;
      }
      const long = groups.bitmap(group);
      if (long && byId.length === 0) {
        const common = intersectionCount(long, bits);
        if (skip < common) {
          const end = Math.min(common, skip + take);
          const things = longBetween(
            long,
            bits,
            way.backwards ? common - end : skip,
            way.backwards ? common - skip : end,
          );
          if (way.backwards) {
            things.reverse();
          }
          for (const thing of things) {
            visit(thing, starts[group]!);
          }
          take -= things.length;
        }
        skip = Math.max(0, skip - common);
        continue;
      }
      const ranks = groups.placesFor(group);
      const { length } = ranks;
      for (let at = way.backwards ? length - 1 : 0; at >= 0 && at < length && take > 0; at += step) {
        const thing = byId.length === 0 ? ranks[at]! : byId[ranks[at]!]!;
        if (((bits[thing >> 5]! >>> (thing & 31)) & 1) === 0) continue;
        if (skip > 0) {
          skip -= 1;
        } else {
          visit(thing, starts[group]!);
          take -= 1;
        }
      }
    }
  }

  /** How many of a set stand at the places from `from` to before `to`; where values are shared they begin and end with one. */
  private count(bits: Bitmap, from: number, to: number): number {
    const { byId, groups } = this;
    const { values } = this.data;
    let count = 0;
    const look = (thing: number) => {
      count += (bits[thing >> 5]! >>> (thing & 31)) & 1;
    };
    if (!groups) {
      for (let place = from; place < to;) {
        const { low, high, from: first, to: end } = this.stretchAt(place);
        for (; place < Math.min(to, end); place += 1) {
          look(low[place - first]! | (high[place - first]! << 16));
        }
      }
      return count;
    }
    const last = firstNotBelow(values!.starts, to);
    for (let group = firstNotBelow(values!.starts, from); group < last; group += 1) {
      if (byId.length === 0) {
        count += groups.countIn(group, bits);
      } else {
        groups.placesFor(group).forEach((rank) => {
          look(byId[rank]!);
        });
      }
    }
    return count;
  }

  /** Adds the things at the places from `from` to before `to`; they begin and end with a value. */
  private add(from: number, to: number, bits: Bitmap): void {
    const { low, high, values } = this.data;
    if (!this.groups) {
      for (let place = from; place < to; place += 1) {
        setBit(bits, low[place]! | (high[place]! << 16));
      }
      return;
    }
    const { starts } = values!;
    const last = firstNotBelow(starts, to);
    for (let group = firstNotBelow(starts, from); group < last; group += 1) {
      if (this.byId.length === 0) {
        this.groups.addTo(group, bits);
      } else {
        for (const rank of this.groups.placesFor(group)) {
          setBit(bits, this.byId[rank]!);
        }
      }
    }
  }
}

/** The intersection of two sets, from the `from`-th to before the `to`-th. */
function longBetween(long: Bitmap, bits: Bitmap, from: number, to: number): number[] {
  const common = long.slice();
  intersect(common, bits);
  return placesBetween(common, from, to);
}
