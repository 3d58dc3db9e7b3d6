import { useSyncExternalStore } from 'react';

let open = false;
let early = '';
const listeners = new Set<() => void>();

/** Opens or closes the search popup. */
export function setSearchOpen(next: boolean): void {
  if (open === next) { return; }
  open = next;
  early = '';
  for (const listener of listeners) { listener(); }
}

/** Whether the search popup is open now, or about to be. */
export function isSearchOpen(): boolean {
  return open;
}

/** Whether the search popup is open. */
export function useSearchOpen(): boolean {
  return useSyncExternalStore(watch, isSearchOpen, () => false);
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps a letter that was typed between opening the popup and its arrival; a line end stands for Enter. */
export function typeEarly(letter: string): void {
  early += letter;
}

/** What was typed before the popup arrived. */
export function typedEarly(): string {
  return early;
}
