import { describe, expect, it } from 'vitest';
import { aheadOn, isNearEnd, pagesOfNext, pagesToPreload } from './preload.ts';

describe('the pages to fetch ahead', () => {
  it.each([
    ['the first page wants those after it', { first: 1, last: 1 }, 20, 4, [2, 3, 4, 5]],
    ['ahead comes before behind', { first: 8, last: 9 }, 20, 2, [10, 11, 7]],
    ['nothing past the end', { first: 19, last: 19 }, 20, 5, [20, 18]],
    ['the last page wants the one before it', { first: 20, last: 20 }, 20, 5, [19]],
    ['a comic of one page wants nothing', { first: 1, last: 1 }, 1, 5, []],
  ])('%s', (_name, view, total, ahead, expected) => {
    expect(pagesToPreload(view, total, ahead)).toEqual(expected);
  });

  it.each([
    ['nothing known of the connection', undefined, 5, 5],
    ['a fast one', { effectiveType: '4g', saveData: false }, 20, 20],
    ['a slow one', { effectiveType: '3g' }, 5, 2],
    ['a very slow one', { effectiveType: 'slow-2g' }, 5, 1],
    ['data is saved', { effectiveType: '4g', saveData: true }, 5, 1],
    ['one page was chosen', { effectiveType: '3g' }, 1, 1],
  ])('%s', (_name, connection, chosen, expected) => {
    expect(aheadOn(connection, chosen)).toBe(expected);
  });
});

describe('the next chapter', () => {
  it.each([
    [14, 20, false],
    [15, 20, true],
    [20, 20, true],
    [1, 3, true],
  ])('at page %i of %i: %s', (page, total, expected) => {
    expect(isNearEnd(page, total)).toBe(expected);
  });

  it('never takes more than is fetched ahead', () => {
    expect([pagesOfNext(1), pagesOfNext(5)]).toEqual([1, 2]);
  });
});
