import { describe, expect, it } from 'vitest';
import type { Chapter } from '#contract/chapters.ts';
import type { ComicDetail } from '#contract/comics.ts';
import type { ChapterProgress, ComicProgress } from '#web/library/progress/progress.ts';
import { countReadPages, readingState } from './reading-state.ts';

const chapter = (id: number): Chapter => ({
  id,
  slug: `c${id}`,
  name: '',
  number: String(id),
  volume: null,
  added_at: '',
  updated_at: '',
  pages: 10,
  premium: false,
  premium_until: null,
  groups: [],
  blocked: false,
  preferred: false,
});
const comic = { id: 1, pages: 8 } as ComicDetail;
const read = (more: Partial<ChapterProgress>): ChapterProgress => ({
  page: 1,
  offset: 0,
  maxPage: 1,
  pages: 10,
  completedAt: null,
  updatedAt: 1,
  ...more,
});
const progress = (chapters: Record<string, ChapterProgress>): ComicProgress => ({
  slug: 'a',
  title: 'A',
  updatedAt: 1,
  chapters,
});

describe('how far a one-shot was read', () => {
  it.each([
    ['not at all', undefined, { goOn: null, done: 0, total: 8 }],
    [
      'to page 5',
      progress({ 0: read({ page: 5, pages: 8 }) }),
      { goOn: { chapter: null, page: 5 }, done: 4, total: 8 },
    ],
    ['to its end', progress({ 0: read({ page: 8, pages: 8, completedAt: 3 }) }), { goOn: null, done: 8, total: 8 }],
    [
      'a second time',
      progress({ 0: read({ page: 2, pages: 8, completedAt: 3 }) }),
      { goOn: { chapter: null, page: 2 }, done: 8, total: 8 },
    ],
  ])('%s', (_name, known, expected) => {
    expect(readingState(known, { comic, chapters: [] })).toMatchObject(expected);
  });
});

describe('how far a series was read', () => {
  const chapters = [chapter(1), chapter(2)];

  it('counts versions of a chapter as one, read once one of them is, and goes on behind them', () => {
    const versions = [chapter(1), { ...chapter(2), number: '1' }, { ...chapter(3), number: '2' }];
    expect(
      readingState(progress({ 2: read({ page: 10, completedAt: 3 }) }), { comic, chapters: versions }),
    ).toMatchObject({ goOn: { chapter: versions[2], page: 1 }, done: 1, total: 2 });
    expect(
      readingState(progress({ 1: read({ page: 10, completedAt: 3 }) }), { comic, chapters: versions }),
    ).toMatchObject({ goOn: { chapter: versions[2], page: 1 }, done: 1, total: 2 });
  });

  it('counts finished chapters and goes on with the next', () => {
    const reading = readingState(progress({ 1: read({ page: 10, completedAt: 3 }) }), { comic, chapters });
    expect(reading).toMatchObject({ goOn: { chapter: chapters[1], page: 1 }, done: 1, total: 2 });
    expect(countReadPages(reading.of(chapters[0]!))).toBe(10);
    expect(countReadPages(reading.of(chapters[1]!))).toBe(0);
  });
});
