import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import type { Db } from '../db/database.ts';
import { forgetSiteChanges } from '../db/following/queries.ts';
import { forgetChanges } from './queries.ts';

/** Forgets every hour the changes that every catalogue in memory has followed long ago. */
export const FORGET_CHANGES_JOB: JobKind = { kind: 'catalogue.forget', attempts: 3, atOnce: 1, every: 3600 };

/** See `forgetChanges` and `forgetSiteChanges`; a process that was away for longer than a day builds its catalogue anew. */
export function forgetChangesJob(db: Db): JobFunction {
  return async () => {
    await forgetChanges(db);
    await forgetSiteChanges(db);
  };
}
