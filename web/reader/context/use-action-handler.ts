import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReaderAction } from './key-map.ts';
import type { ReaderContext, ActionHandler } from './reader-context.ts';

/** A requested action goes to the tool that took it, else to the reader itself, else it waits for the tools to arrive. */
export function useActions() {
  const takers = useRef(new Map<ReaderAction, ActionHandler[]>());
  const waiting = useRef<ReaderAction | null>(null);
  const [wanted, setWanted] = useState(false);

  const take = useCallback((action: ReaderAction, taker: ActionHandler) => {
    takers.current.set(action, [taker, ...(takers.current.get(action) ?? [])]);
    if (waiting.current === action) {
      waiting.current = null;
      taker();
    }
    return () => {
      takers.current.set(
        action,
        (takers.current.get(action) ?? []).filter((each) => each !== taker),
      );
    };
  }, []);

  /** Whether a tool did it. */
  const offer = useCallback(
    (action: ReaderAction): boolean => (takers.current.get(action) ?? []).some((taker) => taker() !== false),
    [],
  );

  /** Keeps an action for the tool that is on its way; false where the tools are there and none took it. */
  const wait = useCallback((action: ReaderAction): boolean => {
    if (takers.current.size > 0) return false;
    waiting.current = action;
    setWanted(true);
    return true;
  }, []);

  const want = useCallback(() => setWanted(true), []);
  return { take, offer, wait, wanted, want };
}

/** Takes an action of the reader over while the component is there (and `active`). */
export function useActionHandler(
  { take }: Pick<ReaderContext, 'take'>,
  action: ReaderAction,
  taker: ActionHandler,
  active = true,
): void {
  const latest = useRef(taker);
  latest.current = taker;
  useEffect(() => (active ? take(action, () => latest.current()) : undefined), [take, action, active]);
}
