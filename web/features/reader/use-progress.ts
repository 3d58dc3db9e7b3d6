import { useCallback, useEffect, useRef } from 'react';
import { progressStore } from '#web/kept/progress-store.ts';
import { remember } from '#web/kept/remembered.ts';
import { isReadingRemembered, markUnsent } from '#web/kept/unsent.ts';
import { progressId, type ChapterData } from './chapter-data.ts';
import { afterSight, isLeavingAtEnd, type Sight } from './progress.ts';

/** The place is written once it has rested this many ms, and when the page is left (research into peers: 50 ms to 1 s). */
const REST = 1000;

/**
 * Remembers in this browser how far a chapter was read, and tells the member's account. `see` says what is in view; `leave` that the reader goes on to
 * the next chapter. Nothing is remembered of a comic of which not every page may be
 * seen, nor of a member who has paused that.
 */
export function useProgress({ comic, chapter, images, closed }: ChapterData) {
  const latest = useRef<Sight>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = progressId(chapter);
  const pages = images.length;

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const sight = latest.current;
    latest.current = undefined;
    if (sight === undefined) { return; }
    if (!isReadingRemembered()) { return; }
    progressStore.change((progress) => remember(progress, comic, id, afterSight(progress[comic.id]?.chapters[id], sight, Date.now())));
    markUnsent(comic.id, id);
  }, [comic, id]);

  const see = useCallback((sight: Omit<Sight, 'pages'>) => {
    if (closed !== null || pages === 0) { return; }
    latest.current = { ...sight, pages, ended: sight.ended || latest.current?.ended === true };
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, REST);
  }, [closed, pages, flush]);

  const leave = useCallback((lastInView: number) => {
    if (isLeavingAtEnd(lastInView, pages)) { see({ page: pages, offset: 0, lastInView, ended: true }); }
    flush();
  }, [pages, see, flush]);

  useEffect(() => {
    const onHide = () => { if (document.visibilityState === 'hidden') { flush(); } };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  return { see, leave };
}
