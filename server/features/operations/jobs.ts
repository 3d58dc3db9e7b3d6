import type { Locale } from '#contract/locales.ts';
import type { Job, Jobs, JobsQuery } from '#contract/jobs.ts';
import { PROBLEMS, problem, type ProblemCode } from '#contract/problems.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { translate } from '#server/i18n/translate.ts';
import { cancelJob, countJobs, holdJob, listJobs, retryJobs, type JobRow } from './queries-jobs.ts';

/** Jobs on a page. */
const PER_PAGE = 50;

/** A page of jobs as an admin reads them. */
export async function jobsPage(db: Db, locale: Locale, query: JobsQuery): Promise<Jobs> {
  const [rows, counts] = [await listJobs(db, query, PER_PAGE + 1), await countJobs(db)];
  const jobs = rows
    .slice(0, PER_PAGE)
    .map((row) => ({ ...row, error: row.error === null ? null : describeError(locale, row.error) }));
  return { jobs, counts, next: rows.length > PER_PAGE ? jobs.at(-1)!.id : null };
}

/** Puts a failed or cancelled job in line again. @throws Problem `job-not-found`, `job-state-wrong`. */
export async function retryJob(db: Db, by: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const job = await holdJob(tx, id);
    if (job === null) throw problem('job-not-found');
    if ((await retryJobs(tx, { id })) === 0) throw problem('job-state-wrong');
    await audit(tx, { userId: by, action: 'job.retry', subject: 'job', subjectId: id, details: { kind: job.kind } });
  });
  announceJobs();
}

/** Puts every failed job of a kind in line again; returns how many. */
export async function retryFailed(db: Db, by: number, kind: string): Promise<number> {
  const retried = await withTransaction(db, async (tx) => {
    const count = await retryJobs(tx, { kind });
    if (count > 0) {
      await audit(tx, { userId: by, action: 'job.retry', subject: 'jobs', subjectId: count, details: { kind, count } });
    }
    return count;
  });
  announceJobs();
  return retried;
}

/**
 * Cancels a job: one that waits at once, one that runs as soon as the process that runs it has seen it, within seconds.
 * A job that comes again by itself cannot be cancelled while it waits.
 *
 * @throws Problem `job-not-found`, `job-state-wrong`.
 */
export async function stopJob(db: Db, by: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const job = await holdJob(tx, id);
    if (job === null) throw problem('job-not-found');
    if (job.state !== 'running' && (job.state !== 'waiting' || job.recurring)) throw problem('job-state-wrong');
    await cancelJob(tx, id);
    await audit(tx, { userId: by, action: 'job.cancel', subject: 'job', subjectId: id, details: { kind: job.kind } });
  });
}

function describeError(locale: Locale, { code, params = {}, message }: NonNullable<JobRow['error']>): Job['error'] {
  const known = Object.hasOwn(PROBLEMS, code) ? (code as ProblemCode) : 'internal-error';
  return { text: translate(locale, `problem.${known}`, params), detail: message ?? (known === code ? null : code) };
}
