import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** How often what is on its way is read again, in ms. */
const AGAIN = 2500;

/** Reads the page again from time to time, as long as something on it is on its way and it is looked at. */
export function usePolling(going: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!going || state !== 'idle') return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') {
        void revalidate();
      }
    }, AGAIN);
    return () => clearInterval(timer);
  }, [going, state, revalidate]);
}
