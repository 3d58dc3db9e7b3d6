import { sql } from 'kysely';
import type pg from 'pg';
import { isProblem } from '#contract/problems.ts';
import { logPosition } from '#server/db/following/queries.ts';
import { isPrepared, isTimedOut, kyselyOver, type Db, type DatabaseLog } from '#server/db/kysely.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import { requiredPosition } from './reading-scope.ts';

/** Milliseconds between two questions of how far a replica is, and that it may take to answer. */
const ASK_EVERY = 1_000;
const PATIENCE = 1_000;
/** Milliseconds until it is asked again after a change that it did not have. */
const ASK_SOON = 50;
/** Most places of the primary's log that are remembered with their times. */
const MAX_MARKS = 600;

/** One replica as the system page and the metrics show it. */
export interface ReplicaState {
  host: string;
  answers: boolean;
  /** Seconds that it is behind the primary; null before it was first asked. */
  lagSeconds: number | null;
  /** Whether readers are sent to it now. */
  used: boolean;
}

/** The replicas of a primary, and which of them may be read. */
export interface Replicas {
  /**
   * Notes how far the primary's log is now.
   *
   * @param changed whether something has changed that nobody may read as it was before: no replica is read until it has come so far.
   */
  notePrimary(position: number, changed: boolean): void;
  /** Lends a connection for reading: of a replica that is near enough, else of the primary. */
  connect(): Promise<Pick<pg.PoolClient, 'query' | 'release'>>;
  state(): ReplicaState[];
  close(): Promise<void>;
}

/** Lends connections of the primary. @throws Problem `database-unavailable`. */
interface Lender {
  connect(): Promise<Pick<pg.PoolClient, 'query' | 'release'>>;
}

interface Replica {
  host: string;
  pool: pg.Pool;
  db: Db;
  clients: Set<pg.PoolClient>;
  /** Bytes of log it shows; null while it does not answer. */
  position: number | null;
  asking: boolean;
  /** Whether the log has it that it is away. */
  told: boolean;
}

/**
 * Reads from replicas in turn. Each is asked once a second how far it is, with a second to answer. One that is silent, that is more
 * than `mostLag` milliseconds behind, or that has not come to the last change that must be seen, is left; what was being read
 * there is read from the primary.
 */
export function createReplicas(
  replicas: readonly { host: string; pool: pg.Pool }[],
  primary: Lender,
  { mostLag, log }: { mostLag: number; log: DatabaseLog | undefined },
): Replicas {
  /** Places of the primary's log by the time they were seen at, oldest first. */
  const marks: { at: number; position: number }[] = [];
  let required = 0;
  let turn = 0;
  let closed = false;
  const all = replicas.map(({ host, pool }): Replica => {
    const clients = new Set<pg.PoolClient>();
    pool.on('connect', (client) => clients.add(client));
    pool.on('remove', (client) => clients.delete(client));
    return { host, pool, clients, db: kyselyOver(pool), position: null, asking: false, told: false };
  });

  function leave(replica: Replica, error: unknown): void {
    replica.position = null;
    if (!replica.told && !closed) {
      replica.told = true;
      log?.warn({ err: error, host: replica.host }, 'replica does not answer; it is left');
    }
  }

  async function ask(replica: Replica): Promise<void> {
    if (replica.asking || closed) return;
    replica.asking = true;
    try {
      const { rows } = await withTimeout(
        PATIENCE / 1000,
        sql<{ position: number }>`select ${logPosition} as position`.execute(replica.db),
      );
      replica.position = rows[0]!.position;
      if (replica.told) {
        replica.told = false;
        log?.warn({ host: replica.host }, 'replica answers again');
      }
    } catch (error) {
      leave(replica, error);
      // Who waits for it is answered by the primary at once.
      for (const client of replica.clients) {
        (client as unknown as { connection: pg.Connection }).connection.stream.destroy(
          new Error('Connection terminated'),
        );
      }
    } finally {
      replica.asking = false;
    }
  }

  /** Milliseconds that a replica is behind what is known of the primary. */
  function lag(position: number): number {
    const newest = marks.at(-1);
    if (newest === undefined || position >= newest.position) return 0;
    const reached = marks.findLast((mark) => mark.position <= position);
    return newest.at - (reached ?? { at: -Infinity }).at;
  }

  const isUsable = ({ position }: Replica) =>
    position !== null && position >= Math.max(required, requiredPosition()) && lag(position) <= mostLag;

  const timer = setInterval(() => {
    for (const replica of all) {
      void ask(replica);
    }
  }, ASK_EVERY).unref();
  for (const replica of all) {
    void ask(replica);
  }

  return {
    notePrimary(position, changed) {
      const before = marks.at(-1)?.position ?? 0;
      if (position < before) {
        // Another server is the primary now, with a log of its own.
        marks.length = 0;
        required = 0;
      }
      marks.push({ at: performance.now(), position });
      if (marks.length > MAX_MARKS) {
        marks.shift();
      }
      if (!changed) return;
      required = position;
      setTimeout(() => {
        for (const replica of all) {
          void ask(replica);
        }
      }, ASK_SOON).unref();
    },
    async connect() {
      for (const _ of all) {
        const replica = all[turn++ % all.length]!;
        if (!isUsable(replica)) continue;
        try {
          return answeredByPrimary(await replica.pool.connect(), primary);
        } catch (error) {
          leave(replica, error);
        }
      }
      return primary.connect();
    },
    state: () =>
      all.map((replica) => ({
        host: replica.host,
        answers: replica.position !== null,
        lagSeconds: replica.position === null || marks.length === 0 ? null : Math.round(lag(replica.position)) / 1000,
        used: isUsable(replica),
      })),
    async close() {
      closed = true;
      clearInterval(timer);
      await Promise.all(all.map(({ pool }) => pool.end()));
    },
  };
}

/** PostgreSQL's code for a statement of a replica that stood in the way of what it had to replay. */
const IN_THE_WAY = '40001';

/** A connection of a replica: what it fails to read, because it is gone, must go on or is late, is read from the primary. */
function answeredByPrimary(client: pg.PoolClient, primary: Lender): Pick<pg.PoolClient, 'query' | 'release'> {
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      // Prepared statements take a millisecond: where one was late, the replica's machine is busy (decisions/0095).
      const isLate = isPrepared(text) && isTimedOut(error);
      if (!isLate && !isGone(error) && (error as { code?: unknown }).code !== IN_THE_WAY) throw error;
      const other = await primary.connect();
      try {
        return await other.query(text, values);
      } finally {
        other.release();
      }
    }
  };
  return { query: query as pg.PoolClient['query'], release: (error) => client.release(error) };
}

function isGone(error: unknown): boolean {
  return isProblem(error) && error.code === 'database-unavailable';
}
