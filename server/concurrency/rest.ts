import { setTimeout as pause } from 'node:timers/promises';

/** Promises that so many milliseconds have passed. Throws the reason of the signal. */
export async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await pause(milliseconds, undefined, { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
}
