import { isFinished, type ChapterProgress, type ComicProgress, type Progress } from '#web/progress.ts';

/** Comics remembered; the ones read longest ago are forgotten first. */
export const MAX_COMICS = 500;

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

/** The two records of one chapter as one: the newer place, the furthest page, the first completion. */
export function mergeChapter(a: ChapterProgress | undefined, b: ChapterProgress): ChapterProgress {
  if (a === undefined) { return b; }
  const newer = b.updatedAt >= a.updatedAt ? b : a;
  const completions = [a.completedAt, b.completedAt].filter((time) => time !== null);
  return {
    ...newer,
    maxPage: Math.max(a.maxPage, b.maxPage),
    completedAt: completions.length === 0 ? null : Math.min(...completions),
  };
}

/** Everything remembered, with one more record of a chapter merged in; at most `MAX_COMICS` comics. */
export function remember(
  progress: Progress,
  comic: { id: number; slug: string; title: string },
  chapterId: string,
  record: ChapterProgress,
): Progress {
  const known = progress[comic.id];
  const chapters = { ...known?.chapters, [chapterId]: mergeChapter(known?.chapters[chapterId], record) };
  const updatedAt = Math.max(known?.updatedAt ?? 0, record.updatedAt);
  const all = Object.entries<ComicProgress>({ ...progress, [comic.id]: { slug: comic.slug, title: comic.title, updatedAt, chapters } });
  if (all.length <= MAX_COMICS) { return Object.fromEntries(all); }
  return Object.fromEntries(all.sort(([, a], [, b]) => b.updatedAt - a.updatedAt).slice(0, MAX_COMICS));
}

/** Where to open a chapter again: its place, or its beginning once it was read and left at its end. Null where nothing is known. */
export function resumePoint(record: ChapterProgress | undefined, pages: number): { page: number; offset: number } | null {
  if (record === undefined || pages < 1) { return null; }
  if (isFinished(record)) { return { page: 1, offset: 0 }; }
  return { page: Math.min(Math.max(record.page, 1), pages), offset: record.page > pages ? 0 : record.offset };
}
