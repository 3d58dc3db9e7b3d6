import type { ChapterProgress, ComicProgress, Progress } from './progress.ts';

/** Comics remembered; the ones read longest ago are forgotten first. */
export const MAX_COMICS = 500;

/** The two records of one chapter as one: the newer place, the furthest page, the first completion. */
export function mergeChapter(a: ChapterProgress | undefined, b: ChapterProgress): ChapterProgress {
  if (a === undefined) return b;
  const newer = b.updatedAt >= a.updatedAt ? b : a;
  const completions = [a.completedAt, b.completedAt].filter((time) => time !== null);
  return {
    ...newer,
    maxPage: Math.max(a.maxPage, b.maxPage),
    completedAt: completions.length === 0 ? null : Math.min(...completions),
  };
}

/** Everything remembered, with one more record of a chapter merged in; at most `MAX_COMICS` comics. */
export function saveLocalProgress(
  progress: Progress,
  comic: { id: number; slug: string; title: string },
  chapterId: string,
  record: ChapterProgress,
): Progress {
  const known = progress[comic.id];
  const chapters = { ...known?.chapters, [chapterId]: mergeChapter(known?.chapters[chapterId], record) };
  const updatedAt = Math.max(known?.updatedAt ?? 0, record.updatedAt);
  const all = Object.entries<ComicProgress>({
    ...progress,
    [comic.id]: { slug: comic.slug, title: comic.title, updatedAt, chapters },
  });
  if (all.length <= MAX_COMICS) return Object.fromEntries(all);
  return Object.fromEntries(all.sort(([, a], [, b]) => b.updatedAt - a.updatedAt).slice(0, MAX_COMICS));
}
