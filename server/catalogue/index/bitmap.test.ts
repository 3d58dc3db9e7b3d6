import { expect, test } from 'vitest';
import {
  clearBit,
  countBits,
  intersectionCount,
  emptyBitmap,
  hasBit,
  intersect,
  invert,
  placesBetween,
  placesFromEnd,
  setBit,
  setRange,
  difference,
  union,
} from './bitmap.ts';

function makeBitmap(size: number, places: readonly number[]) {
  const bits = emptyBitmap(size);
  for (const place of places) {
    setBit(bits, place);
  }
  return bits;
}

const placesFor = (bits: Int32Array) => placesBetween(bits, 0, Infinity);

test('a range fills words from any place to any place', () => {
  for (const [from, to] of [
    [0, 0],
    [5, 5],
    [0, 1],
    [31, 32],
    [31, 33],
    [0, 32],
    [32, 64],
    [3, 99],
    [64, 100],
    [7, 3],
  ] as const) {
    const bits = emptyBitmap(100);
    setRange(bits, from, to);
    expect(placesFor(bits)).toEqual(
      Array.from({ length: 100 }, (_, place) => place).filter((place) => place >= from && place < to),
    );
  }
});

test('what is not in a set ends with the last place', () => {
  for (const size of [0, 1, 31, 32, 33, 64, 100]) {
    const bits = emptyBitmap(size);
    invert(bits, size);
    expect(countBits(bits)).toBe(size);
    invert(bits, size);
    expect(countBits(bits)).toBe(0);
  }
});

test('sets are put together, cut and counted', () => {
  const even = makeBitmap(70, [0, 2, 31, 32, 64, 69]);
  const other = makeBitmap(70, [2, 3, 31, 69]);
  expect(intersectionCount(even, other)).toBe(3);
  const both = even.slice();
  intersect(both, other);
  expect(placesFor(both)).toEqual([2, 31, 69]);
  const either = even.slice();
  union(either, other);
  expect(placesFor(either)).toEqual([0, 2, 3, 31, 32, 64, 69]);
  difference(either, other);
  expect(placesFor(either)).toEqual([0, 32, 64]);
  clearBit(either, 32);
  expect([hasBit(either, 32), hasBit(either, 64)]).toEqual([false, true]);
});

test('a page of a set is found by rank', () => {
  const places = Array.from({ length: 300 }, (_, index) => (index * 7) % 2048).sort((a, b) => a - b);
  const bits = makeBitmap(2048, places);
  for (const [from, to] of [
    [0, 10],
    [31, 33],
    [290, 400],
    [300, 310],
    [0, 0],
    [5, 2],
  ] as const) {
    expect(placesBetween(bits, from, to)).toEqual(places.slice(from, Math.max(from, to)));
    expect(placesFromEnd(bits, from, to)).toEqual(places.toReversed().slice(from, Math.max(from, to)));
  }
});

test('sets of any density and length are counted', () => {
  for (const size of [1, 31, 32, 96, 100, 129, 1000, 5000]) {
    for (const apart of [1, 2, 3, 5, 37]) {
      const places = Array.from({ length: size }, (_, place) => place).filter((place) => place % apart === 0);
      const bits = makeBitmap(size, places);
      expect(countBits(bits)).toBe(places.length);
      expect(
        intersectionCount(
          bits,
          makeBitmap(
            size,
            places.filter((place) => place % 2 === 0),
          ),
        ),
      ).toBe(places.filter((place) => place % 2 === 0).length);
    }
  }
});
