import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { userStore } from './session.ts';
import { readLocal } from './viewer.ts';

/** Keeps what this browser remembers and the member's account the same while somebody is signed in; for guests no code is loaded. */
export function useLibrarySync(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let last: number | null = null;
    const follow = () => {
      const id = userStore.get()?.id ?? null;
      // A session may have ended while this page was not open.
      if (id === last && (id !== null || readLocal('komawari.shared') === null)) { return; }
      last = id;
      void import('./library-sync.ts').then(({ beginSharing, endSharing }) => (id === null ? endSharing() : beginSharing(id, () => void revalidate())));
    };
    follow();
    return userStore.watch(follow);
  }, []);
}
