import { withTransaction, type Db } from '#server/db/database.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import type { JobFunction, JobKind, RunningJob } from '#server/jobs/registry.ts';
import { listBlockedImages } from './queries.ts';
import { holdList, markSearched, notSearched } from './queries-entries.ts';
import { removeListed } from './public/quarantine.ts';

/** Searches the library for pictures that came onto the list. */
export const RESCAN_JOB: JobKind = { kind: 'blocklist.search', attempts: 10, atOnce: 1 };

/** Entries that are searched for at once: some milliseconds each. */
const BATCH = 50;

/** Searches for what was not searched for yet, some at a time; goes on where it was stopped. */
export function searchListed(deps: { db: Db; blobs: Blobs; evidence: Blobs }): JobFunction {
  return async (job) => {
    for (;;) {
      const entries = await notSearched(deps.db, BATCH);
      if (entries.length === 0 && (await endedSearched(deps.db, job))) return;
      job.signal.throwIfAborted();
      const ids = entries.map(({ id }) => id);
      await removeListed(deps, await listBlockedImages(deps.db, ids));
      await withTransaction(deps.db, (tx) => markSearched(tx, ids));
    }
  };
}

/** Ends the job unless entries came meanwhile. While it holds the list none can; whoever adds some afterwards puts a new one in line. */
function endedSearched(db: Db, job: RunningJob): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    await holdList(tx);
    if ((await notSearched(tx, 1)).length > 0) return false;
    await job.complete(tx);
    return true;
  });
}
