import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

/** Opens or closes the search popup. */
export function setSearchOpen(next: boolean): void {
  if (open === next) { return; }
  open = next;
  for (const listener of listeners) { listener(); }
}

/** Whether the search popup is open. */
export function useSearchOpen(): boolean {
  return useSyncExternalStore(watch, () => open, () => false);
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
