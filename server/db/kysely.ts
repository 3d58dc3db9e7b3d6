import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';
import { refuseInside } from './transaction.ts';

/** A connection or a transaction alike: what every query takes first. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export interface DatabaseLog { warn(details: object, message: string): void }

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
