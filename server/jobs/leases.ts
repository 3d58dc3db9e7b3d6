import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';

/** A job is another process's to take when its holder has said nothing for so long. */
export const LEASE_SECONDS = 30;

/** Tells this process from an earlier one with the same number, as containers have. */
const incarnation = randomUUID().slice(0, 8);
let made = 0;

/** A name for who holds jobs: machine, process, and which runner in it. */
export function createWorkerId(): string {
  made += 1;
  return `${hostname()}:${process.pid}:${incarnation}/${made}`;
}

/**
 * Keeps the jobs of `holder` its own, by saying three times a lease that it is alive, while `holds` says that it has
 * any.
 *
 * @returns how to stop.
 */
export function keepLeases(
  db: Db,
  holder: string,
  log: Pick<Log, 'warn'>,
  holds: () => boolean = () => true,
): () => void {
  const heart = setInterval(
    () => {
      if (holds()) {
        renewLeases(db, holder).catch((error: unknown) => {
          log.warn({ err: error }, 'leases not renewed');
        });
      }
    },
    (LEASE_SECONDS * 1000) / 3,
  );
  return () => clearInterval(heart);
}

/** Says that `holder` is alive, for all its jobs. */
export async function renewLeases(db: Db, holder: string): Promise<void> {
  await sql`
    update jobs set locked_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where state = 'running' and locked_by = ${holder}`.execute(db);
}

/**
 * Gives back the jobs of processes that are gone, instead of waiting for their leases: those of this machine whose
 * process does not exist, and with `alone` (the embedded database, which one process at a time can open) those of
 * every other process. The try they were at counts.
 */
export async function releaseAbandoned(db: Db, { alone }: { alone: boolean }): Promise<void> {
  const { rows } = await sql<{ holder: string }>`
    select distinct locked_by as holder /* holder is never null: asked for */ from jobs
    where state = 'running' and locked_by is not null`.execute(db);
  const gone = rows.map((row) => row.holder).filter((holder) => isGone(holder, alone));
  if (gone.length === 0) return;
  await sql`
    update jobs set state = 'waiting', run_at = now(), attempts = attempts + 1, locked_by = null, locked_until = null
    where state = 'running' and locked_by = any(${gone}::text[])`.execute(db);
}

function isGone(holder: string, alone: boolean): boolean {
  const [, host, pid, which = ''] = /^(.*):(\d+):([^:]*)$/.exec(holder) ?? [];
  const ours = host === hostname() && Number(pid) === process.pid;
  if (ours) return !which.startsWith(`${incarnation}/`);
  if (alone) return true;
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
