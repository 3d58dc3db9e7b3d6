import type { ChapterProgress, ComicProgress } from './progress.ts';
import { progressStore } from './progress-store.ts';
import { userStore } from '#web/platform/session/session.ts';
import { keepUnsent, flushProgress, outboxStore } from './progress-outbox.ts';

/** How long the account is not told, in ms, so that a mark can be taken back as if it had never been; as long as a toast stays. */
const UNDO = 8000;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Says of chapters of a comic that they are read, or that they are not, in this browser and the member's account.
 *
 * @param chapters in reading order.
 * @returns how to take that back.
 */
export function markChapters(
  comic: { id: number; slug: string; title: string },
  chapters: readonly { id: number; pages: number }[],
  read: boolean,
): () => void {
  const before = progressStore.get()[comic.id];
  const owed = new Set(outboxStore.get());
  const now = Date.now();
  const ids = chapters.map(({ id }) => String(id));
  const marked = chapters.map(({ pages }, at) =>
    markedAs(before?.chapters[ids[at]!], pages, read, now - (chapters.length - 1 - at)),
  );
  put(comic, Object.fromEntries(ids.map((id, at) => [id, marked[at]!])));
  keepUnsent(comic.id, ids);
  notifySoon();
  return () => {
    const unsent = new Set(outboxStore.get());
    const isHeard = userStore.get() !== null && ids.some((id) => !unsent.has(`${comic.id}:${id}`));
    if (!isHeard) {
      takeBack(comic, Object.fromEntries(ids.map((id) => [id, before?.chapters[id]])));
      // Progress that was not sent before still has to be sent.
      keepUnsent(
        comic.id,
        ids.filter((id) => !owed.has(`${comic.id}:${id}`)),
        false,
      );
      return;
    }
    // The account knows already: what was before is its news.
    put(
      comic,
      Object.fromEntries(
        ids.map((id, at) => {
          const was = before?.chapters[id] ?? markedAs(undefined, chapters[at]!.pages, false, now);
          return [id, { ...was, marked: true, updatedAt: marked[at]!.updatedAt + 1 }];
        }),
      ),
    );
    keepUnsent(comic.id, ids);
    notifySoon();
  };
}

/** A chapter that is not read keeps its moment, so that what was read last is still gone on with. */
function markedAs(before: ChapterProgress | undefined, pages: number, read: boolean, now: number): ChapterProgress {
  const maxPage = before?.maxPage ?? 1;
  return read
    ? {
        page: pages,
        offset: 1,
        maxPage: Math.max(maxPage, pages),
        pages,
        completedAt: before?.completedAt ?? now,
        updatedAt: Math.max(now, (before?.updatedAt ?? 0) + 1),
        marked: true,
      }
    : {
        page: 1,
        offset: 0,
        maxPage,
        pages,
        completedAt: null,
        updatedAt: (before?.updatedAt ?? now) + 1,
        marked: true,
      };
}

function put(comic: { id: number; slug: string; title: string }, records: Record<string, ChapterProgress>): void {
  progressStore.change((progress) => {
    const chapters = { ...progress[comic.id]?.chapters, ...records };
    const own: ComicProgress = {
      slug: comic.slug,
      title: comic.title,
      updatedAt: Math.max(...Object.values(chapters).map(({ updatedAt }) => updatedAt)),
      chapters,
    };
    return { ...progress, [comic.id]: own };
  });
}

/** Puts these chapters as they were, those that were not known away; what was read of others meanwhile stays. */
function takeBack(
  comic: { id: number; slug: string; title: string },
  were: Record<string, ChapterProgress | undefined>,
): void {
  const { [comic.id]: now, ...others } = progressStore.get();
  const chapters = Object.entries({ ...now?.chapters, ...were }).filter(
    (each): each is [string, ChapterProgress] => each[1] !== undefined,
  );
  progressStore.change(() => others);
  if (chapters.length > 0) {
    put(comic, Object.fromEntries(chapters));
  }
}

function notifySoon(): void {
  if (timer === undefined) {
    window.addEventListener('pagehide', flushProgress);
  }
  clearTimeout(timer);
  timer = setTimeout(flushProgress, UNDO);
}
