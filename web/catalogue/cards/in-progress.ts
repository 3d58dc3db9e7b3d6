import type { ComicCard } from '#contract/comics.ts';
import { isFinished, isUnread, ONE_SHOT, type ChapterProgress, type Progress } from '#web/library/progress/progress.ts';

/** A comic that someone has begun, and where they are in it. */
export interface ComicInProgress {
  comicId: number;
  /** Null for a one-shot. */
  chapterId: string | null;
  record: ChapterProgress;
  /** Chapters read to their end. */
  done: number;
}

/** Most comics that are offered to go on with. */
const MOST = 12;

/** The comics read last, the most recent first. Whether there is more of it to read only its card can tell: `unfinishedComics`. */
export function comicsInProgress(progress: Progress): ComicInProgress[] {
  return Object.entries(progress)
    .sort(([, a], [, b]) => b.updatedAt - a.updatedAt)
    .slice(0, MOST * 2)
    .map(([id, { chapters }]) => {
      const [chapterId, record] = Object.entries(chapters).sort(
        ([, a], [, b]) => Number(isUnread(a)) - Number(isUnread(b)) || b.updatedAt - a.updatedAt,
      )[0]!;
      const done = Object.values(chapters).filter(({ completedAt }) => completedAt !== null).length;
      return { comicId: Number(id), chapterId: chapterId === ONE_SHOT ? null : chapterId, record, done };
    });
}

/** Begun comics that can be continued: its card is there, and its last page or its last chapter is ahead. */
export function unfinishedComics(
  begun: readonly ComicInProgress[],
  cards: readonly ComicCard[],
): (ComicInProgress & { comic: ComicCard; share: number })[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return begun
    .flatMap((each) => {
      const comic = byId.get(each.comicId);
      const { record, done } = each;
      if (!comic || (isFinished(record) && done >= Math.max(1, comic.chapters_count))) return [];
      const within = isFinished(record) ? 0 : record.page / Math.max(1, record.pages);
      return [
        {
          ...each,
          comic,
          share: Math.min(1, comic.chapters_count > 0 ? (done + within) / comic.chapters_count : within),
        },
      ];
    })
    .slice(0, MOST);
}
