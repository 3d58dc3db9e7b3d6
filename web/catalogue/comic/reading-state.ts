import type { Chapter } from '#contract/chapters.ts';
import { ONE_SHOT, whereToContinue, type ChapterProgress, type ComicProgress } from '#web/library/progress/progress.ts';
import { chooseVersions, groupVersions, openChapters } from '#web/library/progress/chapter-versions.ts';
import { progressStore } from '#web/library/progress/progress-store.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import type { ComicView } from './comic-data.ts';

/** How far this browser has read a comic. */
export interface Reading {
  /** Where to go on: null where nothing was begun, or everything was read. */
  goOn: { chapter: Chapter | null; page: number } | null;
  /** How many pages of a one-shot, or chapters of a series, are done, of how many; versions of a chapter count as one. */
  done: number;
  total: number;
  /** Of each chapter the version to read, without those that the reader steps over. */
  chapters: readonly Chapter[];
  /** The progress of a chapter; null for the one-shot itself. */
  of: (chapter: Chapter | null) => ChapterProgress | undefined;
}

/** How far a comic was read, from what is remembered of it. */
export function readingState(progress: ComicProgress | undefined, { comic, chapters }: ComicView): Reading {
  const idFor = (chapter: Chapter | null) => (chapter === null ? ONE_SHOT : String(chapter.id));
  const of = (chapter: Chapter | null) => progress?.chapters[idFor(chapter)];
  const groups = groupVersions(openChapters(chapters));
  const versions = chooseVersions(groups, (chapter) => of(chapter)?.updatedAt);
  const where = whereToContinue(progress, chapters.length === 0 ? [ONE_SHOT] : versions.map(idFor));
  const goOn = where && {
    chapter: versions.find((chapter) => idFor(chapter) === where.chapterId) ?? null,
    page: where.page,
  };
  if (chapters.length > 0) {
    return {
      goOn,
      of,
      chapters: versions,
      total: versions.length,
      done: groups.filter((each) => each.some((chapter) => typeof of(chapter)?.completedAt === 'number')).length,
    };
  }
  const own = of(null);
  return { goOn, of, chapters: [], total: comic.pages, done: Math.min(countReadPages(own), comic.pages) };
}

/** How far this browser has read a comic; nothing while hydrating. */
export function useReading(view: ComicView): Reading {
  return readingState(usePersistentStore(progressStore)[view.comic.id], view);
}

/** How many pages are behind the reader; all of them once it was read to the end. */
export function countReadPages(record: ChapterProgress | undefined): number {
  if (record === undefined) return 0;
  return record.completedAt === null ? record.page - 1 : record.pages;
}
