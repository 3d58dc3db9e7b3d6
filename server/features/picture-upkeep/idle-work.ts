import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#server/db/database.ts';
import { isImporting } from './queries-analysis.ts';

/** Milliseconds until an import that is under way is looked for again. */
const STEP_ASIDE = 2000;

/** Promises that no archive is being imported. Throws the reason of the signal. */
export async function waitForImports(db: Db, signal: AbortSignal): Promise<void> {
  for (let busy = await isImporting(db); busy; busy = await isImporting(db)) {
    await rest(STEP_ASIDE, signal);
  }
}

/** Promises that so many milliseconds have passed. Throws the reason of the signal. */
export async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await pause(milliseconds, undefined, { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
}
