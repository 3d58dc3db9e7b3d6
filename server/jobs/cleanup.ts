import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { JobFunction, JobKind } from './registry.ts';

/** Takes away jobs that ended long ago, every hour. */
export const CLEANUP_DONE_JOB: JobKind = { kind: 'jobs.sweep', attempts: 3, atOnce: 1, every: 3600 };

/** Done jobs are kept for a day; failed and cancelled ones, so that someone can look at them, as long as the site's `retention` says. */
export function cleanUpDoneJobs(db: Db): JobFunction {
  return async () => {
    await sql`
      delete from jobs
      where state = 'done' and finished_at < now() - interval '1 day'`.execute(db);
  };
}
