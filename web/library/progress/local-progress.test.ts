import { describe, expect, it } from 'vitest';
import { ONE_SHOT, type ChapterProgress, type Progress } from './progress.ts';
import { MAX_COMICS, mergeChapter, saveLocalProgress } from './local-progress.ts';

const read = (more: Partial<ChapterProgress>): ChapterProgress => ({
  page: 1,
  offset: 0,
  maxPage: 1,
  pages: 10,
  completedAt: null,
  updatedAt: 100,
  ...more,
});

describe('two records of one chapter', () => {
  it.each([
    [
      'the newer place wins',
      read({ page: 7, updatedAt: 300 }),
      read({ page: 3, updatedAt: 200 }),
      { page: 7, updatedAt: 300 },
    ],
    [
      'the furthest page wins',
      read({ maxPage: 8, updatedAt: 100 }),
      read({ maxPage: 2, updatedAt: 200 }),
      { maxPage: 8 },
    ],
    ['a completion is kept', read({ completedAt: 90 }), read({ updatedAt: 200 }), { completedAt: 90, updatedAt: 200 }],
    ['the first completion is kept', read({ completedAt: 90 }), read({ completedAt: 40 }), { completedAt: 40 }],
    ['nothing before', undefined, read({ page: 3 }), { page: 3 }],
  ])('%s', (_name, a, b, expected) => {
    expect(mergeChapter(a, b)).toMatchObject(expected);
  });
});

describe('the memory', () => {
  it('forgets the comics read longest ago', () => {
    let progress: Progress = {};
    for (let id = 1; id <= MAX_COMICS + 3; id += 1) {
      progress = saveLocalProgress(
        progress,
        { id, slug: `comic-${id}`, title: 'x' },
        ONE_SHOT,
        read({ updatedAt: id }),
      );
    }
    expect(Object.keys(progress)).toHaveLength(MAX_COMICS);
    expect(progress[3]).toBeUndefined();
    expect(progress[4]).toBeDefined();
  });

  it('keeps the other chapters of a comic', () => {
    const comic = { id: 7, slug: 'a', title: 'A' };
    const progress = saveLocalProgress(
      saveLocalProgress({}, comic, '1', read({ page: 3 })),
      comic,
      '2',
      read({ page: 5, updatedAt: 200 }),
    );
    expect(progress[7]).toMatchObject({ updatedAt: 200, chapters: { 1: { page: 3 }, 2: { page: 5 } } });
  });
});
