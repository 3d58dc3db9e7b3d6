// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import type { BookmarkEntry } from '#contract/library.ts';
import { listComicBookmarks, bookmarksStore, dropBookmark, keepBookmark } from './bookmarks.ts';

const entry = (page: number, more: Partial<BookmarkEntry> = {}): BookmarkEntry => ({
  comic_id: 7,
  chapter_id: 2,
  page,
  note: '',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  title: 'Moon',
  comic: { id: 7, slug: 'moon' },
  chapter: { id: 2, slug: 'chapter-2', name: '', number: '2' },
  thumb_url: '/images/a/thumb.webp',
  width: 400,
  height: 600,
  ...more,
});

beforeEach(() => {
  localStorage.clear();
});

it('a guest keeps the pages they marked in this browser, each once, the one marked last first', async () => {
  for (const each of [entry(5), entry(3), entry(9, { comic_id: 8 }), entry(5, { note: 'the twist' })]) {
    await keepBookmark(each);
  }
  expect(bookmarksStore.get().map(({ page, note }) => [page, note])).toEqual([
    [9, ''],
    [3, ''],
    [5, 'the twist'],
  ]);
  expect((await listComicBookmarks(7)).map(({ page }) => page)).toEqual([3, 5]);
  await dropBookmark(entry(3));
  expect((await listComicBookmarks(7)).map(({ page }) => page)).toEqual([5]);
});

it('no signed address of a picture is kept', async () => {
  await keepBookmark(entry(1, { thumb_url: '/images/a/thumb.webp?expires=1&signature=x' }));
  expect(bookmarksStore.get()[0]?.thumb_url).toBe(null);
});

it.each([
  [null],
  ['x'],
  [[null]],
  [[{ ...entry(1), page: 0 }]],
  [[{ ...entry(1), note: 5 }]],
  [[{ ...entry(1), comic: null }]],
  [[{ ...entry(1), chapter: {} }]],
])('forgets what is no bookmark: %j', (json) => {
  localStorage.setItem('komawari.bookmarks', JSON.stringify(json));
  expect(bookmarksStore.get()).toEqual([]);
});
