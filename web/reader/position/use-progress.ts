import { useCallback, useEffect, useRef } from 'react';
import { isIncognito } from '#web/library/progress/incognito.ts';
import { progressStore } from '#web/library/progress/progress-store.ts';
import { saveLocalProgress } from '#web/library/progress/local-progress.ts';
import { isReadingRemembered, queueProgress } from '#web/library/progress/progress-outbox.ts';
import { pageImageUrl, progressId, type ChapterData } from '#web/reader/chapter/chapter-data.ts';
import {
  nextProgress,
  countedPages,
  isLeavingAtEnd,
  isSamePages,
  type PictureState,
  type VisiblePages,
} from './progress.ts';
import { usePictureNews, type Pictures } from '#web/reader/pages/use-pictures.ts';

/** The place is written once it has rested this many ms, and when the page is left (research into peers: 50 ms to 1 s); one that never rests, this often. */
const REST = 1000;
const LATEST = 10_000;

/**
 * Remembers in this browser how far a chapter was read, and tells the member's account. `see` says what is in view; `leave`
 * that the reader goes on to the next chapter. Nothing is remembered of a comic of which not every page may be seen, of
 * someone who reads without leaving a trace, nor of a member who has paused that.
 *
 * @param saver whether the smaller pictures are shown.
 */
export function useProgress({ comic, chapter, images, closed }: ChapterData, pictures: Pictures, saver: boolean) {
  const seen = useRef<VisiblePages>(undefined);
  const unsaved = useRef<{ since: number; completes: boolean }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = progressId(chapter);
  const pages = images.length;

  const stateFor = useCallback(
    (page: number): PictureState => {
      const src = pageImageUrl(images[page - 1]!, saver);
      return pictures.ready.has(src) ? 'ready' : pictures.failed.has(src) ? 'failed' : 'coming';
    },
    [images, pictures, saver],
  );

  const flush = useCallback(
    (leaving: boolean) => {
      clearTimeout(timer.current);
      const [sight, told] = [seen.current, unsaved.current];
      // Whether an end counts whose picture has not come is known when it comes, or the reader leaves.
      const isOpen = !leaving && sight?.ended && stateFor(sight.pages) === 'coming';
      unsaved.current = isOpen && told ? { ...told, since: Date.now() } : undefined;
      if (sight === undefined || told === undefined || isIncognito() || !isReadingRemembered()) return;
      const counted = countedPages(sight, stateFor, leaving);
      progressStore.change((progress) =>
        saveLocalProgress(
          progress,
          comic,
          id,
          nextProgress(progress[comic.id]?.chapters[id], counted, told.completes || counted.ended, Date.now()),
        ),
      );
      queueProgress(comic.id, id);
    },
    [comic, id, stateFor],
  );

  const see = useCallback(
    (looked: Omit<VisiblePages, 'pages'>, again = false) => {
      const sight = { ...looked, pages };
      if (closed !== null || pages === 0 || (!again && isSamePages(seen.current, sight))) return;
      seen.current = sight;
      const { since = Date.now(), completes = false } = unsaved.current ?? {};
      const ends = countedPages(sight, stateFor, false).ended;
      unsaved.current = { since, completes: completes || ends };
      clearTimeout(timer.current);
      // The end is kept at once: whoever has seen it may be gone.
      if (ends && !progressStore.get()[comic.id]?.chapters[id]?.completedAt) {
        flush(false);
        return;
      }
      timer.current = setTimeout(() => flush(false), Math.min(REST, Math.max(since + LATEST - Date.now(), 0)));
    },
    [closed, pages, comic.id, id, flush, stateFor],
  );

  const leave = useCallback(
    (lastInView: number) => {
      if (isLeavingAtEnd(Math.max(lastInView, seen.current?.lastInView ?? 0), pages)) {
        see({ page: pages, offset: 0, lastInView: pages, ended: true, begun: true });
      }
      flush(true);
    },
    [pages, see, flush],
  );

  // The end was in view before its picture was.
  const last = usePictureNews(pictures, () => (pages === 0 ? 'coming' : stateFor(pages)));
  useEffect(() => {
    if (last === 'ready' && seen.current?.ended) {
      see(seen.current, true);
    }
  }, [last, see]);

  useEffect(() => {
    const onLeave = () => flush(true);
    const onHide = () => {
      if (document.visibilityState === 'hidden') {
        flush(true);
      }
    };
    document.addEventListener('visibilitychange', onHide);
    document.addEventListener('freeze', onLeave);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      document.removeEventListener('freeze', onLeave);
      window.removeEventListener('pagehide', onLeave);
      flush(true);
    };
  }, [flush]);

  // Progress in one chapter says nothing of the next.
  useEffect(
    () => () => {
      seen.current = undefined;
    },
    [id],
  );

  return { see, leave };
}
