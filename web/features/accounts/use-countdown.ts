import { useEffect, useState } from 'react';
import { ApiFailure } from '#web/api.ts';

/** Seconds until a call that was refused as one too many may be made again, counted down; 0 where none was. */
export function useCountdown(failure: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const wait = failure instanceof ApiFailure && failure.status === 429 ? failure.retryAfter ?? 0 : 0;
    setLeft(wait);
    if (wait === 0) { return; }
    const until = Date.now() + wait * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) { clearInterval(timer); }
    }, 250);
    return () => clearInterval(timer);
  }, [failure]);
  return left;
}
