import { expect, it } from 'vitest';
import { pageFileName } from './page-file.ts';

it('a page that is saved is called after its comic, chapter and number', () => {
  const name = (more = {}) =>
    pageFileName({
      title: 'Moon: the 1/2 way?',
      chapter: 'Chapter 3',
      page: 5,
      total: 24,
      type: 'image/jpeg',
      ...more,
    });
  expect(name()).toBe('Moon the 1 2 way - Chapter 3 - 005.jpg');
  expect(name({ chapter: null, total: 1200, type: 'image/webp' })).toBe('Moon the 1 2 way - 0005.webp');
  expect(name({ title: '../..', chapter: '  ', type: '' })).toBe('005.img');
  expect(name({ title: '傘と魔女', chapter: 'ا', type: 'image/svg+xml' })).toBe('傘と魔女 - ا - 005.svg');
});
