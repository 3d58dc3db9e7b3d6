import { useSyncExternalStore } from 'react';

const NAME = 'komawari.incognito';
const listeners = new Set<() => void>();
let now: boolean | null = null;

/**
 * Whether this tab reads without leaving a trace: no place is kept, here or in the account, and no view is counted. It
 * holds in the tab until it is switched off or the tab is closed; `?incognito` in the address of its first page switches it on.
 */
export function isIncognito(): boolean {
  if (typeof window === 'undefined') return false;
  return (now ??= isRequested() || isStored());
}

/** Reads on without or with leaving a trace. */
export function setIncognito(on: boolean): void {
  now = on;
  try {
    if (on) {
      sessionStorage.setItem(NAME, '1');
    } else {
      sessionStorage.removeItem(NAME);
    }
  } catch {
    /* it holds for this page */
  }
  for (const listener of listeners) {
    listener();
  }
}

/** As `isIncognito`, rendered again when it changes; false while hydrating. */
export function useIncognito(): boolean {
  return useSyncExternalStore(watch, isIncognito, () => false);
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps what the address asks for, so that it holds when the page is loaded again. */
function isRequested(): boolean {
  const isAsked = new URLSearchParams(location.search).has('incognito');
  if (isAsked) {
    setIncognito(true);
  }
  return isAsked;
}

function isStored(): boolean {
  try {
    return sessionStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}
