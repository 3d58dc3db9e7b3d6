// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  chapterCacheName,
  isShown,
  isComplete,
  putEntry,
  savedPath,
  savedStore,
  type SavedChapter,
} from './offline-store.ts';

const entry = (given: Partial<SavedChapter> = {}): SavedChapter => ({
  comic: 7,
  chapter: 3,
  slug: 'moon',
  chapterSlug: 'chapter-1',
  title: 'Moon',
  language: 'en',
  number: '1',
  name: '',
  pages: 4,
  done: 0,
  bytes: 0,
  saver: false,
  explicit: false,
  owner: null,
  savedAt: 1,
  ...given,
});

beforeEach(() => {
  localStorage.clear();
  savedStore.change(() => []);
});
afterEach(() => {
  document.cookie = 'nsfw=; Max-Age=0';
});

it('a chapter is listed from its first byte on, once, and is whole with its last page', () => {
  putEntry(entry());
  putEntry(entry({ chapter: null }));
  putEntry(entry({ done: 4, bytes: 100 }));
  expect(savedStore.get().map(({ chapter, done }) => [chapter, done])).toEqual([
    [3, 4],
    [null, 0],
  ]);
  expect(savedStore.get().map(isComplete)).toEqual([true, false]);
});

it('its pages are found by their ids in a cache of its own, a one-shot under chapter 0', () => {
  expect([chapterCacheName(entry()), savedPath(entry(), 12)]).toEqual(['saved 7 3', '/saved/7/3/12']);
  expect([chapterCacheName(entry({ chapter: null })), savedPath(entry({ chapter: null }), 'images')]).toEqual([
    'saved 7 0',
    '/saved/7/0/images',
  ]);
});

it('what belongs to a member is theirs alone, and what is explicit is for those who want it: the last choice counts', () => {
  expect([
    isShown(entry({ owner: 5 }), 5, false),
    isShown(entry({ owner: 5 }), 6, true),
    isShown(entry({ owner: 5 }), null, true),
  ]).toEqual([true, false, false]);
  expect([isShown(entry({ explicit: true }), null, true), isShown(entry({ explicit: true }), null, false)]).toEqual([
    true,
    false,
  ]);
  document.cookie = 'nsfw=false';
  expect(isShown(entry({ explicit: true }), null, true)).toBe(false);
});

it('a list that something else wrote is read as far as it makes sense', () => {
  localStorage.setItem('komawari.saved', JSON.stringify([entry(), { comic: 'seven' }, null, 3]));
  expect(savedStore.get()).toEqual([entry()]);
  localStorage.setItem('komawari.saved', '{"broken');
  expect(savedStore.get()).toEqual([]);
});
