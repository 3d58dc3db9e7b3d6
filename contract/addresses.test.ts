import { expect, it } from 'vitest';
import { addressesFor, filtersPath, inLocale, localPaths, parseComicPath } from './addresses.ts';

const links = addressesFor('en', 'comic');

it('lead to every page, in the locale of the page', () => {
  expect(links.home()).toBe('/en');
  expect(links.latest({ q: '', tags: [5, 7], sort: undefined })).toBe('/en/latest?q=&tags=5&tags=7');
  expect(links.popular()).toBe('/en/latest?page=1&q=&sort=popularity&order=desc&duration=day');
  expect(links.terms('tags', { page: 2 })).toBe('/en/tags?page=2');
  expect(links.term('parody', 'alice')).toBe('/en/parody/alice');
});

it('name the reader by comic, chapter and page, each only where there is one', () => {
  expect(links.reader('a')).toBe('/en/comic/a/reader');
  expect(links.reader('a', 'c-1')).toBe('/en/comic/a/c-1/reader');
  expect(links.reader('a', null, 3)).toBe('/en/comic/a/reader/3');
});

it('say webtoon on a site of webtoons', () => {
  expect(addressesFor('hi', 'webtoon').comicCharacters('a')).toBe('/hi/webtoon/a/characters');
});

it('encode what stands in a path', () => {
  expect(links.comic('a/b?c')).toBe('/en/comic/a%2Fb%3Fc');
});

it('turn an address into the same page in another language', () => {
  expect(inLocale('/en/comic/a', 'ar')).toBe('/ar/comic/a');
  expect(inLocale('/en', 'ar')).toBe('/ar');
});

it('lead from a list to where its filters are chosen', () => {
  expect(filtersPath(links.latest())).toBe('/en/filters/latest');
  expect(filtersPath(links.term('tag', 'a b'))).toBe('/en/filters/tag/a%20b');
});

it('are absolute for whoever reads them elsewhere, and without the language where the API tells them', () => {
  expect(addressesFor('de', 'comic', 'https://comics.example').comic('a')).toBe('https://comics.example/de/comic/a');
  expect(localPaths('webtoon').comments('characters', 'mo', 5)).toBe('/character/mo/comments/5');
  expect(links.local(localPaths('comic').reader('a', 'b', 1))).toBe('/en/comic/a/b/reader/1');
});

it.each([
  ['comic/a', { slug: 'a', chapter: null, page: null }],
  ['webtoon/a/reader/12', { slug: 'a', chapter: null, page: 12 }],
  ['comic/a/b/reader/3', { slug: 'a', chapter: 'b', page: 3 }],
  ['comic/a/b', { slug: 'a', chapter: 'b', page: null }],
  ['comic/a/comments/7', { slug: 'a', chapter: null, page: null }],
  ['comic/a/characters/reader/2', { slug: 'a', chapter: 'characters', page: 2 }],
  ['tag/a', null],
  ['comic', null],
])('are read back as the comic they are about: %s', (path, found) => {
  expect(parseComicPath(path.split('/'))).toEqual(found);
});
