import { isFinished, type ChapterProgress } from '#web/library/progress/progress.ts';

/** The pages a reader sees at one moment. `ended` says it sees the end: half of the last page, or the panel after it. */
export interface VisiblePages {
  page: number;
  offset: number;
  /** The last page in view, counting from 1. */
  lastInView: number;
  pages: number;
  ended: boolean;
  /** Whether this is more than the first sight of the first page. */
  begun: boolean;
}

/** The state of the picture of a page. */
export type PictureState = 'ready' | 'failed' | 'coming';

/**
 * The part of the visible pages that counts as read. Pages at its end whose pictures failed do not; the last page does not while its picture
 * is coming, unless the reader is `leaving`; and where there are several pages, opening the first one is not reading them.
 */
export function countedPages(
  sight: VisiblePages,
  stateFor: (page: number) => PictureState,
  leaving: boolean,
): VisiblePages {
  let { lastInView } = sight;
  while (lastInView > 1 && stateFor(lastInView) === 'failed') {
    lastInView -= 1;
  }
  const state = stateFor(sight.pages);
  const isShown = state === 'ready' || (state === 'coming' && leaving);
  return {
    ...sight,
    lastInView,
    ended: sight.ended && isShown && (sight.begun || sight.pages === 1),
    ...(sight.page > lastInView ? { page: lastInView, offset: 0 } : {}),
  };
}

/** Whether two sights are the same place, so that a window that changed its size alone is nothing new. */
export function isSamePages(a: VisiblePages | undefined, b: VisiblePages): boolean {
  return (
    a !== undefined &&
    a.page === b.page &&
    a.lastInView === b.lastInView &&
    a.ended === b.ended &&
    a.begun === b.begun &&
    Math.abs(a.offset - b.offset) < 0.002
  );
}

/** The progress after seeing this, at `now` (ms since 1970). @param completes whether the end was seen, now or a moment ago. */
export function nextProgress(
  before: ChapterProgress | undefined,
  sight: VisiblePages,
  completes: boolean,
  now: number,
): ChapterProgress {
  // A last page too short to come under the eye was read all the same.
  const passed = sight.ended && sight.page < sight.pages;
  return {
    page: passed ? sight.pages : sight.page,
    offset: passed ? 1 : sight.offset,
    maxPage: Math.max(before?.maxPage ?? 0, passed ? sight.pages : sight.lastInView),
    pages: sight.pages,
    completedAt: before?.completedAt ?? (completes ? now : null),
    updatedAt: now,
    ...(before?.marked ? { marked: true } : {}),
  };
}

/** Whether going on to the next chapter from this page counts as having read the chapter: from its last two pages. */
export function isLeavingAtEnd(lastInView: number, pages: number): boolean {
  return lastInView > pages - 2;
}

/** Where to open a chapter again: its place, or its beginning once it was read and left at its end. Null where nothing is known. */
export function resumePoint(
  record: ChapterProgress | undefined,
  pages: number,
): { page: number; offset: number } | null {
  if (record === undefined || pages < 1) return null;
  if (isFinished(record)) return { page: 1, offset: 0 };
  return { page: Math.min(Math.max(record.page, 1), pages), offset: record.page > pages ? 0 : record.offset };
}
