import { sql } from 'kysely';
import pg from 'pg';
import { problem } from '#contract/problems.ts';
import { Client, kyselyOver, surviveBreaks, type Db, type DatabaseLog } from './kysely.ts';
import { readAs } from './read-as.ts';

export interface PostgresOptions {
  url: string;
  replicaUrls: readonly string[];
  /** Most connections of each pool; those that only read have 6 at most. */
  max?: number;
  /** Milliseconds a statement of `reads` may take; 250. */
  readTimeout?: number;
  log?: DatabaseLog;
}

/** Milliseconds a statement may take: of a request that only reads, and of everything else. */
const READ_TIMEOUT = 250;
const TIMEOUT = 30_000;

/**
 * Most connections of a pool that only reads: what one process keeps busy. More would take turns on the server's
 * processors, and a statement's time runs while it waits for its turn.
 */
const READERS = 6;

/** How long a replica that does not answer is left alone. */
const REST = 10_000;

/** Network failures by Node's codes; a server that starts, stops or is full by PostgreSQL's. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

/**
 * Opens two pools to PostgreSQL 15+, and one to each of its replicas. `reads` asks the replicas in turn; one that does not
 * answer is left out for ten seconds, and without any the primary is read. Connections are made when they are needed.
 *
 * Queries throw Problem `database-unavailable` when the server cannot be reached. A statement that takes longer than 30
 * seconds, or than `readTimeout` on `reads`, is ended by the server with the code `57014`.
 */
export function openPostgres({ url, replicaUrls, max = 10, readTimeout = READ_TIMEOUT, log }: PostgresOptions): { db: Db; reads: Db; close: () => Promise<void> } {
  const open = (connectionString: string, timeout: number, most: number) => {
    const pool = new pg.Pool({
      connectionString, max: most, Client: TranslatingClient,
      application_name: 'komawari',
      connectionTimeoutMillis: 5_000,
      statement_timeout: timeout,
      // Our statements take milliseconds; compiling one takes twenty.
      options: '-c jit=off',
      types: readAs,
    });
    surviveBreaks(pool, log);
    return pool;
  };
  const readers = Math.min(max, READERS);
  const primary = open(url, TIMEOUT, max);
  const primaryReads = open(url, readTimeout, readers);
  const replicas = replicaUrls.map((address) => ({ pool: open(address, readTimeout, readers), restsUntil: 0 }));
  let turn = 0;
  const readPool = {
    async connect() {
      for (const _ of replicas) {
        const replica = replicas[turn++ % replicas.length]!;
        if (Date.now() < replica.restsUntil) { continue; }
        try {
          return await replica.pool.connect();
        } catch (error) {
          replica.restsUntil = Date.now() + REST;
          log?.warn({ err: error }, 'replica does not answer');
        }
      }
      return connect(primaryReads);
    },
  };
  return {
    db: kyselyOver({ connect: () => connect(primary) }),
    reads: kyselyOver(readPool),
    async close() { await Promise.all([primary, primaryReads, ...replicas.map(({ pool }) => pool)].map((pool) => pool.end())); },
  };
}

/**
 * Looks whether a server can hold the product's data.
 *
 * @throws Problem `database-unsuitable`: older than 15, not UTF-8, or a locale (C) in which `pg_trgm` sees no letters beyond ASCII.
 */
export async function requireSuitable(db: Db): Promise<void> {
  const { rows: [server] } = await sql<{ version: string; number: number; encoding: string; locale: string; letters: boolean }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding, datcollate as locale, 'é' ~ '[[:alpha:]]' as letters
    from pg_database where datname = current_database()`.execute(db);
  if (server !== undefined && server.number >= 150_000 && server.encoding === 'UTF8' && server.letters) { return; }
  throw problem('database-unsuitable', { found: server === undefined ? '' : `${server.version}, ${server.encoding}, ${server.locale}` });
}

class TranslatingClient extends Client {
  protected override ask(text: string, values?: unknown[]): Promise<unknown> {
    return super.ask(text, values).catch(translate);
  }
}

function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch(translate);
}

function translate(error: Error & { code?: string }): never {
  throw UNREACHABLE.has(error.code ?? '') || /timeout exceeded when trying to connect|Connection terminated|connection timeout|not queryable/.test(error.message)
    ? problem('database-unavailable') : error;
}
