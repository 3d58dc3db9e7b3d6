import { describe, expect, it } from 'vitest';
import { pageWindow } from './page-window.ts';

describe('pageWindow', () => {
  it('lies around the page', () => {
    expect(pageWindow(10, 51, 5)).toEqual([8, 9, 10, 11, 12]);
    expect(pageWindow(10, 51, 3)).toEqual([9, 10, 11]);
  });

  it('never goes below the first page', () => {
    expect(pageWindow(1, 51, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindow(2, 51, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindow(-4, 51, 3)).toEqual([1, 2, 3]);
  });

  it('never goes above the last page', () => {
    expect(pageWindow(51, 51, 5)).toEqual([47, 48, 49, 50, 51]);
    expect(pageWindow(99, 51, 3)).toEqual([49, 50, 51]);
  });

  it('is as short as the list', () => {
    expect(pageWindow(1, 1, 5)).toEqual([1]);
    expect(pageWindow(2, 3, 5)).toEqual([1, 2, 3]);
    expect(pageWindow(1, 0, 5)).toEqual([1]);
  });

  it('holds every page it is made for', () => {
    for (let last = 1; last < 12; last += 1) {
      for (let page = 1; page <= last; page += 1) {
        const shown = pageWindow(page, last, 5);
        expect(shown).toContain(page);
        expect(shown).toHaveLength(Math.min(5, last));
      }
    }
  });
});
