import { describe, expect, it } from 'vitest';
import {
  nearestEdge,
  isAtEnd,
  lastInView,
  layOut,
  stripLength,
  nearView,
  partAt,
  readPercent,
  placeAt,
  scrollTo,
  type Part,
  type StripItem,
  type StripStyle,
} from './strip-geometry.ts';

const part = (start: number, size: number, more: Partial<Part> = {}): Part => ({
  start,
  size,
  across: 800,
  from: 0,
  to: 1,
  ...more,
});
/** Three parts of 1000, 3000 and 500 px one after the other. */
const parts = [part(0, 1000), part(1000, 3000), part(4000, 500)];
const all = { base: 0, count: 3 };
const view = 800;
const page = (width: number, height: number, more: Partial<StripItem> = {}): StripItem => ({
  width,
  height,
  from: 0,
  to: 1,
  ...more,
});
const style = (more: Partial<StripStyle> = {}): StripStyle => ({
  layout: 'vertical',
  fit: 'screen',
  gap: 0,
  padding: 0,
  ...more,
});

describe('laying out down the screen', () => {
  const box = { width: 1440, height: 900 };
  const sizes = (more: Partial<StripStyle>, piece: StripItem, on = box) =>
    layOut([piece], style(more), on).map(({ across, size }) => [across, size])[0];

  it.each([
    ['a comfortable column', {}, page(800, 1280), [720, 1152]],
    ['as wide as the screen', { fit: 'width' as const }, page(800, 1280), [1440, 2304]],
    ['a whole page on the screen', { fit: 'height' as const }, page(800, 1280), [562.5, 900]],
    ['its own size', { fit: 'original' as const }, page(300, 500), [300, 500]],
    ['its own size, but no wider than the screen', { fit: 'original' as const }, page(2880, 500), [1440, 250]],
    ['a column without enlarging', { fit: 'shrink' as const }, page(300, 500), [300, 500]],
    ['a column, smart', { fit: 'smart' as const }, page(800, 1280), [720, 1152]],
    ['the whole width for a wide page, smart', { fit: 'smart' as const }, page(1600, 800), [1440, 720]],
    ['with empty sides', { padding: 20 }, page(800, 1280), [432, 691]],
    ['with empty sides as wide as the screen', { fit: 'width' as const, padding: 40 }, page(800, 1280), [288, 461]],
  ])('%s', (_name, more, piece, [across, size]) => {
    const [wide, long] = sizes(more, piece)!;
    expect(wide).toBeCloseTo(across!, 6);
    expect(long).toBe(size);
  });

  it('leaves no line between pages and ends where their sum does', () => {
    const laid = layOut(
      Array.from({ length: 300 }, () => page(800, 1283)),
      style(),
      { width: 411, height: 800 },
    );
    for (const [index, { start, size }] of laid.entries()) {
      expect(Number.isInteger(start)).toBe(true);
      expect(start).toBe(index === 0 ? 0 : laid[index - 1]!.start + laid[index - 1]!.size);
      expect(size).toBeGreaterThan(0);
    }
    expect(Math.abs(stripLength(laid) - (300 * (411 * 1283)) / 800)).toBeLessThan(1);
  });

  it('has gaps between parts only, and room for what stands between chapters', () => {
    const laid = layOut([page(720, 100), null, page(720, 100)], style({ gap: 10 }), box);
    expect(laid.map(({ start, size }) => [start, size])).toEqual([
      [0, 100],
      [110, 136],
      [256, 100],
    ]);
  });

  it('gives the thinnest page a pixel', () => {
    expect(layOut([page(9000, 1), page(9000, 1)], style(), box).map(({ start, size }) => [start, size])).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });
});

describe('laying out along the screen', () => {
  const box = { width: 1440, height: 900 };
  it.each([
    ['as high as the screen', {}, page(800, 1200), [900, 600]],
    ['no wider than the screen', {}, page(3000, 1000), [480, 1440]],
    ['as high as the screen, however wide', { fit: 'height' as const }, page(3000, 1000), [900, 2700]],
    ['as wide as the screen', { fit: 'width' as const }, page(800, 1200), [2160, 1440]],
    ['its own size', { fit: 'original' as const }, page(200, 300), [300, 200]],
    ['without enlarging', { fit: 'shrink' as const }, page(200, 300), [300, 200]],
    ['a column of what would be a slit, smart', { fit: 'smart' as const }, page(800, 8000), [7200, 720]],
    ['with empty sides', { padding: 10 }, page(800, 1200), [720, 480]],
  ])('%s', (_name, more, piece, [across, size]) => {
    const [laid] = layOut([piece], style({ layout: 'horizontal', ...more }), box);
    expect([laid!.across, laid!.size]).toEqual([across, size]);
  });
});

