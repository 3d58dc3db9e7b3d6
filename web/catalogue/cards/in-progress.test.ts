import { describe, expect, it } from 'vitest';
import type { ComicCard } from '#contract/comics.ts';
import type { ChapterProgress, Progress } from '#web/library/progress/progress.ts';
import { comicsInProgress, unfinishedComics } from './in-progress.ts';

const at = (page: number, pages: number, updatedAt: number, completedAt: number | null = null): ChapterProgress => ({
  page,
  offset: 0,
  maxPage: page,
  pages,
  completedAt,
  updatedAt,
});
const card = (id: number, chapters = 0) => ({ id, slug: `c${id}`, chapters_count: chapters }) as ComicCard;
const progress: Progress = {
  1: { slug: 'c1', title: 'one-shot, half way', updatedAt: 30, chapters: { 0: at(4, 8, 30) } },
  2: { slug: 'c2', title: 'one-shot, read', updatedAt: 50, chapters: { 0: at(8, 8, 50, 50) } },
  3: { slug: 'c3', title: 'series, first of two chapters read', updatedAt: 40, chapters: { 11: at(5, 5, 40, 40) } },
  4: { slug: 'c4', title: 'series, all read', updatedAt: 20, chapters: { 21: at(5, 5, 10, 10), 22: at(6, 6, 20, 20) } },
  5: {
    slug: 'c5',
    title: 'series, in the second chapter',
    updatedAt: 60,
    chapters: { 31: at(5, 5, 10, 10), 32: at(3, 6, 60) },
  },
};

describe('continue reading', () => {
  const open = unfinishedComics(comicsInProgress(progress), [card(1), card(2), card(3, 2), card(4, 2), card(5, 4)]);

  it('offers what is not read to its end, the most recent first', () => {
    expect(open.map(({ comicId }) => comicId)).toEqual([5, 3, 1]);
  });

  it('says where one is and how far that is', () => {
    expect(open.map(({ chapterId, share }) => [chapterId, share])).toEqual([
      ['32', 0.375],
      ['11', 0.5],
      [null, 0.5],
    ]);
  });

  it('leaves out what this visitor cannot see any more', () => {
    expect(unfinishedComics(comicsInProgress(progress), [card(1)]).map(({ comicId }) => comicId)).toEqual([1]);
  });

  it('offers a dozen at most', () => {
    const many: Progress = Object.fromEntries(
      Array.from({ length: 40 }, (_, id) => [
        id + 1,
        { slug: 's', title: '', updatedAt: id, chapters: { 0: at(1, 9, id) } },
      ]),
    );
    expect(
      unfinishedComics(
        comicsInProgress(many),
        Array.from({ length: 40 }, (_, id) => card(id + 1)),
      ).map(({ comicId }) => comicId),
    ).toEqual(Array.from({ length: 12 }, (_, i) => 40 - i));
  });
});
