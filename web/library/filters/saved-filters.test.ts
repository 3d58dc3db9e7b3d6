// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { MAX_SAVED_SEARCHES } from '#contract/saved-searches.ts';
import { deleteFilter, renameFilter, savedFilters, saveFilter } from './saved-filters.ts';

beforeEach(() => savedFilters.change(() => []));

it('are kept by name, one of each', async () => {
  await saveFilter('  Cats ', 'tags=5');
  await saveFilter('Dogs', 'tags=6');
  await saveFilter('Cats', 'tags=5&not_tags=6');
  await saveFilter('   ', 'tags=7');
  expect(savedFilters.get()).toEqual([
    { name: 'Cats', query: 'tags=5&not_tags=6' },
    { name: 'Dogs', query: 'tags=6' },
  ]);
  expect(JSON.parse(localStorage.getItem('komawari.filters') ?? '')).toEqual(savedFilters.get());
});

it('are renamed and forgotten', async () => {
  await saveFilter('a', '1');
  await saveFilter('b', '2');
  await renameFilter('a', 'c');
  expect(savedFilters.get().map(({ name }) => name)).toEqual(['c', 'b']);
  await renameFilter('c', 'b');
  expect(savedFilters.get()).toEqual([{ name: 'b', query: '1' }]);
  await deleteFilter('b');
  expect(savedFilters.get()).toEqual([]);
});

it('do not grow without end, and forgive what else was stored', async () => {
  for (let at = 0; at < MAX_SAVED_SEARCHES + 5; at += 1) {
    await saveFilter(`n${at}`, '');
  }
  expect(savedFilters.get()).toHaveLength(MAX_SAVED_SEARCHES);
  expect(savedFilters.get().at(-1)?.name).toBe(`n${MAX_SAVED_SEARCHES + 4}`);
  localStorage.setItem('komawari.filters', '[null,{"name":3},{"name":"x","query":"q=1"}]');
  expect(savedFilters.get()).toEqual([{ name: 'x', query: 'q=1' }]);
});
