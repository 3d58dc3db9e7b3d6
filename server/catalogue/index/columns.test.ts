import { describe, expect, it } from 'vitest';
import { emptyBitmap, placesBetween } from './bitmap.ts';
import { addWithin, toColumn } from './columns.ts';

/** The largest number of each, and a range about it. */
const WIDTHS = [
  ['none', 7],
  ['one byte', 200],
  ['two bytes', 60_000],
  ['four bytes', 2_000_000_000],
] as const;

describe('a column of numbers', () => {
  it.each(WIDTHS)('of %s gives the places within a range, as counted one by one', (name, most) => {
    const least = -3;
    // Neither a multiple of 32 nor less than one word.
    const values = Int32Array.from({ length: 1_003 }, (_, at) =>
      name === 'none' ? most : least + ((at * 7_919 + 13) % (most - least + 1)),
    );
    const column = toColumn(values);
    for (const [min, max] of [
      [-Infinity, Infinity],
      [1, Infinity],
      [-Infinity, most / 2],
      [most / 4, most / 2],
      [least, least],
      [most, most],
      [most + 1, Infinity],
      [-Infinity, least - 1],
      [5, 4],
    ] as const) {
      const bits = emptyBitmap(values.length);
      addWithin(column, values.length, min, max, bits);
      const expected = [...values.keys()].filter((at) => values[at]! >= min && values[at]! <= max);
      expect([...placesBetween(bits, 0, expected.length + 1)], `${min} to ${max}`).toEqual(expected);
    }
  });
});
