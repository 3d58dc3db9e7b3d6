import type { Db } from '#server/db/database.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import type { Log } from '#server/log.ts';
import { IMPORT_JOB } from './public/jobs.ts';
import { refuseStranded } from './queries-stranded.ts';

/** Looks for imports that nobody reads any more, every minute. */
export const REFUSE_STRANDED_JOB: JobKind = { kind: 'imports.stranded', attempts: 3, atOnce: 1, every: 60 };

/** Refuses imports that were given up, however their job ended: none stays on its way for good. */
export function refuseStrandedJob({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): JobFunction {
  return async () => {
    for (const file of await refuseStranded(db, IMPORT_JOB.kind)) {
      log.warn({ file }, 'an import that was given up is refused');
    }
  };
}
