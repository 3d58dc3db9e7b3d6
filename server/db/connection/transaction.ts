import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<{ open: boolean }>();

/** Runs the inside of a transaction, in which `assertNoTransaction` throws until it ends. */
export async function runInTransactionScope<Result>(work: () => Promise<Result>): Promise<Result> {
  const state = { open: true };
  try {
    return await inside.run(state, work);
  } finally {
    state.open = false;
  }
}

/**
 * Refuses a second connection to whoever holds a transaction: on the embedded database it would wait for itself
 * forever, on a server it would not see what the transaction wrote.
 *
 * @throws Error when called from inside a transaction: a mistake in the code that asks.
 */
export function assertNoTransaction(): void {
  if (inside.getStore()?.open) throw new Error('inside a transaction only tx may be asked, not db');
}
