import { expect, it } from 'vitest';
import { labelPlaces, plotLines, ticksUpTo } from './chart-scale.ts';

it('the lines of a scale stand at round numbers and reach what is shown', () => {
  expect(ticksUpTo(0)).toEqual([0, 1]);
  expect(ticksUpTo(3)).toEqual([0, 1, 2, 3]);
  expect(ticksUpTo(97)).toEqual([0, 50, 100]);
  expect(ticksUpTo(1_234)).toEqual([0, 500, 1000, 1500]);
  for (const most of [1, 7, 19, 333, 98_765, 1e9]) {
    expect(ticksUpTo(most).at(-1)).toBeGreaterThanOrEqual(most);
  }
});

it('labels are spread evenly, with the first and the last', () => {
  expect(labelPlaces(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelPlaces(30, 4)).toEqual([0, 10, 19, 29]);
});

it('a line ends where nothing is known', () => {
  expect(plotLines([null, 1, 2, null, 0])).toEqual([[1, 2], [4]]);
});
