import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue, reportProgress } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { refreshTermSearch } from './public/queries-writing.ts';
import { comicsWith, endMerge, findMerge, moveSomeComics, type TermMove } from './queries-merge.ts';

/** Gives the comics that have a term another one, or none: `{ from, into }`, keyed by the first. */
export const MERGE_TERM_JOB: JobKind = { kind: 'taxonomy.merge', attempts: 10, atOnce: 1 };

/** Milliseconds after which comics are looked for again that someone was writing with the former term while it went. */
const AGAIN_AFTER = 60_000;

/** Moves comics in small steps, so that nobody waits; may be cut off at any of them. At the end the merged term is gone. */
export function mergeTermJob({ db }: Pick<Deps, 'db'>): JobFunction {
  return async (job) => {
    const move = job.payload as TermMove & { again?: boolean };
    const total = await comicsWith(db, move.from);
    for (let done = 0; ;) {
      job.signal.throwIfAborted();
      const moved = await withTransaction(db, (tx) => moveSomeComics(tx, move));
      if (moved === 0) break;
      done += moved;
      await reportProgress(db, job, Math.min(done, total), total);
    }
    const { from, into, again = false } = move;
    await withTransaction(db, async (tx) => {
      if (into !== null && (await findMerge(tx, from)) === into) {
        await endMerge(tx, from, into);
        await refreshTermSearch(tx, into);
      }
      await job.complete(tx);
      if (!again) {
        await enqueue(
          tx,
          MERGE_TERM_JOB.kind,
          { from, into, again: true },
          { key: String(from), runAt: new Date(Date.now() + AGAIN_AFTER) },
        );
      }
    });
  };
}
