import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';

/** A job is another process's to take when its holder has said nothing for so long. */
export const LEASE_SECONDS = 12;
/** Milliseconds between two tries to say it where the database does not answer. */
const RETRY = 500;

/** Tells this process from every other one, also from those of the same name and number on other machines. */
const incarnation = randomUUID();
let made = 0;

/** A name for who holds jobs: the machine, for people; the process, and which runner in it. */
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
  let timer: NodeJS.Timeout;
  let stopped = false;
  const beat = async () => {
    let wait = (LEASE_SECONDS * 1000) / 3;
    if (holds()) {
      await renewLeases(db, holder).catch((error: unknown) => {
        log.warn({ err: error }, 'leases not renewed');
        // Before somebody else takes them, once the database answers again.
        wait = RETRY;
      });
    }
    if (!stopped) {
      timer = setTimeout(() => void beat(), wait);
    }
  };
  timer = setTimeout(() => void beat(), (LEASE_SECONDS * 1000) / 3);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Says that `holder` is alive, for all its jobs. */
export async function renewLeases(db: Db, holder: string): Promise<void> {
  await sql`
    update jobs set locked_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where state = 'running' and locked_by = ${holder}`.execute(db);
}

/**
 * Gives back the jobs of every other process, instead of waiting for their leases: with the embedded database, which one process at a
 * time can open, they are gone. Between processes leases alone decide: no name of a machine or number of a process says who is alive.
 * The try they were at counts.
 */
export async function releaseAbandoned(db: Db, { alone }: { alone: boolean }): Promise<void> {
  if (!alone) return;
  await sql`
    update jobs set state = 'waiting', run_at = now(), attempts = attempts + 1, locked_by = null, locked_until = null
    where state = 'running' and strpos(locked_by, ${`:${incarnation}/`}) = 0`.execute(db);
}
