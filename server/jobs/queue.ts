import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { traceParent } from '../tracing/tracing.ts';
import { LEASE_SECONDS } from './leases.ts';

/** The options of a job when it is put in line. */
export interface JobOptions {
  /** At most one waiting or running job of a kind has a key; a second one is not added. */
  key?: string;
  /** Higher first; 0. */
  priority?: number;
  /** Not before; now. */
  runAt?: Date;
  /** Who takes it at once, so that nobody else does. */
  holder?: string;
}

/** A job that this process holds, and nobody else until its lease ends. */
export interface HeldJob {
  id: number;
  kind: string;
  payload: unknown;
  /** Tries that failed, or that a process did not live to finish. */
  attempts: number;
  /** The `traceparent` of whoever put it in line; null where nothing was traced. */
  trace?: string | null;
}

const listeners = new Set<() => void>();

/** Calls `listener` whenever this process says that there may be something to do. Returns how to stop that. */
export function onJobsWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Says to the runners of this process that jobs may be waiting; call it after the transaction that added them. */
export function announceJobs(): void {
  for (const listener of listeners) {
    listener();
  }
}

/** Puts a job in line, in the caller's transaction. Returns its id, or null when its key is taken. */
export async function enqueue(
  tx: Db | Tx,
  kind: string,
  payload: object,
  options: JobOptions = {},
): Promise<number | null> {
  const { key = null, priority = 0, runAt, holder = null } = options;
  const { rows } = await sql<{ id: number }>`
    insert into jobs (kind, key, payload, priority, run_at, state, locked_by, locked_until, trace)
    values (${kind}, ${key}, ${JSON.stringify(payload)}::jsonb, ${priority}, coalesce(${runAt?.toISOString() ?? null}::timestamptz, now()),
      ${holder === null ? 'waiting' : 'running'}, ${holder},
      case when ${holder}::text is null then null else now() + make_interval(secs => ${LEASE_SECONDS}) end,
      ${traceParent() ?? null})
    on conflict (kind, key) where key is not null and state in ('waiting', 'running') do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Puts many jobs of a kind in line at once, in the caller's transaction. */
export async function enqueueMany(tx: Db | Tx, kind: string, payloads: readonly object[]): Promise<void> {
  if (payloads.length === 0) return;
  await sql`insert into jobs (kind, payload, trace) select ${kind}, p, ${traceParent() ?? null}
    from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) p`.execute(tx);
}

/**
 * Says how far a job has come: `done` of `total`, in whatever it counts. Cheap, but call it no more than every second or so.
 */
export async function reportProgress(
  db: Db | Tx,
  job: Pick<HeldJob, 'id'>,
  done: number,
  total: number,
): Promise<void> {
  await sql`update jobs set progress = ${JSON.stringify({ done, total })}::jsonb where id = ${job.id}`.execute(db);
}

/** The jobs asked for: kinds, and perhaps the key of the one job wanted, due or not, or only what was due at a time of the database. */
export interface JobSelection {
  kinds: readonly string[];
  key?: string;
  dueBy?: string;
}

/** The database's clock, for `dueBy`. */
export async function queueTime(db: Db): Promise<string> {
  const { rows } = await sql<{ time: string }>`select now()::text as time`.execute(db);
  return rows[0]?.time ?? 'now';
}

/**
 * Takes the next job for `holder`: the most urgent that is due, or one whose holder has not renewed its lease. Several
 * processes may ask at once; each job goes to one of them. Null when there is none.
 */
export async function claimJob(db: Db, holder: string, { kinds, key, dueBy }: JobSelection): Promise<HeldJob | null> {
  const due =
    key === undefined
      ? sql`state = 'waiting' and run_at <= coalesce(${dueBy ?? null}::timestamptz, now())`
      : sql`state = 'waiting'`;
  const mine = key === undefined ? sql`true` : sql`key = ${key}`;
  const { rows } = await sql<HeldJob>`
    update jobs set state = 'running', locked_by = ${holder}, locked_until = now() + make_interval(secs => ${LEASE_SECONDS}),
      attempts = attempts + (state = 'running')::int
    where id = (
      select id from jobs
      where state in ('waiting', 'running') and kind = any(${[...kinds]}::text[]) and ${mine}
        and (${due} or state = 'running' and locked_until < now())
      order by priority desc, run_at, id
      limit 1 for update skip locked)
    returning id, kind, payload, attempts, trace`.execute(db);
  return rows[0] ?? null;
}

/**
 * Ends a job in the transaction that holds its work: both happen or neither.
 *
 * @throws Error when the lease has ended and another process has the job: its work must not happen twice.
 */
export async function complete(tx: Db | Tx, job: Pick<HeldJob, 'id'>, holder: string): Promise<void> {
  const { rows } = await sql`
    update jobs set state = 'done', finished_at = now(), locked_by = null, locked_until = null, error = null
    where id = ${job.id} and state = 'running' and locked_by = ${holder} returning id`.execute(tx);
  if (rows.length === 0) throw new Error(`job ${job.id} is no longer held by this process`);
}

/** Gives a job back unfinished, without counting a try. */
export async function releaseJob(db: Db, job: Pick<HeldJob, 'id'>, holder: string): Promise<void> {
  await sql`
    update jobs set state = 'waiting', run_at = now(), locked_by = null, locked_until = null
    where id = ${job.id} and state = 'running' and locked_by = ${holder}`.execute(db);
}

/** The jobs of a holder that someone wants to stop. */
export async function listCancelled(db: Db, holder: string): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from jobs where state = 'running' and locked_by = ${holder} and cancel_at is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ends a job unfinished because someone wanted it to stop; it is kept, and can be put in line again. */
export async function cancel(db: Db, job: Pick<HeldJob, 'id'>, holder: string): Promise<void> {
  await sql`
    update jobs set state = 'cancelled', finished_at = now(), locked_by = null, locked_until = null
    where id = ${job.id} and state = 'running' and locked_by = ${holder}`.execute(db);
}

/** Longest wait between two tries. */
const LONGEST_WAIT = 3600;

/**
 * Counts a failed try: the job waits 5 s, 10 s, 20 s… an hour at most, and after `most` tries is kept as failed, with
 * what went wrong. Returns whether it will be tried again.
 */
export async function failJob(
  db: Db,
  job: HeldJob,
  holder: string,
  { error, most }: { error: object; most: number },
): Promise<boolean> {
  const attempts = job.attempts + 1;
  const again = attempts < most;
  const wait = Math.min(LONGEST_WAIT, 5 * 2 ** (attempts - 1));
  await sql`
    update jobs set attempts = ${attempts}, error = ${JSON.stringify(error)}::jsonb, locked_by = null, locked_until = null,
      state = ${again ? 'waiting' : 'failed'}, run_at = now() + make_interval(secs => ${wait}),
      finished_at = case when ${again} then null else now() end
    where id = ${job.id} and state = 'running' and locked_by = ${holder}`.execute(db);
  return again;
}

/** Seconds until the next job of these kinds is due or can be taken over; null when none waits. */
export async function secondsToNext(db: Db, kinds: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(case when state = 'waiting' then run_at else locked_until end) - now())::float8 as seconds
    from jobs where state in ('waiting', 'running') and kind = any(${[...kinds]}::text[])`.execute(db);
  return rows[0]?.seconds ?? null;
}
