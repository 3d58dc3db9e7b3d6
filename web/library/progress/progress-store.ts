import { useSyncExternalStore } from 'react';
import { readProgress, type ComicProgress, type Progress } from './progress.ts';
import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** Where this browser left off in every comic it read. */
export const progressStore = persistentStore<Progress>('komawari.progress', readProgress);

let cached: Progress | null = null;
const listeners = new Set<() => void>();
let stop = () => {};

/** The progress in one comic, for every card of a page: storage is read once for all of them. */
export function useComicProgress(id: number): ComicProgress | undefined {
  return useSyncExternalStore(
    watch,
    () => (cached ??= progressStore.get())[id],
    () => undefined,
  );
}

function watch(listener: () => void): () => void {
  if (listeners.size === 0) {
    cached = null;
    stop = progressStore.watch(notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      stop();
      cached = null;
    }
  };
}

function notify(): void {
  cached = null;
  for (const listener of listeners) {
    listener();
  }
}
