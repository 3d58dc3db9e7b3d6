/** Lets so many things at a time happen for each key. */
export interface KeyedSemaphore {
  /** Takes a place and answers how to give it back, which counts once; null when all are taken. */
  take(key: number): (() => void) | null;
}

/** Promises a semaphore of `places` places for each key. Keys of which none is taken take no memory. */
export function createKeyedSemaphore(places: number): KeyedSemaphore {
  const taken = new Map<number, number>();
  return {
    take(key) {
      const now = taken.get(key) ?? 0;
      if (now >= places) return null;
      taken.set(key, now + 1);
      let isBack = false;
      return () => {
        if (isBack) return;
        isBack = true;
        const rest = (taken.get(key) ?? 1) - 1;
        if (rest === 0) {
          taken.delete(key);
        } else {
          taken.set(key, rest);
        }
      };
    },
  };
}
