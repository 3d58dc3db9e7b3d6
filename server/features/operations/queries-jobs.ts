import { sql } from 'kysely';
import type { Job, Jobs, JobsQuery, JobState } from '#contract/jobs.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** A job as it is kept; `error` is a problem's code with its parameters, or what was thrown. */
export type JobRow = Omit<Job, 'error'> & {
  error: { code: string; params?: Record<string, string | number>; message?: string } | null;
};

/** Letters of what a job is about that are shown. */
const ABOUT = 300;

/** A page of jobs, the newest first. */
export async function listJobs(db: Db, { state, kind, before }: JobsQuery, limit: number): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select j.id::float8 as id, j.kind, j.state, left(j.payload::text, ${ABOUT}) as about, j.attempts, j.progress, j.error,
      j.key is not distinct from 'recurring' as recurring, j.state = 'running' and j.cancel_at is not null as stopping,
      ${isoMoment(sql`j.run_at`)} as run_at, ${isoMoment(sql`j.created_at`)} as created_at, ${isoMoment(sql`j.finished_at`)} as finished_at
    from jobs j
    where ${state === undefined ? sql`true` : sql`j.state = ${state}`} and ${kind === undefined ? sql`true` : sql`j.kind = ${kind}`}
      and ${before === undefined ? sql`true` : sql`j.id < ${before}`}
    order by j.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many jobs there are of each kind and state. */
export async function countJobs(db: Db): Promise<Jobs['counts']> {
  const { rows } = await sql<
    Jobs['counts'][number]
  >`select kind, state, count(*)::int as count from jobs group by kind, state order by kind, state`.execute(db);
  return rows;
}

/** The state of a job; null for none. It cannot change until the transaction ends. */
export async function holdJob(
  tx: Tx,
  id: number,
): Promise<{ kind: string; state: JobState; recurring: boolean } | null> {
  const { rows } = await sql<{ kind: string; state: JobState; recurring: boolean }>`
    select kind, state, key is not distinct from 'recurring' as recurring from jobs where id = ${id} for update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/**
 * Puts failed or cancelled jobs in line again, with all their tries; where another with the same key is waiting or
 * running already, that one does it.
 *
 * @param which one job, or the failed ones of a kind.
 * @returns how many.
 */
export async function retryJobs(tx: Tx, which: { id: number } | { kind: string }): Promise<number> {
  const meant =
    'id' in which
      ? sql`j.id = ${which.id} and j.state in ('failed', 'cancelled')`
      : sql`j.kind = ${which.kind} and j.state = 'failed'`;
  const { rows } = await sql`
    update jobs j set state = 'waiting', run_at = now(), attempts = 0, error = null, progress = null, cancel_at = null, finished_at = null
    where j.id in (
      select distinct on (coalesce(j.key, j.id::text)) j.id from jobs j
      where ${meant} and not exists (select from jobs o where o.kind = j.kind and o.key = j.key and o.state in ('waiting', 'running'))
      order by coalesce(j.key, j.id::text), j.id desc)
    returning 1`.execute(tx);
  return rows.length;
}

/** Ends a job that waits, or asks whoever runs it to stop. */
export async function cancelJob(tx: Tx, id: number): Promise<void> {
  await sql`
    update jobs set cancel_at = coalesce(cancel_at, now()), state = case when state = 'waiting' then 'cancelled' else state end,
      finished_at = case when state = 'waiting' then now() else finished_at end
    where id = ${id}`.execute(tx);
}
