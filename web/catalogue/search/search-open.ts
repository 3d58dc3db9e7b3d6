import { createStore } from '#web/platform/state/store.ts';

const open = createStore(false);
let early = '';

/** Opens or closes the search popup. */
export function setSearchOpen(next: boolean): void {
  if (open.get() === next) return;
  early = '';
  open.set(next);
}

/** Whether the search popup is open now, or about to be. */
export function isSearchOpen(): boolean {
  return open.get();
}

/** Whether the search popup is open. */
export function useSearchOpen(): boolean {
  return open.use();
}

/** Keeps a letter that was typed between opening the popup and its arrival; a line end stands for Enter. */
export function bufferTyping(letter: string): void {
  early += letter;
}

/** The text typed before the popup arrived. */
export function takeTyping(): string {
  return early;
}
