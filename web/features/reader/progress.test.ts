import { describe, expect, it } from 'vitest';
import type { ChapterProgress } from '#web/kept/progress.ts';
import { afterSight, isLeavingAtEnd, resumePoint, type Sight } from './progress.ts';

const sight = (page: number, more: Partial<Sight> = {}): Sight => ({ page, offset: 0, lastInView: page, pages: 10, ended: false, ...more });
const read = (more: Partial<ChapterProgress>): ChapterProgress =>
  ({ page: 1, offset: 0, maxPage: 1, pages: 10, completedAt: null, updatedAt: 100, ...more });

describe('what is remembered', () => {
  it('is the place and the furthest page in view', () => {
    expect(afterSight(undefined, sight(4, { lastInView: 5, offset: 0.25 }), 100)).toEqual(read({ page: 4, offset: 0.25, maxPage: 5 }));
  });

  it('never lowers the furthest page', () => {
    expect(afterSight(read({ maxPage: 9 }), sight(2), 200)).toMatchObject({ page: 2, maxPage: 9 });
  });

  it('is complete at the first sight of the end', () => {
    expect(afterSight(read({}), sight(10, { ended: true }), 200).completedAt).toBe(200);
  });

  it('is past a last page too short to come under the eye', () => {
    expect(afterSight(undefined, sight(9, { lastInView: 10, offset: 0.8, ended: true }), 200)).toMatchObject({ page: 10, offset: 1 });
  });

  it('stays complete when it is read again', () => {
    expect(afterSight(read({ completedAt: 50 }), sight(1), 200).completedAt).toBe(50);
    expect(afterSight(read({ completedAt: 50 }), sight(10, { ended: true }), 200).completedAt).toBe(50);
  });

  it.each([[8, 10, false], [9, 10, true], [10, 10, true], [1, 1, true]])('leaving page %i of %i for the next chapter: %s', (page, pages, expected) => {
    expect(isLeavingAtEnd(page, pages)).toBe(expected);
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
