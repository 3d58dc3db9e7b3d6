// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { persistentStore } from './persistent-store.ts';

const numbers = () =>
  persistentStore<number[]>('test.numbers', (json) =>
    Array.isArray(json) ? json.filter((each) => typeof each === 'number') : [],
  );

describe('a value kept in the browser', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it('is empty where nothing is kept', () => {
    expect(numbers().get()).toEqual([]);
  });

  it('is kept for the next page', () => {
    numbers().change((value) => [...value, 1]);
    expect(numbers().get()).toEqual([1]);
  });

  it('is made sound when storage was tampered with', () => {
    localStorage.setItem('test.numbers', '{broken');
    expect(numbers().get()).toEqual([]);
    localStorage.setItem('test.numbers', '[1,"two"]');
    expect(numbers().get()).toEqual([1]);
  });

  it('is the same object until it changes', () => {
    const kept = numbers();
    kept.change(() => [1]);
    expect(kept.get()).toBe(kept.get());
  });

  it('builds on what another tab wrote meanwhile', () => {
    const kept = numbers();
    kept.change(() => [1]);
    localStorage.setItem('test.numbers', '[1,2]');
    kept.change((value) => [...value, 3]);
    expect(numbers().get()).toEqual([1, 2, 3]);
  });

  it('is empty again when storage is cleared', () => {
    const kept = numbers();
    kept.change(() => [1]);
    localStorage.clear();
    expect(kept.get()).toEqual([]);
  });

  it('tells who watches that another tab changed it, what stands beside it, or cleared all', () => {
    const kept = persistentStore<string | null>(
      'test.of',
      (json) => (localStorage.getItem('test.beside') === null ? null : (json as string)),
      'test.beside',
    );
    let told = 0;
    const stop = kept.watch(() => {
      told += 1;
    });
    localStorage.setItem('test.of', '"theirs"');
    expect(kept.get()).toBeNull();
    // The value that was written already is written again: browsers tell of nothing but what stands beside.
    localStorage.setItem('test.beside', 'key');
    expect(kept.get()).toBe('theirs');
    for (const key of ['test.of', 'test.beside', null, 'test.other']) {
      window.dispatchEvent(new StorageEvent('storage', { key }));
    }
    stop();
    expect(told).toBe(3);
  });

  it('tells who watches, until they stop', () => {
    const kept = numbers();
    let told = 0;
    const stop = kept.watch(() => {
      told += 1;
    });
    kept.change(() => [1]);
    stop();
    kept.change(() => [2]);
    expect(told).toBe(1);
  });
});
