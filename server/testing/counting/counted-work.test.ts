import { expect, it } from 'vitest';
import { openCounted, countSteps } from './counted-work.ts';

const module = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
/** How many times as much work a function is for four times as much. */
async function measureGrowth(name: string, text: string): Promise<number> {
  const exported = Object.defineProperty((_size: number): void => {}, 'name', { value: name });
  const [small, large] = (await countSteps(module(`export ${text}`), exported, [[300], [1200]])) as [number, number];
  return Math.round(large / small);
}

it.each([
  ['a loop', 'function once(size) { let sum = 0; for (let at = 0; at < size; at += 1) { sum += at; } return sum; }', 4],
  [
    'a loop in a loop',
    'function twice(size) { for (let a = 0; a < size; a += 1) { for (let b = 0; b < size; b += 1) {} } }',
    16,
  ],
  [
    'a list that is gone through for each item',
    'function found(size) { const list = [...Array(size).keys()]; for (const one of list) { list.includes(one); list.indexOf(-1); } }',
    16,
  ],
  [
    'a text that is searched from where it was',
    'function moving(size) { const text = "ab".repeat(size); for (let at = 0; at >= 0; at = text.indexOf("a", at + 1)) {} }',
    4,
  ],
  [
    'bytes that are put together anew for each',
    'function joined(size) { let all = Buffer.alloc(0); for (let at = 0; at < size; at += 1) { all = Buffer.concat([all, Buffer.from("a")]); } }',
    16,
  ],
  [
    'a pattern that goes through a text',
    'function matched(size) { return "ab".repeat(size).replace(/a/g, "").split(/b/); }',
    4,
  ],
  [
    'a pattern that is looked for from the start each time',
    'function again(size) { for (let at = 0; at < size; at += 1) { /x/.test("a".repeat(size)); } }',
    16,
  ],
])('%s counts as what it is', async (_what, text, times) => {
  expect(await measureGrowth(/function (\w+)/.exec(text)![1]!, text)).toBe(times);
});

it('counts the same each time, waits for what is asked, and passes on what fails', async () => {
  const counted = await openCounted(
    module(
      'export async function sum(count) { let all = 0; for (let at = 0; at < count; at += 1) { all += await at; } return all; } export function fail() { throw new TypeError("no"); }',
    ),
  );
  try {
    async function sum(_count: number): Promise<number> {
      return 0;
    }
    function fail(): void {}
    const first = await counted.call(sum, 100);
    expect(first).toEqual({ work: expect.any(Number), passwords: 0, result: 4950 });
    expect(await counted.call(sum, 100)).toEqual(first);
    await expect(counted.call(fail)).rejects.toThrow(TypeError);
  } finally {
    await counted.close();
  }
});
