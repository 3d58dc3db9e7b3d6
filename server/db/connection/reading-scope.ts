import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<number>();

/**
 * Runs `work` so that what it reads has everything that was written up to a place in the primary's log: from a replica that has come
 * so far, else from the primary.
 *
 * @param position bytes; Infinity for the primary alone.
 */
export function readingFrom<Result>(position: number, work: () => Result): Result {
  return scope.run(position, work);
}

/** The place in the log that what is read now must have; 0 where any state will do. */
export function requiredPosition(): number {
  return scope.getStore() ?? 0;
}
