import { availableParallelism } from 'node:os';
import type { Deps } from './deps.ts';
import { createImports, type Imports } from './features/imports/imports.ts';
import { IMPORT_JOB } from './features/imports/jobs.ts';
import { pairJobs } from './jobs/pairing.ts';
import { createRunner, type Runner } from './jobs/runner.ts';
import { SWEEP_JOBS, sweepJobs } from './jobs/sweep.ts';

export interface Worker extends Runner {
  imports: Imports;
}

/**
 * The background work of one process: every kind of job with the function that does it.
 *
 * @throws Error when a kind has no function, or two.
 */
export function buildWorker(deps: Deps): Worker {
  const alone = deps.database.driver === 'pglite';
  const imports = createImports({
    db: deps.db, blobs: deps.blobs, renderer: deps.renderer, log: deps.log, site: deps.config.site, alone,
    processes: deps.config.imageProcesses || availableParallelism(),
  });
  const jobs = pairJobs([IMPORT_JOB, SWEEP_JOBS], [
    [IMPORT_JOB.kind, imports.job],
    [SWEEP_JOBS.kind, sweepJobs(deps.db)],
  ]);
  return { imports, ...createRunner({ db: deps.db, log: deps.log, alone }, jobs) };
}
