import { describe, expect, it } from 'vitest';
import { isNearEnd, pagesToPreload } from './preload.ts';

describe('the pages to fetch ahead', () => {
  it.each([
    ['the first page wants the four after it', { first: 1, last: 1 }, 20, [2, 3, 4, 5]],
    ['ahead comes before behind', { first: 8, last: 9 }, 20, [10, 11, 12, 13, 7]],
    ['nothing past the end', { first: 19, last: 19 }, 20, [20, 18]],
    ['the last page wants the one before it', { first: 20, last: 20 }, 20, [19]],
    ['a comic of one page wants nothing', { first: 1, last: 1 }, 1, []],
  ])('%s', (_name, view, total, expected) => {
    expect(pagesToPreload(view, total)).toEqual(expected);
  });
});

describe('the next chapter', () => {
  it.each([
    [15, 20, false], [16, 20, true], [20, 20, true], [1, 3, true],
  ])('at page %i of %i: %s', (page, total, expected) => {
    expect(isNearEnd(page, total)).toBe(expected);
  });
});
