import { useEffect, useState } from 'react';

/** Skeletons show only after this long, in milliseconds (interface, "Behaviour"). */
const SLOW_AFTER = 200;

/** Whether something has been going on for so long that it must be shown. */
export function useDelayedFlag(going: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!going) return;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [going]);
  return going && slow;
}
