import { describe, expect, it } from 'vitest';
import { IDLE, wheelTurn } from './wheel-turns.ts';

/** The turns that steps of a wheel bring: each is its distance, its moment, and whether the page still scrolled. */
function turns(steps: readonly (readonly [number, number, boolean?])[]): (1 | -1)[] {
  let wheeling = IDLE;
  const all: (1 | -1)[] = [];
  for (const [distance, at, scrolls = false] of steps) {
    const { turn, ...now } = wheelTurn(wheeling, { distance, at, scrolls });
    wheeling = now;
    if (turn !== null) {
      all.push(turn);
    }
  }
  return all;
}

describe('the wheel', () => {
  it('turns a page with each notch that stands alone', () => {
    expect(
      turns([
        [100, 0],
        [100, 300],
        [-100, 600],
      ]),
    ).toEqual([1, 1, -1]);
  });

  it('turns one page however long a touchpad rolls on', () => {
    expect(
      turns([4, 12, 30, 60, 50, 40, 30, 20, 12, 8, 4, 2, 1].map((distance, index) => [distance, index * 16] as const)),
    ).toEqual([1]);
  });

  it('turns again when pushed again while it still rolls', () => {
    expect(
      turns([
        [40, 0],
        [20, 16],
        [10, 32],
        [6, 48],
        [50, 64],
      ]),
    ).toEqual([1, 1]);
  });

  it('turns back at once when the push turns around', () => {
    expect(
      turns([
        [100, 0],
        [-100, 20],
      ]),
    ).toEqual([1, -1]);
  });

  it('turns nothing in a push that scrolled, and the page with the next one', () => {
    expect(
      turns([
        [100, 0, true],
        [90, 20, true],
        [80, 40],
        [70, 60],
        [100, 400],
      ]),
    ).toEqual([1]);
  });

  it('leaves a shaky finger alone', () => {
    expect(
      turns([
        [3, 0],
        [4, 16],
        [2, 32],
      ]),
    ).toEqual([]);
  });
});
