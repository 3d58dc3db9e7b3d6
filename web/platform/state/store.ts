import { useSyncExternalStore } from 'react';

/** A value that any part of the page may change and others follow. */
export interface Store<Value> {
  get: () => Value;
  /** Changes it and tells everyone who follows. */
  set: (next: Value) => void;
  /** Calls back after every change; answers how to stop. */
  watch: (listener: () => void) => () => void;
  /** The value, rendered again whenever it is set; on the server and while hydrating what it began as. */
  use: () => Value;
}

/** Makes a value that is followed; it begins as `first`. */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get: () => value,
    watch,
    set(next) {
      value = next;
      for (const listener of listeners) {
        listener();
      }
    },
    use: () =>
      useSyncExternalStore(
        watch,
        () => value,
        () => first,
      ),
  };
}
