import { useCallback, useRef, useState } from 'react';
import type { PictureState } from './progress.ts';

/** Pictures held ready outside the page; more than are ever fetched ahead at once. */
const HELD = 16;

export interface Pictures {
  /** Addresses of the pictures that are there. */
  ready: ReadonlySet<string>;
  /** Addresses of those that could not be fetched; one that comes after all is no longer among them. */
  failed: ReadonlySet<string>;
  /** Says that a picture came, or that it could not be had. */
  markReady: (src: string, failed?: boolean) => void;
  stateOf: (src: string) => PictureState;
  markFailed: (src: string) => void;
  /** Fetches and decodes pictures, the most wanted first; those that are there or on their way are left alone. */
  fetchAhead: (srcs: readonly string[]) => void;
}

/** Which pictures are there, and fetching more of them ahead. */
export function usePictures(): Pictures {
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const held = useRef(new Map<string, HTMLImageElement>());

  const markReady = useCallback((src: string, hasFailed = false) => {
    setFailed((now) => (now.has(src) === hasFailed ? now : new Set(hasFailed ? [...now, src] : [...now].filter((each) => each !== src))));
    if (hasFailed) { return; }
    setReady((now) => (now.has(src) ? now : new Set([...now, src])));
    setFailed((now) => (now.has(src) ? new Set([...now].filter((each) => each !== src)) : now));
  }, []);
  const markFailed = useCallback((src: string) => {
    setFailed((now) => (now.has(src) ? now : new Set([...now, src])));
  }, []);

  const fetchAhead = useCallback((srcs: readonly string[]) => {
    for (const src of srcs) {
      if (held.current.has(src)) { continue; }
      const picture = new Image();
      picture.src = src;
      held.current.set(src, picture);
      // A picture that fails here is asked for again by the page that shows it.
      picture.decode().then(() => markReady(src), () => { held.current.delete(src); markFailed(src); });
    }
    for (const oldest of [...held.current.keys()].slice(0, Math.max(held.current.size - HELD, 0))) { held.current.delete(oldest); }
  }, [markReady, markFailed]);

  return { ready, failed, markReady, markFailed, fetchAhead };
}
