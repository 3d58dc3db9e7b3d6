import { useEffect, useState } from 'react';

interface Room {
  /** Bytes the browser still gives to this site; null where it does not say. */
  free: number | null;
  /** Whether the browser keeps what is saved until it is asked to remove it. */
  lasting: boolean;
}

/** How much room there is, asked anew whenever `taken` changes. */
export function useStorageEstimate(taken: number): Room {
  const [room, setRoom] = useState<Room>({ free: null, lasting: true });
  useEffect(() => {
    let gone = false;
    void (async () => {
      try {
        const [{ quota, usage = 0 }, lasting] = await Promise.all([
          navigator.storage.estimate(),
          navigator.storage.persisted(),
        ]);
        if (!gone) {
          setRoom({ free: quota === undefined ? null : Math.max(0, quota - usage), lasting });
        }
      } catch {
        /* a browser that does not say */
      }
    })();
    return () => {
      gone = true;
    };
  }, [taken]);
  return room;
}
