import { describe, expect, it } from 'vitest';
import { ONE_SHOT, readProgress, onProgressChange, whereToContinue, type ChapterProgress } from './progress.ts';

const read = (more: Partial<ChapterProgress>): ChapterProgress => ({
  page: 1,
  offset: 0,
  maxPage: 1,
  pages: 10,
  completedAt: null,
  updatedAt: 100,
  ...more,
});

describe('what storage holds', () => {
  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['a list', [1, 2]],
    ['a comic without chapters', { 5: { slug: 'a', title: 'A', updatedAt: 1, chapters: {} } }],
    [
      'a chapter with a broken page',
      { 5: { slug: 'a', title: 'A', updatedAt: 1, chapters: { 0: { ...read({}), page: 'two' } } } },
    ],
    ['a place outside its page', { 5: { slug: 'a', title: 'A', updatedAt: 1, chapters: { 0: read({ offset: 3 }) } } }],
  ])('reads %s as nothing', (_name, stored) => {
    expect(readProgress(stored)).toEqual({});
  });

  it('reads back what it wrote', () => {
    const progress = { 7: { slug: 'a', title: 'A', updatedAt: 100, chapters: { 1: read({ page: 3 }) } } };
    expect(readProgress(JSON.parse(JSON.stringify(progress)))).toEqual(progress);
  });
});

describe('going on with a comic', () => {
  const comic = (chapters: Record<string, ChapterProgress>) => ({ slug: 'a', title: 'A', updatedAt: 1, chapters });

  it.each([
    ['nothing read', undefined, ['1', '2'], null],
    [
      'the chapter read last',
      comic({ 1: read({ updatedAt: 5, page: 2 }), 2: read({ updatedAt: 9, page: 4 }) }),
      ['1', '2'],
      { chapterId: '2', page: 4 },
    ],
    [
      'the chapter after a finished one',
      comic({ 1: read({ page: 10, completedAt: 9 }) }),
      ['1', '2'],
      { chapterId: '2', page: 1 },
    ],
    ['everything read', comic({ 2: read({ page: 10, completedAt: 9 }) }), ['1', '2'], null],
    ['a one-shot', comic({ 0: read({ page: 5 }) }), [ONE_SHOT], { chapterId: ONE_SHOT, page: 5 }],
    ['a chapter that is gone', comic({ 8: read({ page: 5 }) }), ['1', '2'], null],
  ])('%s', (_name, progress, ids, expected) => {
    expect(whereToContinue(progress, ids)).toEqual(expected);
  });
});

describe('how much of a comic is read', () => {
  const comic = (chapters: Record<string, ChapterProgress>) => ({ slug: 'a', title: 'A', updatedAt: 1, chapters });

  it.each([
    ['nothing', undefined, 0, 0],
    ['half of a one-shot', comic({ 0: read({ page: 5 }) }), 0, 0.5],
    ['a one-shot, begun again', comic({ 0: read({ page: 2, completedAt: 9 }) }), 0, 1],
    ['one chapter of four', comic({ 1: read({ page: 10, completedAt: 9 }) }), 4, 0.25],
    [
      'one chapter of four and half of the next',
      comic({ 1: read({ page: 10, completedAt: 9 }), 2: read({ page: 5, updatedAt: 200 }) }),
      4,
      0.375,
    ],
    ['more chapters than there are now', comic({ 1: read({ completedAt: 9 }), 2: read({ completedAt: 9 }) }), 1, 1],
  ])('%s', (_name, progress, chapters, expected) => {
    expect(onProgressChange(progress, chapters)).toBe(expected);
  });
});
