import { expect, it } from 'vitest';
import { directoryLetters, orderedPlaces, type Ordering } from './directory-order.ts';

const directory = {
  ids: Int32Array.from([5, 3, 9, 1, 7]),
  letters: ['A', 'B'],
  letterFor: Uint16Array.from([0, 0, 0, 1, 1]),
  counts: { safe: Int32Array.from([2, 0, 4, 2, 1]), all: Int32Array.from([2, 3, 4, 2, 1]) },
};
const ids = (wanted: Partial<Ordering>) =>
  [...orderedPlaces(directory, { rating: 'all', hidden: [], sort: 'name', order: 'asc', ...wanted })].map(
    (at) => directory.ids[at],
  );

it('lists by name and by count, either way, what has comics and is not hidden', () => {
  expect(ids({})).toEqual([5, 3, 9, 1, 7]);
  expect(ids({ order: 'desc' })).toEqual([7, 1, 9, 3, 5]);
  expect(ids({ sort: 'comics_count', order: 'desc' })).toEqual([9, 3, 5, 1, 7]);
  expect(ids({ sort: 'comics_count' })).toEqual([7, 5, 1, 3, 9]);
  expect(ids({ rating: 'safe' })).toEqual([5, 9, 1, 7]);
  expect(ids({ sort: 'comics_count', order: 'desc', hidden: [9, 1, 2] })).toEqual([3, 5, 7]);
  expect(ids({})).toEqual([5, 3, 9, 1, 7]);
});

it('says where each letter begins in what is listed', () => {
  expect(
    directoryLetters(directory, orderedPlaces(directory, { rating: 'safe', hidden: [], sort: 'name', order: 'asc' })),
  ).toEqual([
    { letter: 'A', from: 1 },
    { letter: 'B', from: 3 },
  ]);
  expect(directoryLetters(directory, new Int32Array())).toEqual([]);
  expect(
    directoryLetters({ ...directory, letterFor: Uint16Array.from([0, 1, 0, 1, 0]) }, Int32Array.from([0, 1, 2, 3, 4])),
  ).toEqual([
    { letter: 'A', from: 1 },
    { letter: 'B', from: 2 },
  ]);
});
