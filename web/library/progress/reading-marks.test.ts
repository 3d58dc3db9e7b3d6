// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { keepPlaces } from '#web/library/sync/library-sync.ts';
import type { ChapterProgress } from './progress.ts';
import { whereToContinue } from './progress.ts';
import { progressStore } from './progress-store.ts';
import { markChapters } from './reading-marks.ts';
import { outboxStore } from './progress-outbox.ts';

const comic = { id: 7, slug: 'moon', title: 'Moon' };
const chapters = [1, 2, 3, 4].map((id) => ({ id, pages: 10 }));
const ids = chapters.map(({ id }) => String(id));
const read = (more: Partial<ChapterProgress>): ChapterProgress => ({
  page: 1,
  offset: 0,
  maxPage: 1,
  pages: 10,
  completedAt: null,
  updatedAt: 100,
  ...more,
});
const keep = (records: Record<string, ChapterProgress>) =>
  progressStore.change(() => ({ 7: { slug: 'moon', title: 'Moon', updatedAt: 100, chapters: records } }));
const own = () => progressStore.get()[7]?.chapters ?? {};
const member = {
  id: 1,
  username: 'ann',
  email: 'a@b.c',
  role: 'user',
  avatar_url: null,
  settings: {},
  unread_notifications: 0,
  verified: true,
  locale: null,
  two_factor: false,
};

beforeEach(() => {
  localStorage.clear();
});

it('everything up to a chapter is read, and one goes on with the next', () => {
  keep({ 1: read({ page: 4, maxPage: 6, updatedAt: 100 }) });
  markChapters(comic, chapters.slice(0, 3), true);
  expect(ids.map((id) => typeof own()[id]?.completedAt)).toEqual(['number', 'number', 'number', 'undefined']);
  expect(whereToContinue(progressStore.get()[7], ids)).toEqual({ chapterId: '4', page: 1 });
  expect(outboxStore.get()).toEqual([]);
});

it('a chapter that is not read any more does not change with which one goes on, and its furthest page stays', () => {
  keep({ 1: read({ page: 10, maxPage: 10, completedAt: 90, updatedAt: 90 }), 3: read({ page: 5, updatedAt: 200 }) });
  markChapters(comic, chapters.slice(0, 1), false);
  expect(own()[1]).toMatchObject({ page: 1, maxPage: 10, completedAt: null, updatedAt: 91, marked: true });
  expect(whereToContinue(progressStore.get()[7], ids)).toEqual({ chapterId: '3', page: 5 });
});

it('what was marked is taken back as if it had never been', () => {
  keep({ 1: read({ page: 4 }) });
  const before = progressStore.get();
  markChapters(comic, chapters, true)();
  expect(progressStore.get()).toEqual(before);
  progressStore.change(() => ({}));
  markChapters(comic, chapters, true)();
  expect(progressStore.get()).toEqual({});
});

it('taking a mark back takes nothing else with it: neither what was read since, nor what the account has still to hear', () => {
  localStorage.setItem('token', 'kept');
  localStorage.setItem('user', JSON.stringify(member));
  keep({ 1: read({ page: 4 }) });
  outboxStore.change(() => ['7:1']);
  const undo = markChapters(comic, chapters.slice(0, 2), true);
  keep({ ...own(), 4: read({ page: 3, updatedAt: Date.now() }) });
  undo();
  expect([Object.keys(own()), own()[1], own()[4]?.page]).toEqual([['1', '4'], read({ page: 4 }), 3]);
  expect(outboxStore.get()).toEqual(['7:1']);
});

it('the account of a member is told, also that it was taken back once it knew', () => {
  localStorage.setItem('token', 'kept');
  localStorage.setItem('user', JSON.stringify(member));
  const undo = markChapters(comic, chapters.slice(0, 2), true);
  expect(outboxStore.get()).toEqual(['7:1', '7:2']);
  undo();
  expect([outboxStore.get(), progressStore.get()]).toEqual([[], {}]);
  const late = markChapters(comic, chapters.slice(0, 1), true);
  const told = own()[1]!.updatedAt;
  outboxStore.change(() => []);
  late();
  expect(own()[1]).toMatchObject({ page: 1, completedAt: null, updatedAt: told + 1, marked: true });
  expect(outboxStore.get()).toEqual(['7:1']);
});

it('what the account says was taken back elsewhere is taken back here, unless this browser knows better', () => {
  const place = (completed: boolean, at: number) => ({
    comic_id: 7,
    chapter_id: 1,
    page: 1,
    page_offset: 0,
    max_page: 10,
    pages: 10,
    completed,
    updated_at: new Date(at).toISOString(),
    device: null,
  });
  const done = read({ page: 10, maxPage: 10, completedAt: 90, updatedAt: 1000 });
  keep({ 1: done });
  keepPlaces([place(false, 999)]);
  expect(own()[1]).toMatchObject({ page: 10, completedAt: 90 });
  keepPlaces([place(false, 1001)]);
  expect(own()[1]).toMatchObject({ page: 1, maxPage: 10, completedAt: null });
  keep({ 1: done });
  outboxStore.change(() => ['7:1']);
  keepPlaces([place(false, 1001)]);
  expect(own()[1]?.completedAt).toBe(90);
  // That it is not read was said here, and the account has not heard it.
  markChapters(comic, chapters.slice(0, 1), false);
  keepPlaces([place(true, 1000)]);
  expect(own()[1]).toMatchObject({ page: 1, completedAt: null, marked: true });
});
