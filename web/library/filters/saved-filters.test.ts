// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { deleteFilter, MAX_SAVED, renameFilter, savedFilters, saveFilter } from './saved-filters.ts';

beforeEach(() => savedFilters.change(() => []));

it('are kept by name, one of each', () => {
  saveFilter('  Cats ', 'tags=5');
  saveFilter('Dogs', 'tags=6');
  saveFilter('Cats', 'tags=5&not_tags=6');
  saveFilter('   ', 'tags=7');
  expect(savedFilters.get()).toEqual([
    { name: 'Cats', query: 'tags=5&not_tags=6' },
    { name: 'Dogs', query: 'tags=6' },
  ]);
  expect(JSON.parse(localStorage.getItem('komawari.filters') ?? '')).toEqual(savedFilters.get());
});

it('are renamed and forgotten', () => {
  saveFilter('a', '1');
  saveFilter('b', '2');
  renameFilter('a', 'c');
  expect(savedFilters.get().map(({ name }) => name)).toEqual(['c', 'b']);
  renameFilter('c', 'b');
  expect(savedFilters.get()).toEqual([{ name: 'b', query: '1' }]);
  deleteFilter('b');
  expect(savedFilters.get()).toEqual([]);
});

it('do not grow without end, and forgive what else was stored', () => {
  for (let at = 0; at < MAX_SAVED + 5; at += 1) {
    saveFilter(`n${at}`, '');
  }
  expect(savedFilters.get()).toHaveLength(MAX_SAVED);
  expect(savedFilters.get().at(-1)?.name).toBe(`n${MAX_SAVED + 4}`);
  localStorage.setItem('komawari.filters', '[null,{"name":3},{"name":"x","query":"q=1"}]');
  expect(savedFilters.get()).toEqual([{ name: 'x', query: 'q=1' }]);
});
