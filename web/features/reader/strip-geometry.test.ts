import { describe, expect, it } from 'vitest';
import { isAtEnd, lastInView, percentOf, placeAt, scrollTo, type Part } from './strip-geometry.ts';

/** Three parts of 1000, 3000 and 500 px one after the other. */
const parts: Part[] = [{ start: 0, size: 1000 }, { start: 1000, size: 3000 }, { start: 4000, size: 500 }];
const view = 800;

describe('the page under the eye', () => {
  it.each([
    ['the beginning', 0, { page: 1, offset: 0 }],
    ['within the first', 260, { page: 1, offset: 0.5 }],
    ['in a long page', 2260, { page: 2, offset: 0.5 }],
    ['the last', 3800, { page: 3, offset: 0.08 }],
    ['past the end', 9000, { page: 3, offset: 1 }],
    ['before the beginning (a bouncing screen)', -50, { page: 1, offset: 0 }],
  ])('%s', (_name, scroll, expected) => {
    expect(placeAt(parts, { scroll, view })).toEqual(expected);
  });

  it('is the first page at the beginning even where it is shorter than the eye is high', () => {
    expect(placeAt([{ start: 0, size: 50 }, { start: 50, size: 50 }], { scroll: 0, view }).page).toBe(1);
  });
});

describe('scrolling to a place', () => {
  it('puts the beginning of a page at the top', () => {
    expect(scrollTo(parts, { page: 2, offset: 0 }, view)).toBe(1000);
  });

  it.each([260, 1500, 2260, 3300])('comes back to where it was: %i px', (scroll) => {
    expect(scrollTo(parts, placeAt(parts, { scroll, view }), view)).toBeCloseTo(scroll, 6);
  });

  it('keeps the row under the eye when everything is half as wide', () => {
    const halves = parts.map(({ start, size }) => ({ start: start / 2, size: size / 2 }));
    const place = placeAt(parts, { scroll: 2260, view });
    expect(placeAt(halves, { scroll: scrollTo(halves, place, view), view })).toEqual(place);
  });

  it('stops at the last page there is', () => {
    expect(scrollTo(parts, { page: 9, offset: 0 }, view)).toBe(4000);
  });
});

describe('how far it was read', () => {
  it.each([[0, 1], [199, 1], [201, 2], [3200, 2], [3201, 3], [3700, 3]])('scrolled %i px, page %i is in view', (scroll, page) => {
    expect(lastInView(parts, { scroll, view })).toBe(page);
  });

  it.each([[0, false], [3400, false], [3450, true], [3700, true]])('scrolled %i px, at the end: %s', (scroll, expected) => {
    expect(isAtEnd(parts, { scroll, view })).toBe(expected);
  });

  it.each([[0, 0], [1850, 50], [3700, 100], [4000, 100]])('scrolled %i px is %i percent', (scroll, percent) => {
    expect(percentOf({ scroll, view }, 4500)).toBe(percent);
  });
});
