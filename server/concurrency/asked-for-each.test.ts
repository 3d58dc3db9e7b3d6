import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AskedForEach } from './asked-for-each.ts';

const ALL = ['a', 'b', 'c', 'd'];

/** Calls that end when the test says so. */
function reads() {
  const calls: { things: string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const read = (things: string[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      calls.push({ things, end: () => resolve(new Map(things.map((each) => [each, `of ${each}`]))), fail: reject });
    });
  return { calls, read };
}

it('reads what one caller asks for alone, and all the rest once another one comes meanwhile', async () => {
  const { calls, read } = reads();
  const asked = new AskedForEach<string, string>();
  const first = asked.get('key', 'b', ALL, read);
  await turn();
  expect(calls.map(({ things }) => things)).toEqual([['b']]);
  const second = asked.get('key', 'a', ALL, read);
  await turn();
  const [third, again] = [asked.get('key', 'd', ALL, read), asked.get('key', 'b', ALL, read)];
  await turn();
  expect(calls.map(({ things }) => things)).toEqual([['b'], ['a', 'c', 'd']]);
  calls.forEach(({ end }) => end());
  expect([(await first).get('b'), (await second).get('a'), (await third).get('d'), (await again).get('b')]).toEqual([
    'of b',
    'of a',
    'of d',
    'of b',
  ]);
});

it('reads all of them where several ask in one turn', async () => {
  const { calls, read } = reads();
  const asked = new AskedForEach<string, string>();
  const both = [asked.get('key', 'a', ALL, read), asked.get('key', 'b', ALL, read)];
  await turn();
  expect(calls.map(({ things }) => things)).toEqual([ALL]);
  calls[0]!.end();
  expect(await Promise.all(both)).toHaveLength(2);
});

it('remembers nothing that was read, and keeps keys apart', async () => {
  const { calls, read } = reads();
  const asked = new AskedForEach<string, string>();
  const first = asked.get('key', 'a', ALL, read);
  await turn();
  calls[0]!.end();
  await first;
  void asked.get('key', 'b', ALL, read);
  void asked.get('other', 'c', ALL, read);
  await turn();
  expect(calls.map(({ things }) => things)).toEqual([['a'], ['b'], ['c']]);
});

it('fails for those who waited for what failed, and for nobody after them', async () => {
  const { calls, read } = reads();
  const asked = new AskedForEach<string, string>();
  const first = asked.get('key', 'a', ALL, read);
  await turn();
  const second = asked.get('key', 'b', ALL, read);
  await turn();
  calls[1]!.fail(new Error('away'));
  await expect(second).rejects.toThrow('away');
  calls[0]!.end();
  expect((await first).get('a')).toBe('of a');
  void asked.get('key', 'b', ALL, read);
  await turn();
  expect(calls.at(-1)!.things).toEqual(['b']);
});
