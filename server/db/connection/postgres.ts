import { sql } from 'kysely';
import type pg from 'pg';
import { problem } from '#contract/problems.ts';
import { kyselyOver, openPool, type Db, type DatabaseLog } from '#server/db/kysely.ts';
import { AttentiveClient, throwUnreachable, type AttentiveConfig } from './attentive-client.ts';
import { createReplicas, type Replicas } from './replicas.ts';
import { typeParsers } from './type-parsers.ts';

export interface PostgresOptions {
  url: string;
  replicaUrls: readonly string[];
  /** Most connections to the primary; 10. Two fifths of them only read, 6 at most; a single one does both. */
  max?: number;
  /** Milliseconds that a replica may be behind; 10,000. */
  replicaLag?: number;
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

/** The part of the connections that only read. */
const READERS_PART = 0.4;

/** Milliseconds that a replica may be behind, and that it may take to accept a connection: there is the primary. */
const REPLICA_LAG = 10_000;
const REPLICA_CONNECT = 1_000;

/**
 * Opens two pools to PostgreSQL 15+, and one to each of its replicas. `reads` asks the replicas that are near enough in turn
 * (`replicas.ts`), without any the primary. Connections are made when they are needed, and closed after ten idle seconds.
 *
 * Queries throw Problem `database-unavailable` when the server cannot be reached, or says nothing: neither when a connection is
 * made nor when a statement's time is over. Such a connection is dropped. A statement that takes longer than
 * `statementTimeout`, or than `readTimeout` on `reads`, is ended by the server with the code `57014`.
 */
export function openPostgres({
  url,
  replicaUrls,
  max = 10,
  replicaLag = REPLICA_LAG,
  readTimeout = READ_TIMEOUT,
  statementTimeout = TIMEOUT,
  silence = SILENCE,
  log,
}: PostgresOptions): { db: Db; reads: Db; replicas: Replicas | null; close: () => Promise<void> } {
  const nameFor = (address: string, timeout: number) =>
    address === url
      ? timeout === statementTimeout
        ? 'primary'
        : 'reads'
      : `replica-${replicaUrls.indexOf(address) + 1}`;
  const open = (connectionString: string, timeout: number, most: number, connecting = silence) => {
    const settings: AttentiveConfig = {
      connectionString,
      max: most,
      Client: AttentiveClient,
      application_name: 'komawari',
      poolName: nameFor(connectionString, timeout),
      connectionTimeoutMillis: connecting,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
      statement_timeout: timeout,
      silentAfter: timeout + silence,
      onSilence() {
        log?.warn(
          { host: parseHost(connectionString), milliseconds: timeout + silence },
          'database does not answer; the connection is dropped',
        );
      },
      // Our statements take milliseconds; compiling one takes twenty.
      options: '-c jit=off',
      types: typeParsers,
    };
    return openPool(settings, log);
  };
  const readers = Math.min(Math.floor(max * READERS_PART), READERS);
  const primary = open(url, statementTimeout, max - readers);
  const primaryReads = readers === 0 ? primary : open(url, readTimeout, readers);
  const replicas =
    replicaUrls.length === 0
      ? null
      : createReplicas(
          replicaUrls.map((address) => ({
            host: parseHost(address),
            pool: open(address, readTimeout, READERS, Math.min(REPLICA_CONNECT, silence)),
          })),
          primaryReads,
          { mostLag: replicaLag, log },
        );
  return {
    db: kyselyOver({ connect: () => connect(primary) }),
    reads: kyselyOver(replicas ?? { connect: () => connect(primaryReads) }),
    replicas,
    async close() {
      await replicas?.close();
      await Promise.all([...new Set([primary, primaryReads])].map((pool) => pool.end()));
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
