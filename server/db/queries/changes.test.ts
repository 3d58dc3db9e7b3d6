import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CatalogueMemo } from './changes.ts';

const options = { most: 10, seconds: 10, isLarge: (value: number) => value > 0 };

// Time passes when a test says so, and not where a busy machine lets it wait.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('CatalogueMemo', () => {
  it('computes once what is asked for twice at once', async () => {
    const memo = new CatalogueMemo<number>(options);
    let computed = 0;
    const compute = async () => {
      await Promise.resolve();
      return (computed += 1);
    };
    expect(await Promise.all([memo.get('a', '1', compute), memo.get('a', '1', compute)])).toEqual([1, 1]);
  });

  it('computes anew right after a change, whose rows may not be there yet', async () => {
    const memo = new CatalogueMemo<number>(options);
    let computed = 0;
    const compute = async () => (computed += 1);
    expect([
      await memo.get('a', '1', compute),
      await memo.get('a', '1', compute),
      await memo.get('a', '2', compute),
    ]).toEqual([1, 2, 3]);
  });

  it('keeps what is large and took long, whatever changes', async () => {
    const small = new CatalogueMemo<number>({ ...options, isLarge: () => false });
    const slow = async (value: number) => {
      vi.advanceTimersByTime(80);
      return value;
    };
    expect([await small.get('a', '1', () => slow(1)), await small.get('a', '2', () => slow(2))]).toEqual([1, 2]);
    const memo = new CatalogueMemo<number>(options);
    let computed = 0;
    const compute = async () => {
      vi.advanceTimersByTime(80);
      return (computed += 1);
    };
    expect([
      await memo.get('a', '1', compute),
      await memo.get('a', '2', compute),
      await memo.get('b', '2', compute),
    ]).toEqual([1, 1, 2]);
  });

  it('does not remember a failure', async () => {
    const memo = new CatalogueMemo<number>(options);
    await expect(memo.get('a', '1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await memo.get('a', '1', async () => 7)).toBe(7);
  });
});
