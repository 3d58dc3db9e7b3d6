// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { ChapterProgress } from '#web/library/progress/progress.ts';
import {
  nextProgress,
  countedPages,
  isLeavingAtEnd,
  isSamePages,
  resumePoint,
  type PictureState,
  type VisiblePages,
} from './progress.ts';

const sight = (page: number, more: Partial<VisiblePages> = {}): VisiblePages => ({
  page,
  offset: 0,
  lastInView: page,
  pages: 10,
  ended: false,
  begun: true,
  ...more,
});
const read = (more: Partial<ChapterProgress>): ChapterProgress => ({
  page: 1,
  offset: 0,
  maxPage: 1,
  pages: 10,
  completedAt: null,
  updatedAt: 100,
  ...more,
});

describe('what is remembered', () => {
  it('is the place and the furthest page in view', () => {
    expect(nextProgress(undefined, sight(4, { lastInView: 5, offset: 0.25 }), false, 100)).toEqual(
      read({ page: 4, offset: 0.25, maxPage: 5 }),
    );
  });

  it('never lowers the furthest page', () => {
    expect(nextProgress(read({ maxPage: 9 }), sight(2), false, 200)).toMatchObject({ page: 2, maxPage: 9 });
  });

  it('is complete at the first sight of the end', () => {
    expect(nextProgress(read({}), sight(10, { ended: true }), true, 200).completedAt).toBe(200);
  });

  it('is past a last page too short to come under the eye', () => {
    expect(nextProgress(undefined, sight(9, { lastInView: 10, offset: 0.8, ended: true }), true, 200)).toMatchObject({
      page: 10,
      offset: 1,
    });
  });

  it('stays complete when it is read again', () => {
    expect(nextProgress(read({ completedAt: 50 }), sight(1), false, 200).completedAt).toBe(50);
    expect(nextProgress(read({ completedAt: 50 }), sight(10, { ended: true }), true, 200).completedAt).toBe(50);
  });

  it.each([
    [8, 10, false],
    [9, 10, true],
    [10, 10, true],
    [1, 1, true],
  ])('leaving page %i of %i for the next chapter: %s', (page, pages, expected) => {
    expect(isLeavingAtEnd(page, pages)).toBe(expected);
  });
});

describe('what counts as read', () => {
  const end = sight(10, { ended: true });
  const states =
    (more: Record<number, PictureState> = {}) =>
    (page: number): PictureState =>
      more[page] ?? 'ready';

  it.each<[string, VisiblePages, Record<number, PictureState>, boolean, Partial<VisiblePages>]>([
    ['the end that is seen', end, {}, false, { page: 10, ended: true }],
    ['not the end whose picture is coming', end, { 10: 'coming' }, false, { page: 10, ended: false }],
    ['the end whose picture is coming, when one leaves', end, { 10: 'coming' }, true, { page: 10, ended: true }],
    [
      'not a last page that failed, even when one leaves',
      end,
      { 10: 'failed' },
      true,
      { page: 9, lastInView: 9, ended: false },
    ],
    [
      'not several last pages that failed',
      end,
      { 8: 'failed', 9: 'failed', 10: 'failed' },
      true,
      { page: 7, lastInView: 7, ended: false },
    ],
    ['a page whose last one but one failed', end, { 9: 'failed' }, true, { page: 10, ended: true }],
    [
      'not a strip that is all in view as it is opened',
      sight(1, { lastInView: 2, pages: 2, ended: true, begun: false }),
      {},
      true,
      { page: 1, lastInView: 2, ended: false },
    ],
    [
      'that strip once one has moved',
      sight(1, { lastInView: 2, pages: 2, ended: true, offset: 0.1 }),
      {},
      false,
      { ended: true },
    ],
    ['a single page as it is opened', sight(1, { pages: 1, ended: true, begun: false }), {}, false, { ended: true }],
  ])('%s', (_name, seen, pictures, leaving, expected) => {
    expect(countedPages(seen, states(pictures), leaving)).toMatchObject(expected);
  });

  it('a place that did not change is nothing new', () => {
    expect([
      isSamePages(undefined, end),
      isSamePages(end, { ...end }),
      isSamePages(end, { ...end, offset: 0.0001 }),
      isSamePages(end, { ...end, offset: 0.1 }),
      isSamePages(end, { ...end, ended: false }),
    ]).toEqual([false, true, true, false, false]);
  });

  it('the end that was seen a moment ago completes, and the place is where one is now', () => {
    expect(nextProgress(undefined, sight(3), true, 200)).toMatchObject({ page: 3, completedAt: 200 });
  });
});

describe('opening again', () => {
  it.each([
    ['nothing known', undefined, 10, null],
    ['in the middle', read({ page: 4, offset: 0.5 }), 10, { page: 4, offset: 0.5 }],
    ['at the end, finished', read({ page: 10, completedAt: 90 }), 10, { page: 1, offset: 0 }],
    ['early in a tall last page', read({ page: 10, offset: 0.2, completedAt: 90 }), 10, { page: 10, offset: 0.2 }],
    ['late in a tall last page', read({ page: 10, offset: 0.7, completedAt: 90 }), 10, { page: 1, offset: 0 }],
    ['reading a finished one again', read({ page: 3, completedAt: 90 }), 10, { page: 3, offset: 0 }],
    ['fewer pages than then', read({ page: 9, offset: 0.5 }), 5, { page: 5, offset: 0 }],
    ['no pages', read({ page: 2 }), 0, null],
  ])('%s', (_name, record, pages, expected) => {
    expect(resumePoint(record, pages)).toEqual(expected);
  });
});
