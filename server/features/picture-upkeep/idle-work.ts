import { rest } from '#server/concurrency/rest.ts';
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
