import { sql } from 'kysely';
import type pg from 'pg';
import { problem } from '#contract/problems.ts';
import { kyselyOver, openPool, type Db, type DatabaseLog } from '#server/db/kysely.ts';
import { AttentiveClient, throwUnreachable, type AttentiveConfig } from './attentive-client.ts';
import { typeParsers } from './type-parsers.ts';

export interface PostgresOptions {
  url: string;
  replicaUrls: readonly string[];
  /** Most connections of each pool; those that only read have 6 at most. */
  max?: number;
  /** Milliseconds a statement of `reads` may take; 250. */
  readTimeout?: number;
  /** Milliseconds any other statement may take; 30,000. */
  statementTimeout?: number;
  /** Milliseconds a server may take to accept a connection, and to answer a statement beyond the time that it may take; 5,000. */
  silence?: number;
  log?: DatabaseLog;
}

/** Milliseconds a statement may take: of a request that only reads, and of everything else. */
const READ_TIMEOUT = 250;
const TIMEOUT = 30_000;

/** Milliseconds without an answer after which a server is given up. */
const SILENCE = 5_000;

/** Milliseconds after which the system begins to ask whether the other side of a quiet connection is still there. */
const KEEP_ALIVE = 10_000;

/**
 * Most connections of a pool that only reads: what one process keeps busy. More would take turns on the server's
 * processors, and a statement's time runs while it waits for its turn.
 */
const READERS = 6;

/** Milliseconds that a replica which does not answer is left alone. */
const REST = 10_000;

/**
 * Opens two pools to PostgreSQL 15+, and one to each of its replicas. `reads` asks the replicas in turn; one that does not
 * answer is left out for ten seconds, and without any the primary is read. Connections are made when they are needed.
 *
 * Queries throw Problem `database-unavailable` when the server cannot be reached, or says nothing: neither when a connection is
 * made nor when a statement's time is over. Such a connection is dropped. A statement that takes longer than
 * `statementTimeout`, or than `readTimeout` on `reads`, is ended by the server with the code `57014`.
 */
export function openPostgres({
  url,
  replicaUrls,
  max = 10,
  readTimeout = READ_TIMEOUT,
  statementTimeout = TIMEOUT,
  silence = SILENCE,
  log,
}: PostgresOptions): { db: Db; reads: Db; close: () => Promise<void> } {
  const nameFor = (address: string, timeout: number) =>
    address === url
      ? timeout === statementTimeout
        ? 'primary'
        : 'reads'
      : `replica-${replicaUrls.indexOf(address) + 1}`;
  const open = (connectionString: string, timeout: number, most: number, onSilence = () => {}) => {
    const settings: AttentiveConfig = {
      connectionString,
      max: most,
      Client: AttentiveClient,
      application_name: 'komawari',
      poolName: nameFor(connectionString, timeout),
      connectionTimeoutMillis: silence,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
      statement_timeout: timeout,
      silentAfter: timeout + silence,
      onSilence() {
        log?.warn(
          { host: parseHost(connectionString), milliseconds: timeout + silence },
          'database does not answer; the connection is dropped',
        );
        onSilence();
      },
      // Our statements take milliseconds; compiling one takes twenty.
      options: '-c jit=off',
      types: typeParsers,
    };
    return openPool(settings, log);
  };
  const readers = Math.min(max, READERS);
  const primary = open(url, statementTimeout, max);
  const primaryReads = open(url, readTimeout, readers);
  const replicas = replicaUrls.map((address) => {
    const rest = { until: 0 };
    return {
      pool: open(address, readTimeout, readers, () => {
        rest.until = Date.now() + REST;
      }),
      rest,
    };
  });
  let turn = 0;
  const readPool = {
    async connect() {
      for (const _ of replicas) {
        const { pool, rest } = replicas[turn++ % replicas.length]!;
        const failedBefore = rest.until > 0;
        if (Date.now() < rest.until) continue;
        // One call finds out whether it is back; the others do not wait with it.
        if (failedBefore) {
          rest.until = Date.now() + REST;
        }
        try {
          const client = await pool.connect();
          rest.until = 0;
          return client;
        } catch (error) {
          rest.until = Date.now() + REST;
          log?.warn({ err: error }, 'replica does not answer');
        }
      }
      return connect(primaryReads);
    },
  };
  return {
    db: kyselyOver({ connect: () => connect(primary) }),
    reads: kyselyOver(readPool),
    async close() {
      await Promise.all([primary, primaryReads, ...replicas.map(({ pool }) => pool)].map((pool) => pool.end()));
    },
  };
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

function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch(throwUnreachable);
}
