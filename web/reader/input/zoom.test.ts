import { describe, expect, it } from 'vitest';
import { PLAIN, moveLens, zoomTo, type Frame } from './zoom.ts';

/** A page of 400 × 800 in the middle of a stage of 1000 × 800. */
const frame: Frame = { width: 1000, height: 800, left: 300, top: 0, right: 700, bottom: 800 };
const full: Frame = { ...frame, left: 0, right: 1000 };

describe('zooming', () => {
  it('keeps what lies under the finger there', () => {
    const at = { x: 700, y: 200 };
    const lens = zoomTo(zoomTo(PLAIN, 2, at, full), 3, at, full);
    expect([(at.x - lens.x) / lens.scale, (at.y - lens.y) / lens.scale]).toEqual([at.x, at.y]);
  });

  it('goes from one to five times, and is over when nothing is left of it', () => {
    expect(zoomTo(PLAIN, 99, { x: 0, y: 0 }, full).scale).toBe(5);
    expect(zoomTo({ scale: 2, x: -100, y: -100 }, 0.3, { x: 0, y: 0 }, full)).toBe(PLAIN);
  });

  it('keeps a page that still fits in the middle', () => {
    expect(zoomTo(PLAIN, 2, { x: 650, y: 400 }, frame)).toEqual({ scale: 2, x: -500, y: -400 });
  });
});

describe('moving what is zoomed', () => {
  const lens = zoomTo(PLAIN, 4, { x: 500, y: 400 }, frame);

  it('ends at the edges of the page, not of the screen', () => {
    expect(moveLens(lens, 9999, 9999, frame)).toEqual({ scale: 4, x: -1200, y: 0 });
    expect(moveLens(lens, -9999, -9999, frame)).toEqual({ scale: 4, x: 1000 - 2800, y: 800 - 3200 });
  });

  it('is nothing without zoom', () => {
    expect(moveLens(PLAIN, 10, 10, frame)).toBe(PLAIN);
  });
});
