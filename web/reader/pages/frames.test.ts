import { describe, expect, it } from 'vitest';
import type { PageImage } from '#contract/chapters.ts';
import { framePages } from './frames.ts';

const page = (trim: number[] | null, width = 1000, height = 1000) => ({ width, height, trim }) as PageImage;
const shares = (...frames: ReturnType<typeof framePages>) =>
  frames.map(({ frame: { left, top, width, height } }) => [left, top, width, height]);

describe('the part of a page that is shown', () => {
  it('is all of it, unless borders are cut off', () => {
    expect(shares(...framePages([page([100, 100, 800, 800])], { crop: false }))).toEqual([[0, 0, 1, 1]]);
    expect(framePages([page([100, 50, 800, 900])], { crop: true })).toEqual([
      { frame: { left: 0.1, top: 0.05, width: 0.8, height: 0.9 }, width: 800, height: 900 },
    ]);
  });

  it('is as high on both halves of a spread, in shares of the page, and starts at the same line', () => {
    const [one, other] = framePages([page([100, 100, 900, 800]), page([0, 100, 1800, 1600], 2000, 2000)], {
      crop: true,
    });
    expect(shares(one!, other!)).toEqual([
      [0.1, 0.05, 0.9, 0.85],
      [0, 0.05, 0.9, 0.85],
    ]);
    expect(other!.height / one!.height).toBe(2);
  });

  it('is not cut above or below where one of the two has nothing to lose there', () => {
    expect(shares(...framePages([page([100, 100, 800, 800]), page(null)], { crop: true }))).toEqual([
      [0.1, 0, 0.8, 1],
      [0, 0, 1, 1],
    ]);
  });

  it('is the half asked for, up to the fold', () => {
    expect(shares(...framePages([page(null)], { crop: true, side: 'right' }))).toEqual([[0.5, 0, 0.5, 1]]);
    expect(shares(...framePages([page([100, 0, 800, 1000])], { crop: true, side: 'left' }))).toEqual([
      [0.1, 0, 0.4, 1],
    ]);
    expect(shares(...framePages([page([600, 0, 400, 1000])], { crop: true, side: 'left' }))).toEqual([[0, 0, 0.5, 1]]);
  });

  it('has a usual shape where the size is not known, and no trim that does not fit', () => {
    expect(framePages([page(null, 0, 0)], { crop: true })).toMatchObject([{ width: 1000, height: 1500 }]);
    expect(shares(...framePages([page([500, 0, 800, 1000])], { crop: true }))).toEqual([[0, 0, 1, 1]]);
  });
});
