import { deleteExpired } from '#server/db/queries/throttles.ts';
import type { Db } from '../db/database.ts';
import type { JobFunction, JobKind } from './registry.ts';

/** Takes away tokens, links and counts that ran out, every hour. They have no effect before that either. */
export const CLEANUP_EXPIRED_JOB: JobKind = { kind: 'expired.sweep', attempts: 3, atOnce: 1, every: 3600 };

/** Deletes rows that have expired. */
export function cleanUpExpiredRows(db: Db): JobFunction {
  return () => deleteExpired(db);
}
