/** Lets so many things at a time happen for each key. */
export interface KeyedSemaphore {
  /** Takes a turn and answers how to give it back, which counts once; null when all are taken. */
  take(key: number): (() => void) | null;
}

/** Makes turns: at most `most` of a key are out at a time. Keys of which none is out take no memory. */
export function createKeyedSemaphore(most: number): KeyedSemaphore {
  const out = new Map<number, number>();
  return {
    take(key) {
      const now = out.get(key) ?? 0;
      if (now >= most) { return null; }
      out.set(key, now + 1);
      let back = false;
      return () => {
        if (back) { return; }
        back = true;
        const rest = (out.get(key) ?? 1) - 1;
        if (rest === 0) { out.delete(key); } else { out.set(key, rest); }
      };
    },
  };
}
