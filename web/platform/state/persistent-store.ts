import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from './browser-storage.ts';

/** Something kept in local storage as JSON, the same in every tab of the browser. */
export interface PersistentStore<Value> {
  /** The value now; the same object until it changes. */
  get: () => Value;
  /**
   * Changes what is kept, starting from what is kept now, and tells everyone who watches; answers whether the browser
   * keeps it. Where it does not (storage full or denied), the value holds for this page.
   */
  change: (next: (value: Value) => Value) => boolean;
  /** Calls back after every change, also from other tabs; answers how to stop. */
  watch: (listener: () => void) => () => void;
  /** The value where nothing is stored; also what the server renders. */
  readonly empty: Value;
}

/**
 * Keeps a value under `name`. `read` makes a sound value of anything that was stored, null where nothing was; where it also
 * reads what stands under `beside`, the value is another one when that changes.
 */
export function persistentStore<Value>(
  name: string,
  read: (json: unknown) => Value,
  beside?: string,
): PersistentStore<Value> {
  const listeners = new Set<() => void>();
  const empty = read(null);
  let text: string | null = null;
  let other: string | null = null;
  let value = empty;

  const load = () => {
    const now = readLocal(name);
    const nowBeside = beside === undefined ? null : readLocal(beside);
    if (now !== text || nowBeside !== other) {
      text = now;
      other = nowBeside;
      value = now === null ? empty : read(parsed(now));
    }
    return value;
  };
  const notify = () => {
    for (const listener of listeners) {
      listener();
    }
  };

  return {
    empty,
    get: load,
    change(next) {
      value = next(load());
      const written = JSON.stringify(value);
      writeLocal(name, written);
      // The text that stands there now, not the one that should: where storage refuses, the value still holds for this page.
      text = readLocal(name);
      notify();
      return text === written;
    },
    watch(listener) {
      // Without a key: all was cleared.
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key === name || key === beside) {
          listener();
        }
      };
      listeners.add(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

/** The stored value, rendered again whenever it changes. On the server and while hydrating it is `empty`. */
export function usePersistentStore<Value>(kept: PersistentStore<Value>): Value {
  return useSyncExternalStore(kept.watch, kept.get, () => kept.empty);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
