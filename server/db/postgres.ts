import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { problem } from '#contract/problems.ts';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';

export interface PostgresOptions {
  url: string;
  replicaUrls: readonly string[];
  /** Most connections to each server. */
  max?: number;
  log?: { warn(details: object, message: string): void };
}

/** Int8 as number (counts stay far below 2^53), dates as text, as on the embedded database. */
const READ_AS: Record<number, (text: string) => unknown> = { 20: Number, 1082: String, 1700: String };

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '57P01', '57P02', '57P03', '53300']);

/**
 * Opens a pool to PostgreSQL, and one to its replicas for reads; a replica that does not answer is left out until it does.
 */
export function openPostgres({ url, replicaUrls, max = 10, log }: PostgresOptions): { db: Db; reads: Db; close(): Promise<void> } {
  const pool = (connectionString: string) => {
    const made = new pg.Pool({
      connectionString, max,
      application_name: 'komawari',
      connectionTimeoutMillis: 5_000,
      statement_timeout: 30_000,
      // Named plans go generic after five runs, and then choose badly for arrays and rare terms (docs/decisions/0001).
      options: '-c plan_cache_mode=force_custom_plan',
      types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => (format !== 'binary' && READ_AS[oid]) || pg.types.getTypeParser(oid, format) },
    } as pg.PoolConfig);
    made.on('error', (error) => log?.warn({ err: error }, 'database connection'));
    return made;
  };
  const primary = pool(url);
  const replicas = replicaUrls.map(pool);
  let turn = 0;
  const readPool = {
    async connect() {
      for (const _ of replicas) {
        const replica = replicas[(turn += 1) % replicas.length]!;
        try {
          return await replica.connect();
        } catch (error) {
          log?.warn({ err: error }, 'replica does not answer');
        }
      }
      return connected(primary);
    },
    end: async () => {},
  };
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: { connect: () => connected(primary), end: async () => {} } as never }) }),
    reads: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: readPool as never }) }),
    async close() { await Promise.all([primary, ...replicas].map((each) => each.end())); },
  };
}

async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    throw UNREACHABLE.has(code) || /timeout|terminated/.test(message) ? problem('database-unavailable') : error;
  }
}
