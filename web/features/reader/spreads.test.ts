import { describe, expect, it } from 'vitest';
import { spreadIndex, spreadsOf, type PageSize } from './spreads.ts';

const tall: PageSize = { width: 1000, height: 1500 };
const wide: PageSize = { width: 2000, height: 1500 };
const pages = (shape: string) => shape.split('').map((letter) => (letter === 'w' ? wide : tall));

describe('the pages shown together', () => {
  it.each([
    ['nothing', '', []],
    ['a cover alone', 't', [[1]]],
    ['the cover alone, then pairs', 'ttttt', [[1], [2, 3], [4, 5]]],
    ['a last page without a partner', 'tttt', [[1], [2, 3], [4]]],
    ['a wide page alone, pairs afresh after it', 'tttwtttt', [[1], [2, 3], [4], [5, 6], [7, 8]]],
    ['a page before a wide one keeps to itself', 'ttwtt', [[1], [2], [3], [4, 5]]],
    ['a wide cover', 'wttt', [[1], [2, 3], [4]]],
    ['wide pages only', 'www', [[1], [2], [3]]],
  ])('%s', (_name, shape, expected) => {
    expect(spreadsOf(pages(shape), { pairs: true })).toEqual(expected);
  });

  it('pairs the cover too when shifted', () => {
    expect(spreadsOf(pages('ttttt'), { pairs: true, shift: true })).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('shows every page alone without pairs', () => {
    expect(spreadsOf(pages('twt'), { pairs: false, shift: true })).toEqual([[1], [2], [3]]);
  });
});

describe('the spread of a page', () => {
  const spreads = spreadsOf(pages('ttttt'), { pairs: true });

  it.each([
    [1, 0], [2, 1], [3, 1], [5, 2],
    [0, 0], [99, 2],
  ])('page %i is in spread %i', (page, index) => {
    expect(spreadIndex(spreads, page)).toBe(index);
  });

  it('is the first where there are no pages', () => {
    expect(spreadIndex([], 3)).toBe(0);
  });
});
