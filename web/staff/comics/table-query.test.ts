import { expect, it } from 'vitest';
import { queryString } from '#contract/query-string.ts';
import { tableFilter, isNarrowed, tableQuery, readTable } from './table-query.ts';

const read = (text: string) => readTable(new URLSearchParams(text));

it('reads back what it wrote, and writes nothing that goes without saying', () => {
  const text =
    'q=tag%3Acolor&states=draft&states=removed&ratings=safe&missing=cover&premium=true&uploader=ana&tags=3&tags=4&not_artists=9&sort=title&order=asc&page=3&per_page=50';
  expect(queryString(tableQuery(read(text)))).toBe(text);
  expect(queryString(tableQuery(read('sort=uploaded_at&order=desc&page=1&per_page=24&q=+')))).toBe('');
});

it('forgives what no form of ours writes', () => {
  expect(read('states=gone&sort=age&order=up&page=-4&per_page=7&tags=x&tags=0&premium=maybe')).toEqual(read(''));
  expect(read('page=99999999999').page).toBe(2_147_483_647);
});

it('leaves order and page out of what chooses comics', () => {
  expect(queryString(tableFilter(read('q=cat&sort=views&page=7')))).toBe('q=cat');
  expect(isNarrowed(read('sort=views&page=7'))).toBe(false);
  expect(isNarrowed(read('not_tags=7'))).toBe(true);
});
