import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Schema } from './schema.ts';
import { refuseInside } from './transaction.ts';

/** A connection or a transaction alike: what every query takes first. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export interface DatabaseLog { warn(details: object, message: string): void }

/** Keeps a connection that breaks while it is lent from ending the process; whoever asks it next learns of it. */
export function surviveBreaks(pool: pg.Pool, log: DatabaseLog | undefined): void {
  pool.on('error', (error) => log?.warn({ err: error }, 'database connection'));
  pool.on('connect', (client) => { client.on('error', () => {}); });
}

/** Kysely on something that lends connections. */
export function kyselyOver(pool: { connect(): Promise<unknown> }): Db {
  const guarded = {
    options: {},
    async connect() {
      refuseInside();
      return pool.connect();
    },
    async end() {},
  };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guarded as PostgresPool }) });
}
