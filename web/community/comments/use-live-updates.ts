import { useEffect, useEffectEvent } from 'react';
import type { CommentPage } from '#contract/comments.ts';

/** How often is asked where nothing can be told, in milliseconds. */
const ASK_EVERY = 30_000;

/** How comments stand, as far as their page compares it with what it has. */
type CommentsState = Pick<CommentPage, 'version' | 'reacted'>;

/**
 * Calls back with every change of some comments while the page is in sight: told by the server as it happens, or, where
 * that does not work, every 30 seconds, without knowing.
 *
 * @param path of the events in the API, without `/api`.
 */
export function useLiveUpdates(path: string, changed: (told: CommentsState | null) => void): void {
  const onChanged = useEffectEvent(changed);
  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    const ask = () => {
      source?.close();
      source = null;
      timer ??= setInterval(() => onChanged(null), ASK_EVERY);
    };
    const open = () => {
      if (typeof EventSource === 'undefined') {
        ask();
        return;
      }
      source = new EventSource(`/api${path}`);
      source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
        try {
          onChanged(JSON.parse(data) as CommentsState);
        } catch {
          /* half a message of a connection that broke */
        }
      });
      // A connection that broke is opened again by the browser; one that was refused is not.
      source.addEventListener('error', () => {
        if (source?.readyState === EventSource.CLOSED) {
          ask();
        }
      });
    };
    const close = () => {
      source?.close();
      source = null;
      clearInterval(timer);
      timer = undefined;
    };
    // Browsers open few connections to one site: a page that nobody sees keeps none.
    const look = () => {
      if (document.hidden) {
        close();
      } else if (source === null && timer === undefined) {
        open();
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      close();
    };
  }, [path]);
}
