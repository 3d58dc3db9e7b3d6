import { describe, expect, it } from 'vitest';
import { queryString } from '#contract/query-string.ts';
import { listFilterChoices, longerThan, sortedBy, withoutChoices } from './filter-choices.ts';
import { narrowedQuery, filtersQuery, readFilters } from './filters.ts';

const address = (search: string) => queryString(filtersQuery(readFilters(search)));

describe('readFilters', () => {
  it('shows the newest comics when the address says nothing', () => {
    expect(readFilters('')).toMatchObject({
      q: '',
      sort: 'latest_chapter',
      order: 'desc',
      duration: 'all',
      page: 1,
      include: {},
      exclude: {},
    });
  });

  it('takes lists repeated, bracketed and comma-separated', () => {
    for (const search of [
      'tags=5&tags=6',
      'tags[]=5&tags[]=6',
      'tags[0]=5&tags[-1]=6',
      'tags=5,6',
      '?tags=5&tags=6&tags=5',
    ]) {
      expect(readFilters(search).include).toEqual({ tags: [5, 6] });
    }
  });

  it('forgives what cannot be meant', () => {
    expect(readFilters('page=0').page).toBe(1);
    expect(readFilters('page=-3').page).toBe(1);
    expect(readFilters('page=abc').page).toBe(1);
    expect(readFilters('page=99999999999').page).toBe(2_147_483_647);
    expect(readFilters('tags=0&tags=&tags=x&tags=-1').include).toEqual({});
    expect(readFilters('sort=quality&order=up&duration=hour&statuses=lost')).toMatchObject({
      sort: 'latest_chapter',
      order: 'desc',
      duration: 'all',
      statuses: [],
    });
  });

  it('counts the last of repeated single values, so that a button of a form can overrule its field', () => {
    expect(readFilters('order=desc&order=asc').order).toBe('asc');
  });

  it('sorts a search by relevance unless told otherwise', () => {
    expect(readFilters('q=dragon').sort).toBe('relevance');
    expect(readFilters('q=dragon&sort=title').sort).toBe('title');
    expect(readFilters('q=%20%20').sort).toBe('latest_chapter');
  });

  it('excludes what is both included and excluded', () => {
    expect(readFilters('tags=5&not_tags=5')).toMatchObject({ include: {}, exclude: { tags: [5] } });
  });
});

describe('queryOf', () => {
  it('says only what does not go without saying', () => {
    expect(address('page=1&q=&sort=latest_chapter&order=desc&duration=day')).toBe('');
    expect(address('page=1&q=&sort=popularity&order=desc&duration=day')).toBe('sort=popularity&duration=day');
  });

  it('is read back as the same filters', () => {
    const search =
      'q=cat+%26+dog&sort=title&order=asc&statuses=ongoing&statuses=complete&attributes=translated&tags=5&tags=6&not_groups=7&languages=2&page=3';
    expect(readFilters(address(search))).toEqual(readFilters(search));
  });

  it('leaves the time out where it means nothing', () => {
    expect(address('sort=views&duration=week')).toBe('sort=views');
  });
});

describe('listFilterChoices', () => {
  it('names every choice with the list without it, from the first page', () => {
    const filters = readFilters('q=cat&tags=5&tags=6&not_tags=7&statuses=complete&page=4');
    expect(
      listFilterChoices(filters).map(({ kind, value, without }) => [kind, value, queryString(filtersQuery(without))]),
    ).toEqual([
      ['q', 'cat', 'statuses=complete&tags=5&tags=6&not_tags=7'],
      ['include', 5, 'q=cat&statuses=complete&tags=6&not_tags=7'],
      ['include', 6, 'q=cat&statuses=complete&tags=5&not_tags=7'],
      ['exclude', 7, 'q=cat&statuses=complete&tags=5&tags=6'],
      ['statuses', 'complete', 'q=cat&tags=5&tags=6&not_tags=7'],
    ]);
  });

  it('is empty when only the order was chosen', () => {
    expect(listFilterChoices(readFilters('sort=popularity&duration=day&page=3'))).toEqual([]);
  });
});

it('keeps the order when all choices are cleared', () => {
  expect(filtersQuery(withoutChoices(readFilters('sort=pages&order=asc&tags=5&q=x&page=2')))).toEqual({
    sort: 'pages',
    order: 'asc',
  });
});

it('sorts titles from the first letter and everything else from the most', () => {
  expect(sortedBy(readFilters('page=9'), 'title')).toMatchObject({ sort: 'title', order: 'asc', page: 1 });
  expect(sortedBy(readFilters('order=asc'), 'pages')).toMatchObject({ sort: 'pages', order: 'desc' });
});

it('knows the next longer time', () => {
  expect(longerThan('day')).toBe('week');
  expect(longerThan('year')).toBe('all');
  expect(longerThan('all')).toBeNull();
});

describe('narrowedQuery', () => {
  const narrowed = (search: string, fixed: Parameters<typeof narrowedQuery>[1]) =>
    queryString(narrowedQuery(readFilters(search), fixed));

  it('asks for the comics of the page among those of the filters', () => {
    expect(narrowed('tags=5&not_genres=3', { path: 'tags', id: 9 })).toBe('tags=9&tags=5&not_genres=3');
    expect(narrowed('tags=9&sort=title', { path: 'tags', id: 9 })).toBe('sort=title&tags=9');
    expect(narrowed('tags=5', null)).toBe('tags=5');
  });

  it('lets the page’s own term hold where any of several would do, also where the filters are kept for the list of all', () => {
    const query = narrowed('tags=5&tags=6&match=any', { path: 'tags', id: 9 });
    expect(query).toBe('tags=5&tags=6&match=any&within=tags%3A9');
    expect(readFilters(query)).toMatchObject({
      match: 'any',
      within: { path: 'tags', id: 9 },
      include: { tags: [5, 6] },
    });
    expect(queryString(filtersQuery(readFilters(query)))).toBe(query);
    expect(narrowed('genres=5&genres=6&match=any', { path: 'tags', id: 9 })).toBe('genres=5&genres=6&match=any&tags=9');
    expect(narrowed('match=any', { path: 'tags', id: 9 })).toBe('match=any&tags=9');
    expect(readFilters('match=some&within=colours:5')).toMatchObject({ match: 'all', within: null });
    expect(readFilters('within=tags:99999999999').within).toBeNull();
  });

  it('leaves other languages out of a language, of which any would do', () => {
    expect(narrowed('languages=2&not_languages=3', { path: 'languages', id: 1 })).toBe('languages=1&not_languages=3');
  });
});
