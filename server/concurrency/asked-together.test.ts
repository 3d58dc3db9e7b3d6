import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AskedTogether } from './asked-together.ts';

it('is read by one call for all who ask within a turn, by another one in the next, and apart by keys', async () => {
  const together = new AskedTogether<number, string>();
  const reads: number[][] = [];
  const read = async (things: number[]) => {
    reads.push(things);
    return new Map(things.map((thing) => [thing, `thing ${thing}`]));
  };
  const [first, second, other] = await Promise.all([
    together.get('a', [1, 2], read),
    together.get('a', [2, 3], read),
    together.get('b', [4], read),
  ]);
  expect(reads).toEqual([[1, 2, 3], [4]]);
  expect([first.get(1), second.get(3), other.get(4)]).toEqual(['thing 1', 'thing 3', 'thing 4']);
  await together.get('a', [1], read);
  expect(reads.at(-1)).toEqual([1]);
});

it('fails for all who asked together, and for nobody after them', async () => {
  const together = new AskedTogether<number, string>();
  const fail = () => Promise.reject(new Error('away'));
  const asked = [together.get('a', [1], fail), together.get('a', [2], fail)];
  await expect(Promise.allSettled(asked)).resolves.toEqual([
    { status: 'rejected', reason: new Error('away') },
    { status: 'rejected', reason: new Error('away') },
  ]);
  await turn();
  await expect(together.get('a', [3], async () => new Map([[3, 'there']]))).resolves.toEqual(new Map([[3, 'there']]));
});
