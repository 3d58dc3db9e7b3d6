import { isProblem } from '#contract/problems.ts';
import { rest } from '#server/concurrency/rest.ts';
import type { Db } from '#server/db/database.ts';
import type { Engines } from '#server/features/comics/public/queries-cost.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { findRelated } from './queries-candidates.ts';
import { keepRelated, listDue } from './queries-kept.ts';

/** Finds the comics that are like those that are new or have changed, and now and then those of all others. */
export const RENEW_RELATED_JOB: JobKind = { kind: 'comics.related', attempts: 3, atOnce: 1, every: 60 };

/** Comics that are read together; milliseconds after which a run begins no further ones. */
const [BATCH, MAX_RUN] = [20, 50_000];
/** After each comic it rests so many times as long as that took: a tenth of one processor at most. */
const RESTS = 9;

/**
 * One comic after the other, for less than a minute. May be cut off at any of them.
 *
 * A process without the catalogue in memory asks the database alone, with the same results; the embedded database is not asked
 * for what takes it long, and the run ends.
 *
 * @param rests how many times as long as it worked on a comic it rests; 9.
 */
export function renewRelatedJob(
  { db, database, catalogue }: Omit<Engines, 'reads'> & { db: Db },
  rests = RESTS,
): JobFunction {
  return async ({ signal }) => {
    const ended = performance.now() + MAX_RUN;
    for (let due = await listDue(db, BATCH); due.length > 0; due = await listDue(db, BATCH)) {
      for (const comic of due) {
        if (performance.now() > ended) return;
        const started = performance.now();
        try {
          await keepRelated(db, comic, await findRelated({ reads: db, database, catalogue }, comic, []));
        } catch (error) {
          if (isProblem(error) && error.code === 'catalogue-warming') return;
          throw error;
        }
        await rest((performance.now() - started) * rests, signal);
      }
    }
  };
}
