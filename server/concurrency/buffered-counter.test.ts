import { expect, it, onTestFinished } from 'vitest';
import { createBufferedCounter } from './buffered-counter.ts';

/** A counter of numbers by letter, what it wrote, and whether the next write fails. */
function counted(max = 10) {
  const written: Record<string, number>[] = [];
  const errors: string[] = [];
  const state = { fails: false };
  const counter = createBufferedCounter<string, number>({
    max,
    sum: (one, other) => one + other,
    async write(counts) {
      if (state.fails) throw new Error('away');
      written.push(Object.fromEntries(counts));
    },
    log: {
      error: (_about: unknown, text?: string) => {
        errors.push(text ?? '');
      },
    } as never,
    failure: 'letters were not written',
  });
  onTestFinished(() => counter.close());
  return { counter, written, errors, state };
}

it('adds up what is counted between two writes, and begins anew after each', async () => {
  const { counter, written } = counted();
  for (const [key, count] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const) {
    counter.add(key, count);
  }
  await counter.flush();
  counter.add('a', 1);
  await counter.close();
  expect(written).toEqual([{ a: 4, b: 2 }, { a: 1 }]);
});

it('keeps what could not be written for the next time, with what was counted since', async () => {
  const { counter, written, errors, state } = counted();
  counter.add('a', 1);
  state.fails = true;
  const failed = counter.flush();
  await Promise.resolve();
  counter.add('a', 2);
  counter.add('b', 1);
  await failed;
  expect(errors).toEqual(['letters were not written; they are kept for the next time']);
  state.fails = false;
  await counter.flush();
  expect(written).toEqual([{ a: 3, b: 1 }]);
});

it('holds so many keys and no more, however long nothing can be written', async () => {
  const { counter, written, state } = counted(2);
  state.fails = true;
  expect(['a', 'b', 'c', 'a'].map((key) => counter.add(key, 1))).toEqual([true, true, false, true]);
  await counter.flush();
  expect(counter.add('c', 1)).toBe(false);
  state.fails = false;
  await counter.flush();
  expect(written).toEqual([{ a: 2, b: 1 }]);
  expect(counter.add('c', 1)).toBe(true);
});
