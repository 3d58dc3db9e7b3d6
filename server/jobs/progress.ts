import type { Db } from '../db/database.ts';
import { reportProgress, type HeldJob } from './queue.ts';

/** Milliseconds between two reports. */
const PACE = 1000;

/** Tells how far a job has come, as often as it is called and written down once a second; a report that fails is left out. */
export function pacedProgress(db: Db, job: Pick<HeldJob, 'id'>): (done: number, total: number) => void {
  let next = 0;
  return (done, total) => {
    const now = performance.now();
    if (now < next) return;
    next = now + PACE;
    reportProgress(db, job, done, total).catch(() => {});
  };
}
