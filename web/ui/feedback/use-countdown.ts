import { useEffect, useState } from 'react';
import { ApiFailure } from '#web/platform/api/api.ts';

/**
 * Seconds until a call that was refused for now (429, 503) may be made again, counted down; 0 where none was. `fallbackSeconds`
 * are the seconds to wait where the API named none.
 */
export function useCountdown(failure: unknown, fallbackSeconds = 0): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const refused = failure instanceof ApiFailure && (failure.status === 429 || failure.status === 503);
    const wait = refused ? (failure.retryAfter ?? fallbackSeconds) : 0;
    setLeft(wait);
    if (wait === 0) return;
    const until = Date.now() + wait * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
      }
    }, 250);
    return () => clearInterval(timer);
  }, [failure, fallbackSeconds]);
  return left;
}
