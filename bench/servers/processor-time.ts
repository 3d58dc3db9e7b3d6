import { existsSync, readFileSync, readdirSync } from 'node:fs';
import pg from 'pg';
import { processTree } from './processes.ts';

/** Milliseconds of the processor: of a site's processes, and of PostgreSQL for them. An embedded database is part of the site. */
export interface ProcessorTime {
  site: number;
  database: number;
}

/** Counts the processor time of a site and its database. */
export interface ProcessorClock {
  /** The time they took since the last call, or since it was opened. */
  lap(): Promise<ProcessorTime>;
  close(): Promise<void>;
}

/** Nanoseconds by process and thread. */
type Readings = ReadonlyMap<string, number>;

/**
 * Counts the processor's time of servers with everything they started, and of PostgreSQL's processes that serve
 * connections of the name `application`; whoever else uses that PostgreSQL is not counted. Linux only, and PostgreSQL on
 * this machine.
 *
 * @throws where the system does not tell.
 */
export async function openProcessorClock(
  servers: readonly { pid: number }[],
  database?: { url: string; application: string },
): Promise<ProcessorClock> {
  if (!existsSync('/proc/self/schedstat')) throw new Error('This system does not tell what a thread takes.');
  const client = database === undefined ? null : new pg.Client({ connectionString: database.url });
  await client?.connect();
  const backends = async () => {
    const { rows } = (await client?.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1',
      [database?.application],
    )) ?? { rows: [] };
    return rows.map(({ pid }) => pid);
  };
  const read = async () => ({
    site: readThreads(servers.flatMap(({ pid }) => processTree(pid))),
    database: readThreads(await backends()),
  });
  let last = await read();
  return {
    async lap() {
      const before = last;
      last = await read();
      return { site: spent(before.site, last.site), database: spent(before.database, last.database) };
    },
    async close() {
      await client?.end();
    },
  };
}

/** Seconds of the processor that a process took with everything it started, also what has ended. Linux only; 0 of a process that is gone. */
export function spentSeconds(pid: number): number {
  const ticks = processTree(pid).reduce((sum, each) => {
    const stat = attempt(() => readFileSync(`/proc/${each}/stat`, 'utf8'), '');
    // Behind the name, which may hold spaces: from the third field on. Own time, and that of children that were waited for.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((own, field) => own + Number(field), sum);
  }, 0);
  return ticks / TICKS;
}

/** Ticks of the clock a second by which Linux tells what a process took. */
const TICKS = 100;

/** The address by which a server connects to PostgreSQL under a name of its own. */
export function namedConnection(url: string, application: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', application);
  return named.href;
}

/** Milliseconds between two readings; what a thread took that has ended meanwhile is not known. */
function spent(before: Readings, after: Readings): number {
  let sum = 0;
  for (const [thread, now] of after) {
    sum += now - (before.get(thread) ?? 0);
  }
  return sum / 1e6;
}

function readThreads(pids: readonly number[]): Readings {
  return new Map(
    [...new Set(pids)].flatMap((pid) =>
      attempt(() => readdirSync(`/proc/${pid}/task`), []).map((thread): [string, number] => [
        `${pid}/${thread}`,
        attempt(() => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]), 0),
      ]),
    ),
  );
}

/** Processes and threads end while they are looked at. */
function attempt<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
