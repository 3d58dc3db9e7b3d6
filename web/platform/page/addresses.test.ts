// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { inLocale, addressesFor } from './addresses.ts';

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
