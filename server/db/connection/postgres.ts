import { sql } from 'kysely';
import type pg from 'pg';
import { problem } from '#contract/problems.ts';
import { Breaker } from '#server/concurrency/breaker.ts';
import { isPrepared, isTimedOut, kyselyOver, openPool, type Db, type DatabaseLog } from '#server/db/kysely.ts';
import { AttentiveClient, throwUnreachable, type AttentiveConfig } from './attentive-client.ts';
import { createReplicas, type Replicas } from './replicas.ts';
import { typeParsers } from './type-parsers.ts';

export interface PostgresOptions {
  url: string;
  replicaUrls: readonly string[];
  /** Whether all addresses lead through poolers in transaction mode. */
  pooled?: boolean;
  /** Most connections to the primary; 10. Three fifths of them only read, 9 at most; one or two do both. */
  max?: number;
  /** Milliseconds that a replica may be behind; 10,000. */
  replicaLag?: number;
  /** Milliseconds a statement of `reads` may take; 250. */
  readTimeout?: number;
  /** Milliseconds any other statement may take; 30,000. */
  statementTimeout?: number;
  /** Milliseconds a server may take to accept a connection, and to answer a statement beyond the time that it may take; 5,000. */
  silence?: number;
  /** How its connections are called in `pg_stat_activity`; `komawari`. */
  name?: string;
  log?: DatabaseLog;
}

/** Milliseconds a statement may take: of a request that only reads, and of everything else. */
const READ_TIMEOUT = 250;
const TIMEOUT = 30_000;

/** Milliseconds without an answer after which a server is given up. */
const SILENCE = 5_000;

/** Milliseconds after which a connection that nobody needs is closed: on a new one everything is planned anew, which takes longer than most pages. */
const IDLE = 300_000;

/** Milliseconds after which the system begins to ask whether the other side of a quiet connection is still there. */
const KEEP_ALIVE = 10_000;

/**
 * Most connections of a pool that only reads: what one process keeps busy. More would take turns on the server's
 * processors, and a statement's time runs while it waits for its turn.
 */
const READERS = 6;

/** The same for the statements that are planned for their values: the rarer ones. */
const PLANNING_READERS = 3;

/** The parts of the connections that only read: what is prepared, and what is not. */
const [READERS_PART, PLANNING_PART] = [0.4, 0.2];

/** Plans what is prepared once for all values, from the first time on: by itself PostgreSQL plans many such statements anew each time. */
const PLAN_ONCE = '-c plan_cache_mode=force_generic_plan';

/** Milliseconds that a replica may be behind, and that it may take to accept a connection: there is the primary. */
const REPLICA_LAG = 10_000;
const REPLICA_CONNECT = 1_000;

/**
 * Opens three pools to PostgreSQL 15+ (what is prepared is read by one of its own), and one to each of its replicas. `reads` asks the replicas that are near enough in turn
 * (`replicas.ts`), without any the primary. Connections are made when they are needed, and closed after five idle minutes.
 *
 * Queries throw Problem `database-unavailable` when the server cannot be reached, or says nothing: neither when a connection is
 * made nor when a statement's time is over. Such a connection is dropped. A statement that takes longer than
 * `statementTimeout`, or than `readTimeout` on `reads`, is ended by the server with the code `57014`, behind a pooler because we ask for it;
 * one of `reads` that is prepared is asked twice.
 */
