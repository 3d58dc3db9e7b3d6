import { expect, test } from 'vitest';
import { sortBy } from './sort-by.ts';
import { findPlace, toSortedValues, valueAt } from './sorted-values.ts';

const LISTS = {
  none: [],
  one: [7],
  equal: Array.from({ length: 100 }, () => 5),
  shared: Array.from({ length: 1000 }, (_, index) => Math.floor(index / 50) * 70_000),
  distinct: Array.from({ length: 1000 }, (_, index) => index * 2_147_000),
  negative: [-400, -400, -3, 0, 12, 70_000],
};

test.each(Object.entries(LISTS))(
  'the place of every value is found, and the value of every place: %s',
  (_name, list) => {
    const values = toSortedValues(list);
    list.forEach((value, place) => {
      expect(valueAt(values, place)).toBe(value);
    });
    for (const wanted of [-Infinity, -401, -1, 0, 4, 5, 6, 69_999, 70_001, 2 ** 31, 2 ** 40, Infinity, 2.5, ...list]) {
      expect(findPlace(values, wanted), String(wanted)).toBe(list.filter((value) => value < wanted).length);
    }
  },
);

test('indices are sorted by keys of any size, and those that are equal stay in order', () => {
  const keys = Int32Array.from(
    { length: 5000 },
    (_, index) => Math.imul(index, 0x9e3779b1) >>> (index % 3 === 0 ? 1 : 24),
  );
  const order = Int32Array.from(keys.keys());
  sortBy(keys, order);
  expect(Array.from(order)).toEqual([...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || a - b));
});
