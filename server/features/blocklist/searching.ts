import { withTransaction, type Db } from '#server/db/database.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import type { JobFunction, JobKind } from '#server/jobs/pairing.ts';
import { keptLike } from './queries.ts';
import { markSearched, notSearched } from './queries-entries.ts';
import { takeAwayListed } from './quarantine.ts';

/** Searches the library for pictures that came onto the list. */
export const SEARCH_LISTED: JobKind = { kind: 'blocklist.search', attempts: 10, atOnce: 1 };

/** Entries that are searched for at once: some milliseconds each. */
const BATCH = 50;

/** Searches for what was not searched for yet, some at a time; goes on where it was stopped. */
export function searchListed(deps: { db: Db; blobs: Blobs; evidence: Blobs }): JobFunction {
  return async ({ signal }) => {
    for (let entries = await notSearched(deps.db, BATCH); entries.length > 0; entries = await notSearched(deps.db, BATCH)) {
      signal.throwIfAborted();
      const ids = entries.map(({ id }) => id);
      await takeAwayListed(deps, await keptLike(deps.db, ids));
      await withTransaction(deps.db, (tx) => markSearched(tx, ids));
    }
  };
}
