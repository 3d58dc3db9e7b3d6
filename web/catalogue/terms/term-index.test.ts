import { describe, expect, it } from 'vitest';
import { queryString } from '#contract/query-string.ts';
import { readTermSearch, termQuery } from './term-index.ts';

describe('readTermSearch', () => {
  it('sorts by name, and a search by the best match', () => {
    expect(readTermSearch('')).toEqual({ q: '', sort: 'name', reversed: false, page: 1 });
    expect(readTermSearch('q=cat')).toEqual({ q: 'cat', sort: null, reversed: false, page: 1 });
    expect(readTermSearch('q=cat&sort=comics_count').sort).toBe('comics_count');
  });

  it('forgives what cannot be meant', () => {
    expect(readTermSearch('sort=size&page=-2&q=%20&order=up')).toEqual({
      q: '',
      sort: 'name',
      reversed: false,
      page: 1,
    });
    expect(readTermSearch('q=cat&order=asc').reversed).toBe(false);
    expect(readTermSearch('page=x').page).toBe(1);
  });
});

it('writes an address that is read back the same', () => {
  for (const search of [
    '',
    'q=cat',
    'sort=comics_count&page=3',
    'q=cat&sort=name',
    'order=desc',
    'sort=comics_count&order=asc',
    'q=cat&sort=name&order=desc&page=2',
  ]) {
    expect(queryString(termQuery(readTermSearch(search)))).toBe(search);
  }
});
