import { describe, expect, it } from 'vitest';
import { figureTable, isMet, median, percentile, readable, table, type Figure } from './figures.ts';

const figure = (value: number, bound: Figure['bound']): Figure => ({
  name: 'one',
  value,
  unit: '×',
  limit: 2.5,
  bound,
});

describe('percentile', () => {
  it('is the least at 0, the most at 1, and between neighbours in proportion', () => {
    expect(percentile([3, 1, 2], 0)).toBe(1);
    expect(percentile([3, 1, 2], 1)).toBe(3);
    expect(percentile([10, 20], 0.95)).toBeCloseTo(19.5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('of nothing is no number', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('sorts by value and leaves the numbers as they were', () => {
    const numbers = [10, 9, 100];
    expect(median(numbers)).toBe(10);
    expect(numbers).toEqual([10, 9, 100]);
  });
});

describe('a figure', () => {
  it('is met up to its limit, the limit included', () => {
    expect(isMet(figure(2.5, 'most'))).toBe(true);
    expect(isMet(figure(2.51, 'most'))).toBe(false);
    expect(isMet(figure(2.5, 'least'))).toBe(true);
    expect(isMet(figure(2.49, 'least'))).toBe(false);
  });

  it('that could not be measured is missed', () => {
    expect(isMet(figure(NaN, 'most'))).toBe(false);
  });

  it('stands in a table with its limit', () => {
    expect(figureTable([figure(3, 'most')])).toContain('| one    |    3.0 × | ≤ 2.5 × | missed |');
  });
});

it('lays columns out, the first to the left', () => {
  expect(
    table(
      ['page', 'ms'],
      [
        ['latest', '1.2'],
        ['x', '12'],
      ],
    ),
  ).toBe('| page   |  ms |\n|--------|----:|\n| latest | 1.2 |\n| x      |  12 |');
});

it('writes numbers with the digits that say something', () => {
  expect([0.531, 7.44, 212.4].map(readable)).toEqual(['0.53', '7.4', '212']);
});
