import { expect, it } from 'vitest';
import { spend } from './token-bucket.ts';

const NOW = 1_700_000_000_000;

/** How many requests of a cost get through at one time, from a bucket that was never used. */
function through(cost: number, perMinute: number): number {
  let fullAt = 0;
  for (let count = 0; ; count += 1) {
    const taken = spend(fullAt, NOW, cost, perMinute);
    if (taken.wait !== null) return count;
    fullAt = taken.fullAt;
  }
}

it.each([
  [1, 600, 600],
  [5, 600, 120],
  [10, 600, 60],
  [1, 7, 7],
  [3, 7, 2],
  [1, 1, 1],
  [5, 3, 1],
])('requests of cost %i, at %i a minute, go through %i times at once', (cost, perMinute, most) => {
  expect(through(cost, perMinute)).toBe(most);
});

it('fills evenly, and says how long to wait until there is enough', () => {
  const empty = spend(0, NOW, 600, 600).fullAt;
  expect(spend(empty, NOW, 1, 600)).toEqual({ fullAt: empty, wait: 1 });
  expect(spend(empty, NOW, 50, 600)).toEqual({ fullAt: empty, wait: 5 });
  expect(spend(empty, NOW + 4900, 50, 600).wait).toBe(1);
  expect(spend(empty, NOW + 5000, 50, 600).wait).toBeNull();
  expect(spend(empty, NOW + 60_000, 600, 600).wait).toBeNull();
});

it('asks nobody to wait for more than a minute, whatever the clock did', () => {
  expect(spend(NOW + 3_600_000, NOW, 600, 600).wait).toBe(60);
  expect(spend(NOW + 3_600_000, NOW, 1, 600).wait).toBe(1);
});
