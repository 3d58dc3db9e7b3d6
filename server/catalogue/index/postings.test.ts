import { expect, test } from 'vitest';
import { countBits, emptyBitmap, placesBetween, setRange } from './bitmap.ts';
import { Postings } from './postings.ts';
import { buildPostings, PostingsBuilder } from './postings-builder.ts';

/** Lists below a million that are short, long, even, crowded at an end, and far apart. */
const LISTS = [
  [],
  [0],
  [999_999],
  [0, 999_999],
  [5, 6, 7, 8, 9, 999_998],
  Array.from({ length: 50_000 }, (_, index) => index),
  Array.from({ length: 50_000 }, (_, index) => 950_000 + index),
  Array.from({ length: 60_000 }, (_, index) => index * 16 + (index % 5)),
  Array.from({ length: 300 }, (_, index) => index * 3_000 + (index % 7)),
  [...Array.from({ length: 300 }, (_, index) => index), 65_834, 65_835, 131_371, 999_999],
  Array.from({ length: 3_900 }, (_, index) => index * 255 + (index % 2)),
  Array.from({ length: 3_921 }, (_, index) => index * 255),
  [...Array.from({ length: 40_000 }, (_, index) => index), 700_000, 999_999],
  Array.from({ length: 300_000 }, (_, index) => index * 3),
  Array.from({ length: 1000 }, (_, index) => index * index),
  [123_456],
];

test('a list comes out as it went in, whatever its gaps', () => {
  const builder = new PostingsBuilder(1_000_000, LISTS.length);
  for (const list of LISTS) {
    builder.add(Int32Array.from(list));
  }
  const postings = new Postings(structuredClone(builder.finish()));
  const half = emptyBitmap(1_000_000);
  setRange(half, 0, 500_000);
  LISTS.forEach((list, index) => {
    expect(Array.from(postings.placesFor(index))).toEqual(list);
    const bits = emptyBitmap(1_000_000);
    postings.addTo(index, bits);
    expect(placesBetween(bits, 0, Infinity)).toEqual(list);
    expect(postings.countIn(index, half)).toBe(list.filter((place) => place < 500_000).length);
    expect(countBits(bits)).toBe(list.length);
  });
  expect(postings.bitmap(13)).not.toBeNull();
  expect(postings.bitmap(7)).toBeNull();
});

test('a thing that a row has twice is there once, in the order of places', () => {
  const rows = [[0, 2, 2], [], [2, 1], [0]];
  const lists = { at: (row: number) => Int32Array.from(rows[row]!) };
  for (const atOnce of [1, 3, 100]) {
    const postings = new Postings(buildPostings(4, Int32Array.from([3, 2, 1, 0]), lists, (thing) => thing, atOnce));
    expect([0, 1, 2, 3].map((thing) => Array.from(postings.placesFor(thing)))).toEqual([[0, 3], [1], [1, 3], []]);
  }
});