describe('the page under the eye', () => {
  it.each([
    ['the beginning', 0, { page: 1, offset: 0 }],
    ['within the first', 260, { page: 1, offset: 0.5 }],
    ['in a long page', 2260, { page: 2, offset: 0.5 }],
    ['the last', 3800, { page: 3, offset: 0.08 }],
    ['past the end', 9000, { page: 3, offset: 1 }],
    ['before the beginning (a bouncing screen)', -50, { page: 1, offset: 0 }],
  ])('%s', (_name, scroll, expected) => {
    expect(placeAt(parts, { scroll, view }, all)).toMatchObject(expected);
  });

  it('is the first page at the beginning even where it is shorter than the eye is high', () => {
    expect(placeAt([part(0, 50), part(50, 50)], { scroll: 0, view }, { base: 0, count: 2 }).page).toBe(1);
  });

  it('counts from the chapter’s first page, and stays within it', () => {
    expect(placeAt(parts, { scroll: 2260, view }, { base: 1, count: 2 })).toMatchObject({ page: 1, offset: 0.5 });
    expect(placeAt(parts, { scroll: 260, view }, { base: 1, count: 2 }).page).toBe(1);
    expect(placeAt(parts, { scroll: 3900, view }, { base: 0, count: 2 })).toMatchObject({ page: 2, offset: 1 });
  });

  it('is a row of the whole page where it is cropped', () => {
    expect(
      placeAt([part(0, 1000, { from: 0.2, to: 0.7 })], { scroll: 260, view }, { base: 0, count: 1 }).offset,
    ).toBeCloseTo(0.45, 9);
  });
});

describe('scrolling to a place', () => {
  it('puts the beginning of a page at the top', () => {
    expect(scrollTo(parts, { page: 2, offset: 0 }, view, all)).toBe(1000);
  });

  it.each([260, 760, 1500, 2260, 3300, 3760, 4400])('comes back to where it was: %i px', (scroll) => {
    expect(scrollTo(parts, placeAt(parts, { scroll, view }, all), view, all)).toBeCloseTo(scroll, 2);
  });

  it('comes back to where it was between two pages', () => {
    const apart = [part(0, 1000), part(1064, 1000)];
    const reach = { base: 0, count: 2 };
    expect(scrollTo(apart, placeAt(apart, { scroll: 790, view }, reach), view, reach)).toBeCloseTo(790, 6);
  });

  it('keeps the row under the eye when everything is half as wide', () => {
    const halves = parts.map((each) => ({ ...each, start: each.start / 2, size: each.size / 2 }));
    const place = placeAt(parts, { scroll: 2260, view }, all);
    expect(placeAt(halves, { scroll: scrollTo(halves, place, view, all), view }, all).offset).toBeCloseTo(
      place.offset,
      9,
    );
  });

  it('keeps the row under the eye in a page of 60,000 px', () => {
    const [wide, narrow] = [1280, 400].map((width) =>
      layOut([page(800, 1280), page(800, 60_000)], style({ fit: 'width' }), { width, height: 800 }),
    );
    const reach = { base: 0, count: 2 };
    const before = placeAt(wide!, { scroll: 50_000, view: 800 }, reach);
    const after = placeAt(narrow!, { scroll: scrollTo(narrow!, before, 800, reach), view: 800 }, reach);
    expect(Math.abs(after.offset - before.offset) * 60_000).toBeLessThan(1);
  });

  it('stops at the last page there is', () => {
    expect(scrollTo(parts, { page: 9, offset: 0 }, view, all)).toBe(4000);
  });
});

describe('how far it was read', () => {
  it.each([
    [0, 1],
    [199, 1],
    [200, 1],
    [201, 2],
    [3200, 2],
    [3201, 3],
    [3700, 3],
  ])('scrolled %i px, page %i is in view', (scroll, last) => {
    expect(lastInView(parts, { scroll, view }, all)).toBe(last);
  });

  it.each([
    [0, false],
    [3400, false],
    [3450, true],
    [3700, true],
  ])('scrolled %i px, at the end: %s', (scroll, expected) => {
    expect(isAtEnd(parts, { scroll, view }, all)).toBe(expected);
  });

  it('has its end in view with half of a last page of 40 px, and with two last pages on one screen', () => {
    const short = [part(0, 2000), part(2000, 40)];
    expect(isAtEnd(short, { scroll: 1219, view }, { base: 0, count: 2 })).toBe(false);
    expect(isAtEnd(short, { scroll: 1220, view }, { base: 0, count: 2 })).toBe(true);
    const two = [part(0, 2000), part(2000, 300), part(2300, 300)];
    expect(isAtEnd(two, { scroll: 1800, view }, { base: 0, count: 3 })).toBe(true);
    expect(lastInView(two, { scroll: 1800, view }, { base: 0, count: 3 })).toBe(3);
  });

  it.each([
    [0, 0],
    [1850, 50],
    [3700, 100],
    [4000, 100],
  ])('scrolled %i px is %i percent', (scroll, percent) => {
    expect(readPercent(parts, { scroll, view }, all)).toBe(percent);
  });
});

describe('what is near the view', () => {
  const many = Array.from({ length: 2000 }, (_, index) => part(index * 1000, 1000));

  it('is found in a strip of 2,000 pages: those in view, a screen before and two after', () => {
    expect(nearView(many, { scroll: 1_000_100, view }, 5)).toEqual([999, 1002]);
    expect(partAt(many, 1_999_999)).toBe(1999);
  });

  it('is never more pages ahead than are to be fetched', () => {
    const slips = Array.from({ length: 100 }, (_, index) => part(index * 40, 40));
    expect(nearView(slips, { scroll: 0, view: 400 }, 5)).toEqual([0, 15]);
  });

  it('is the edge of a picture, if one is there', () => {
    expect(nearestEdge(parts, 980, 700, 1100)).toBe(1000);
    expect(nearestEdge(parts, 1300, 900, 1500)).toBe(1000);
    expect(nearestEdge(parts, 2500, 2000, 3000)).toBeNull();
  });
});
