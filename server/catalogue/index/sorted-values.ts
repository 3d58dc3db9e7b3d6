/**
 * The values of things that stand in ascending order: distinct ones with the place where each begins where many share
 * one, else one a place. A value is `base` and 16 low bits; `highs` tells where each run of 65,536 begins.
 */
export interface SortedValuesData {
  length: number;
  base: number;
  highs: Uint32Array;
  lows: Uint16Array;
  /** The place where each distinct value begins; empty where there is a value for each place. */
  starts: Uint32Array;
}

/** Values are kept once each where so many things share one on average. */
const SHARED = 12;

/** @param values ascending whole numbers, of a span below 2^32. */
export function toSortedValues(values: ArrayLike<number>): SortedValuesData {
  const { length } = values;
  const base = length > 0 ? values[0]! : 0;
  let distinct = 0;
  for (let place = 0; place < length; place += 1) {
    distinct += place === 0 || values[place] !== values[place - 1] ? 1 : 0;
  }
  const grouped = distinct * SHARED <= length;
  const size = grouped ? distinct : length;
  const lows = new Uint16Array(size);
  const starts = new Uint32Array(grouped ? distinct : 0);
  const highs = new Uint32Array(length === 0 ? 1 : Math.floor((values[length - 1]! - base) / 0x10000) + 2);
  let at = 0;
  for (let place = 0; place < length; place += 1) {
    if (grouped && place > 0 && values[place] === values[place - 1]) continue;
    const value = values[place]! - base;
    lows[at] = value % 0x10000;
    highs[Math.floor(value / 0x10000) + 1]! += 1;
    if (grouped) {
      starts[at] = place;
    }
    at += 1;
  }
  for (let high = 1; high < highs.length; high += 1) {
    highs[high]! += highs[high - 1]!;
  }
  return { length, base, highs, lows, starts };
}

/** How many values are below this one: the place where it begins, or would. */
export function findPlace({ length, base, highs, lows, starts }: SortedValuesData, wanted: number): number {
  const value = Math.ceil(wanted) - base;
  if (value <= 0) return 0;
  const high = Math.floor(value / 0x10000);
  if (high >= highs.length - 1) return length;
  const at = firstNotBelow(lows, value % 0x10000, highs[high]!, highs[high + 1]!);
  return starts.length === 0 ? at : at < starts.length ? starts[at]! : length;
}

/** The value at a place below `length`. */
export function valueAt({ base, highs, lows, starts }: SortedValuesData, place: number): number {
  const at = starts.length === 0 ? place : firstNotBelow(starts, place + 1) - 1;
  const high = firstNotBelow(highs, at + 1) - 1;
  return base + high * 0x10000 + lows[at]!;
}

/** The first index in [from, to) of an ascending list whose value is not below `wanted`, or `to`. */
export function firstNotBelow(
  list: { readonly [index: number]: number; readonly length: number },
  wanted: number,
  from = 0,
  to = list.length,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
