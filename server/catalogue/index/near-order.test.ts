import { expect, it } from 'vitest';
import { randomFor } from '../../../bench/synthetic/random.ts';
import { emptyBitmap, setBit } from './bitmap.ts';
import { toNearOrder } from './near-order.ts';
import { Order, toPlainOrder, type Way } from './order.ts';

const random = randomFor(11, 0);
const upTo = (most: number) => random.below(most + 1);

/** Things from 0 on in any order. */
function shuffled(length: number): Int32Array {
  const things = Int32Array.from({ length }, (_, thing) => thing);
  for (let at = length - 1; at > 0; at -= 1) {
    const other = upTo(at);
    [things[at], things[other]] = [things[other]!, things[at]!];
  }
  return things;
}

/** The same things, so many of them taken out and put in anywhere. */
function withMoved(base: Int32Array, count: number): Int32Array {
  const things = [...base];
  for (let turn = 0; turn < count; turn += 1) {
    const [thing = 0] = things.splice(upTo(things.length - 1), 1);
    things.splice(upTo(things.length), 0, thing);
  }
  return Int32Array.from(things);
}

it.each([
  ['nothing', 0, 0],
  ['one thing', 1, 0],
  ['the base itself', 5_000, 0],
  ['some moved at the edges of what is put together at once', 4_096, 50],
  ['some moved', 12_289, 700],
  ['most moved', 4_200, 9_000],
])('is read as a plain order is: %s', (_, length, count) => {
  const base = shuffled(length);
  const things = withMoved(base, count);
  const near = new Order(toPlainOrder(base), new Int32Array(), toNearOrder(base, things));
  const plain = new Order(toPlainOrder(things), new Int32Array());
  for (const share of [1, 0.5, 0.01]) {
    const bits = emptyBitmap(length);
    things.forEach((thing) => {
      if (random.chance(share)) {
        setBit(bits, thing);
      }
    });
    const landmarks = plain.landmarks(bits, 1_000);
    expect(near.landmarks(bits, 1_000)).toEqual(landmarks);
    for (let turn = 0; turn < 20; turn += 1) {
      const way: Way = { first: upTo(length), backwards: turn % 2 === 1, skip: upTo(length), take: upTo(length) };
      const walked = (order: Order): number[][] => {
        const seen: number[][] = [];
        order.walk(bits, way, (thing, place) => {
          seen.push([thing, place]);
        });
        return seen;
      };
      expect(walked(near), JSON.stringify(way)).toEqual(walked(plain));
    }
  }
});

it('holds the things that are moved alone', () => {
  const base = shuffled(20_000);
  expect(toNearOrder(base, base).moved.low).toHaveLength(0);
  const { moved, here, there } = toNearOrder(base, withMoved(base, 100));
  expect(moved.low.length).toBeGreaterThan(0);
  expect(moved.low.length).toBeLessThanOrEqual(100);
  expect([here.length, there.length]).toEqual([625, 625]);
});
