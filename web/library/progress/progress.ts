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
  /** A person said by themselves whether it is read, and the account has not heard it. */
  marked?: boolean;
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

/** Whether a chapter was read and left at its end: on its last page, of a tall one in its second half. */
export function isFinished({ completedAt, page, pages, offset }: ChapterProgress): boolean {
  return completedAt !== null && page >= pages && (offset === 0 || offset >= 0.5);
}

/** Whether a chapter that is remembered counts as one that nobody has begun: at its very beginning, and not read. */
export function isUnread({ completedAt, page, offset }: ChapterProgress): boolean {
  return completedAt === null && page <= 1 && offset === 0;
}

/**
 * Which chapter of a comic to go on with: the one read last, or the one after it once that is finished.
 *
 * A chapter that was opened and left at its first row is not begun. `chapterIds` are in reading order, `[ONE_SHOT]` for
 * a one-shot. Null where nothing was read or everything was: then reading starts afresh.
 */
export function whereToContinue(
  progress: ComicProgress | undefined,
  chapterIds: readonly string[],
): { chapterId: string; page: number } | null {
  const latest = chapterIds
    .filter((id) => progress?.chapters[id] !== undefined && !isUnread(progress.chapters[id]))
    .sort((a, b) => progress!.chapters[b]!.updatedAt - progress!.chapters[a]!.updatedAt)[0];
  if (progress === undefined || latest === undefined) return null;
  const record = progress.chapters[latest]!;
  if (!isFinished(record)) return { chapterId: latest, page: Math.max(record.page, 1) };
  const following = chapterIds[chapterIds.indexOf(latest) + 1];
  if (following === undefined) return null;
  const next = progress.chapters[following];
  return { chapterId: following, page: next === undefined || isFinished(next) ? 1 : Math.max(next.page, 1) };
}

/** How much of a comic is read, 0 to 1: of a one-shot its pages, of a series (`chapters` > 0) its chapters. */
export function onProgressChange(progress: ComicProgress | undefined, chapters: number): number {
  const records = Object.values(progress?.chapters ?? {}).sort((a, b) => b.updatedAt - a.updatedAt);
  const [latest] = records;
  if (latest === undefined) return 0;
  const within = (record: ChapterProgress) => record.page / Math.max(1, record.pages);
  if (chapters === 0) return latest.completedAt === null ? Math.min(1, within(latest)) : 1;
  const done = records.filter(({ completedAt }) => completedAt !== null).length;
  return Math.min(1, (done + (latest.completedAt === null ? within(latest) : 0)) / chapters);
}

/** The content of storage without anything that is not a record of ours: it may be old, edited or broken. */
export function readProgress(stored: unknown): Progress {
  const comics = Object.entries(record(stored)).flatMap(([id, value]) => {
    const { slug, title, updatedAt, chapters } = record(value);
    if (typeof slug !== 'string' || typeof title !== 'string' || !isCount(updatedAt)) return [];
    const known = Object.entries(record(chapters)).filter(([, chapter]) => isChapterProgress(chapter));
    return known.length === 0 ? [] : [[id, { slug, title, updatedAt, chapters: Object.fromEntries(known) }]];
  });
  return Object.fromEntries(comics) as Progress;
}

function isChapterProgress(value: unknown): value is ChapterProgress {
  const { page, offset, maxPage, pages, completedAt, updatedAt } = record(value);
  return (
    [page, maxPage, pages, updatedAt].every(isCount) &&
    typeof offset === 'number' &&
    offset >= 0 &&
    offset <= 1 &&
    (completedAt === null || isCount(completedAt))
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
