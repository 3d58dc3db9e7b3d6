import type { Db } from '#server/db/database.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { COMMIT_UPLOAD_JOB } from './committing.ts';
import { findDuplicates } from './duplicates.ts';
import { isReading } from './queries.ts';
import { refuseStranded, reopenAbandoned } from './queries-stranded.ts';
import { READ_UPLOAD_JOB } from './reading.ts';

/** Looks for uploads that nobody works on any more, every minute. */
export const REFUSE_STRANDED_JOB: JobKind = { kind: 'uploads.stranded', attempts: 3, atOnce: 1, every: 60 };

/** Refuses files whose reading was given up, and opens uploads again whose commit was, however their job ended: none stays on its way for good. */
export function refuseStrandedJob(db: Db): JobFunction {
  return async ({ signal }) => {
    await reopenAbandoned(db, COMMIT_UPLOAD_JOB.kind);
    for (const upload of await refuseStranded(db, READ_UPLOAD_JOB.kind)) {
      signal.throwIfAborted();
      if (!(await isReading(db, upload))) {
        await findDuplicates(db, upload);
      }
    }
  };
}
