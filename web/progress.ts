/** How far one chapter (or a one-shot) was read. `page` counts from 1; `offset` is the share of that page above the eye, 0 to 1. */
export interface ChapterProgress {
  page: number;
  offset: number;
  /** The furthest page that was ever in view; never falls. */
  maxPage: number;
  /** How many pages there were. */
  pages: number;
  /** When it was first read to its end, in ms since 1970; reading it again keeps it. */
  completedAt: number | null;
  updatedAt: number;
}

/** How far one comic was read, by the id of the chapter (`ONE_SHOT` where there are none). */
export interface ComicProgress {
  slug: string;
  title: string;
  updatedAt: number;
  chapters: Record<string, ChapterProgress>;
}

/** Everything this browser remembers, by the comic's id. */
export type Progress = Record<string, ComicProgress>;

/** Stands for the chapter of a comic that has none. */
export const ONE_SHOT = '0';
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
  return {
    page: sight.page,
    offset: sight.offset,
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
  if (record.completedAt !== null && record.page >= record.pages) { return { page: 1, offset: 0 }; }
  return { page: Math.min(Math.max(record.page, 1), pages), offset: record.page > pages ? 0 : record.offset };
}

/**
 * Which chapter of a comic to go on with: the one read last, or the one after it once that is finished.
 *
 * `chapterIds` are in reading order, `[ONE_SHOT]` for a one-shot. Null where nothing was read or everything was:
 * then reading starts afresh.
 */
export function whereToContinue(progress: ComicProgress | undefined, chapterIds: readonly string[]): { chapterId: string; page: number } | null {
  const latest = chapterIds
    .filter((id) => progress?.chapters[id] !== undefined)
    .sort((a, b) => progress!.chapters[b]!.updatedAt - progress!.chapters[a]!.updatedAt)[0];
  if (progress === undefined || latest === undefined) { return null; }
  const record = progress.chapters[latest]!;
  if (record.completedAt === null || record.page < record.pages) { return { chapterId: latest, page: Math.max(record.page, 1) }; }
  const following = chapterIds[chapterIds.indexOf(latest) + 1];
  return following === undefined ? null : { chapterId: following, page: Math.max(progress.chapters[following]?.page ?? 1, 1) };
}

/** What storage holds, without anything that is not a record of ours: it may be old, edited or broken. */
export function readProgress(stored: unknown): Progress {
  const comics = Object.entries(record(stored)).flatMap(([id, value]) => {
    const { slug, title, updatedAt, chapters } = record(value);
    if (typeof slug !== 'string' || typeof title !== 'string' || !isCount(updatedAt)) { return []; }
    const known = Object.entries(record(chapters)).filter(([, chapter]) => isChapterProgress(chapter));
    return known.length === 0 ? [] : [[id, { slug, title, updatedAt, chapters: Object.fromEntries(known) }]];
  });
  return Object.fromEntries(comics) as Progress;
}

function isChapterProgress(value: unknown): value is ChapterProgress {
  const { page, offset, maxPage, pages, completedAt, updatedAt } = record(value);
  return [page, maxPage, pages, updatedAt].every(isCount)
    && typeof offset === 'number' && offset >= 0 && offset <= 1
    && (completedAt === null || isCount(completedAt));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? value as Record<string, unknown> : {};
}
