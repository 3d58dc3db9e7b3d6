import { Kysely, sql, type Transaction } from 'kysely';
import type { Log } from '../log.ts';
import { migrate } from './migrate.ts';
import { openEmbedded } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Schema } from './schema.ts';

/** A connection or a transaction alike: what every query takes first. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export interface DatabaseOptions {
  /** Folder of the embedded database; unused with `url`. */
  dataDir: string;
  /** PostgreSQL 15+; without it the embedded database is opened. */
  url?: string;
  replicaUrls?: readonly string[];
  log?: Pick<Log, 'info' | 'warn'>;
}

export interface Database {
  db: Db;
  /** Reads that may lag behind: a replica, or the same as `db`. */
  reads: Db;
  driver: 'pglite' | 'postgres';
  /** @throws when the database does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database, migrated: PostgreSQL where `url` names it, else the embedded one in `dataDir`.
 *
 * @throws Problem `data-in-use`, `database-unavailable`, `migration-changed`, `migration-unknown`.
 */
export async function openDatabase({ dataDir, url, replicaUrls = [], log }: DatabaseOptions): Promise<Database> {
  const driver = url === undefined ? 'pglite' : 'postgres';
  const { db, reads, close } = url === undefined
    ? await openEmbedded({ dir: dataDir }).then((embedded) => ({ ...embedded, reads: embedded.db }))
    : openPostgres({ url, replicaUrls, ...(log ? { log } : {}) });
  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, reads, driver, close, check: async () => { await sql`select 1`.execute(db); } };
}

/** Runs `work` in a transaction: all of it happens, or nothing. */
export function withTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work);
}
