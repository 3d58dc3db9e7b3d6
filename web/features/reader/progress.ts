import { isFinished, type ChapterProgress } from '#web/kept/progress.ts';

/** What the reader sees at one moment. `ended` says it saw the end: half of the last page, the panel after it, or left it for the next chapter. */
export interface Sight {
  page: number;
  offset: number;
  /** The last page in view, counting from 1. */
  lastInView: number;
  pages: number;
  ended: boolean;
}

/** What is remembered after seeing this, at `now` (ms since 1970). */
export function afterSight(before: ChapterProgress | undefined, sight: Sight, now: number): ChapterProgress {
  // A last page too short to come under the eye was read all the same.
  const passed = sight.ended && sight.page < sight.pages;
  return {
    page: passed ? sight.pages : sight.page,
    offset: passed ? 1 : sight.offset,
    maxPage: Math.max(before?.maxPage ?? 0, sight.lastInView),
    pages: sight.pages,
    completedAt: before?.completedAt ?? (sight.ended ? now : null),
    updatedAt: now,
  };
}

/** Whether going on to the next chapter from this page counts as having read the chapter: from its last two pages. */
export function isLeavingAtEnd(lastInView: number, pages: number): boolean {
  return lastInView > pages - 2;
}

/** Where to open a chapter again: its place, or its beginning once it was read and left at its end. Null where nothing is known. */
export function resumePoint(record: ChapterProgress | undefined, pages: number): { page: number; offset: number } | null {
  if (record === undefined || pages < 1) { return null; }
  if (isFinished(record)) { return { page: 1, offset: 0 }; }
  return { page: Math.min(Math.max(record.page, 1), pages), offset: record.page > pages ? 0 : record.offset };
}
