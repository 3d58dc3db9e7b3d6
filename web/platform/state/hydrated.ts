import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether what is rendered may differ from what the server rendered: false on the server and while hydrating. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
