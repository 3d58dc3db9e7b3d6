import { useEffect, useMemo, useSyncExternalStore } from 'react';

/** Which pictures are there, and fetching more of them ahead. It stays the same object; who shows what is there follows it with `usePictureNews`. */
export interface Pictures {
  /** Addresses of the pictures that are there. */
  ready: ReadonlySet<string>;
  /** Addresses of those that could not be had; one that comes after all is no longer among them. */
  failed: ReadonlySet<string>;
  /** Says that a picture came, or that it could not be had. */
  markReady: (src: string, failed?: boolean) => void;
  /** Fetches these pictures, the most wanted first, and lets go of all others it holds; those on their way that are no longer wanted are called off. */
  fetchAhead: (srcs: readonly string[]) => void;
  /** Calls back when a picture came or failed; answers how to stop. */
  watch: (listener: () => void) => () => void;
}

/** The pictures of a reader. Nothing is rendered again when one comes; what was still fetched ahead is called off with the reader. */
export function usePictures(): Pictures {
  const pictures = useMemo(() => makePictures(), []);
  useEffect(() => () => pictures.fetchAhead([]), [pictures]);
  return pictures;
}

/** The value `ask` gives for the pictures, rendered again when that changes; it must answer a value, not a new object. */
export function usePictureNews<Value>({ watch }: Pictures, ask: () => Value): Value {
  return useSyncExternalStore(watch, ask, ask);
}

function makePictures(): Pictures {
  const ready = new Set<string>();
  const failed = new Set<string>();
  const held = new Map<string, HTMLImageElement>();
  const listeners = new Set<() => void>();

  const mark = (src: string, to: Set<string>, from: Set<string>) => {
    if (to.has(src)) return;
    to.add(src);
    from.delete(src);
    for (const listener of listeners) {
      listener();
    }
  };
  const markReady = (src: string, hasFailed = false) =>
    hasFailed ? mark(src, failed, ready) : mark(src, ready, failed);

  return {
    ready,
    failed,
    markReady,
    fetchAhead(srcs) {
      for (const [src, picture] of held) {
        if (srcs.includes(src)) continue;
        held.delete(src);
        if (!picture.complete) {
          picture.removeAttribute('src');
        }
      }
      for (const src of srcs) {
        if (ready.has(src) || held.has(src)) continue;
        const picture = new Image();
        picture.addEventListener('load', () => markReady(src));
        // A picture that fails here is asked for again by the page that shows it.
        picture.addEventListener('error', () => {
          held.delete(src);
        });
        picture.src = src;
        held.set(src, picture);
      }
    },
    watch(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