export function openPostgres({
  url,
  pooled = false,
  replicaUrls,
  max = 10,
  replicaLag = REPLICA_LAG,
  readTimeout = READ_TIMEOUT,
  statementTimeout = TIMEOUT,
  silence = SILENCE,
  name = 'komawari',
  log,
}: PostgresOptions): {
  db: Db;
  reads: Db;
  replicas: Replicas | null;
  breaker: Breaker;
  unguarded: Db;
  /** When the primary answered last, by `performance.now()`. */
  answeredAt: () => number;
  close: () => Promise<void>;
} {
  const open = (
    poolName: string,
    connectionString: string,
    timeout: number,
    most: number,
    { connecting = silence, plans = '', onAnswer = () => {} } = {},
  ) => {
    const settings: AttentiveConfig = {
      connectionString,
      max: most,
      Client: AttentiveClient,
      application_name: name,
      poolName,
      lentWithin: connecting,
      idleTimeoutMillis: IDLE,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
      pooled,
      // A pooler takes no settings of a session: statements that are late are ended from here.
      ...(pooled
        ? { endAfter: timeout }
        : // Our statements take milliseconds; compiling one takes twenty.
          { statement_timeout: timeout, options: `-c jit=off ${plans}`.trimEnd() }),
      silentAfter: timeout + silence,
      onAnswer,
      onSilence() {
        log?.warn(
          { host: parseHost(connectionString), milliseconds: timeout + silence },
          'database does not answer; the connection is dropped',
        );
      },
      types: typeParsers,
    };
    return openPool(settings, log);
  };
  const breaker = new Breaker(() => problem('database-unavailable'));
  const readers = Math.min(Math.floor(max * READERS_PART), READERS);
  const planning = readers === 0 ? 0 : Math.min(Math.max(1, Math.floor(max * PLANNING_PART)), PLANNING_READERS);
  let answered = -Infinity;
  const primary = open('primary', url, statementTimeout, max - readers - planning, {
    onAnswer: () => {
      answered = performance.now();
    },
  });
  const readPools =
    readers === 0
      ? { prepared: primary, others: primary }
      : {
          prepared: open('reads-prepared', url, readTimeout, readers, { plans: PLAN_ONCE }),
          others: open('reads', url, readTimeout, planning),
        };
  const primaryReads = { connect: async () => new ReadConnection(readPools, breaker) };
  const replicas =
    replicaUrls.length === 0
      ? null
      : createReplicas(
          replicaUrls.map((address, index) => ({
            host: parseHost(address),
            pool: open(`replica-${index + 1}`, address, readTimeout, READERS, {
              connecting: Math.min(REPLICA_CONNECT, silence),
            }),
          })),
          primaryReads,
          { mostLag: replicaLag, log },
        );
  return {
    db: kyselyOver({ connect: () => connect(primary, breaker) }),
    reads: kyselyOver(replicas ?? primaryReads),
    replicas,
    breaker,
    unguarded: kyselyOver({ connect: () => primary.connect().catch(throwUnreachable) }),
    answeredAt: () => answered,
    async close() {
      await replicas?.close();
      await Promise.all([...new Set([primary, readPools.prepared, readPools.others])].map((pool) => pool.end()));
    },
  };
}

/** Connections for statements that are prepared and plan once, and for all others. */
type ReadPools = Record<'prepared' | 'others', pg.Pool>;

/** A connection that is made with its first statement, by which it is known where that is asked. */
class ReadConnection {
  readonly #pools: ReadPools;
  readonly #breaker: Breaker;
  #client: pg.PoolClient | null = null;

  constructor(pools: ReadPools, breaker: Breaker) {
    this.#pools = pools;
    this.#breaker = breaker;
  }

  /** How Kysely asks. */
  query = (async (text: string, values?: unknown[]) => {
    const isFirst = this.#client === null;
    const client = (this.#client ??= await connect(
      this.#pools[isPrepared(text) ? 'prepared' : 'others'],
      this.#breaker,
    ));
    try {
      return await client.query(text, values);
    } catch (error) {
      // Prepared statements take a millisecond: where one was late, its disk or its processor was, and it is asked once more (decisions/0095).
      if (!isFirst || !isPrepared(text) || !isTimedOut(error)) throw error;
      return await client.query(text, values);
    }
  }) as pg.PoolClient['query'];

  release(destroy?: Error | boolean): void {
    this.#client?.release(destroy);
  }
}

/**
 * Looks whether a server can hold the product's data.
 *
 * @throws Problem `database-unsuitable`: older than 15, not UTF-8, or a locale (C) in which `pg_trgm` sees no letters beyond ASCII.
 */
export async function requireSuitable(db: Db): Promise<void> {
  const {
    rows: [server],
  } = await sql<{ version: string; number: number; encoding: string; locale: string; letters: boolean }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding, datcollate as locale, 'é' ~ '[[:alpha:]]' as letters
    from pg_database where datname = current_database()`.execute(db);
  if (server !== undefined && server.number >= 150_000 && server.encoding === 'UTF8' && server.letters) return;
  throw problem('database-unsuitable', {
    found: server === undefined ? '' : `${server.version}, ${server.encoding}, ${server.locale}`,
  });
}

function parseHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

async function connect(pool: pg.Pool, breaker: Breaker): Promise<pg.PoolClient> {
  const isTrial = breaker.isOpen;
  breaker.pass();
  try {
    const client = await pool.connect();
    if (isTrial) {
      await probe(client);
      breaker.succeed();
    }
    return client;
  } catch (error) {
    breaker.fail();
    return throwUnreachable(error as Error);
  }
}

/** Finds out whether a server answers again; a connection on which it does not is dropped. */
async function probe(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('select 1');
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
