import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { problem } from '#contract/problems.ts';
import { limitConnecting, throwUnreachable } from '#server/db/connection/attentive-client.ts';
import { lockFile } from '#server/db/connection/lock.ts';
import { EngineStream } from '#server/db/connection/pglite-stream.ts';
import { typeParsers } from '#server/db/connection/type-parsers.ts';
import { copyIn, copyOut } from './copy-query.ts';

/** A database as it is copied from or to: PostgreSQL by its address, or the folder of an embedded one that no process has open. */
export type CopiedDatabase = { url: string } | { folder: string };

/** One session with a database, for reading and writing whole tables in PostgreSQL's text format. */
export interface CopySession {
  /** Asks a statement that no text from outside is part of; `values` are its parameters. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The rows that a query finds, a line each. */
  copyOut(query: string): Promise<Buffer>;
  /** Writes rows into `target`, a table with its columns. Throws what the database says of rows it cannot take. */
  copyIn(target: string, rows: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Settings that make the text of every value the same on every server. */
const NEUTRAL = [
  `set statement_timeout = 0`,
  `set datestyle = 'ISO, YMD'`,
  `set intervalstyle = 'postgres'`,
  `set bytea_output = 'hex'`,
  `set extra_float_digits = 1`,
  `set timezone = 'UTC'`,
  `set search_path = public`,
];

/** Milliseconds a server may take to accept a connection. */
const CONNECT_MS = 10_000;

/**
 * Opens a session.
 *
 * @param lasting whether an embedded database must outlive a power cut; a copy that is only read need not.
 * @throws Problem `database-unavailable`, `data-in-use` when a process has the embedded database open.
 */
export async function openCopySession(database: CopiedDatabase, { lasting = true } = {}): Promise<CopySession> {
  return 'url' in database ? onServer(database.url) : embeddedSession(database.folder, lasting);
}

async function onServer(url: string): Promise<CopySession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: COPY_NAME,
    keepAlive: true,
    options: '-c jit=off',
    types: typeParsers,
  });
  const stopCounting = limitConnecting(client, CONNECT_MS);
  await client.connect().catch(throwUnreachable).finally(stopCounting);
  return prepareSession(client, async () => client.end());
}

/** How sessions that copy are called in `pg_stat_activity`. */
export const COPY_NAME = 'komawari-copy';

async function embeddedSession(folder: string, lasting: boolean): Promise<CopySession> {
  if (!existsSync(join(folder, 'PG_VERSION'))) throw problem('database-unavailable');
  const unlock = lockFile(`${folder}.lock`);
  if (unlock === null) throw problem('data-in-use', { path: dirname(folder) });
  let gone = Promise.resolve();
  const client = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    types: typeParsers,
    stream: () => {
      const stream = new EngineStream({ dir: folder, durable: lasting, sharedBuffers: '64MB' }, gone);
      gone = stream.gone;
      return stream as never;
    },
  });
  const close = async () => {
    await client.end();
    await gone;
    unlock();
  };
  await client.connect();
  return prepareSession(client, close);
}

async function prepareSession(client: pg.Client, close: () => Promise<void>): Promise<CopySession> {
  // A connection that breaks is told to whoever asks next.
  client.on('error', () => {});
  try {
    for (const setting of NEUTRAL) {
      await client.query(setting);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ask: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values]).catch(throwUnreachable)).rows as Row[],
    copyOut: (query) => copyOut(client, query).catch(throwUnreachable),
    copyIn: (target, rows) => copyIn(client, target, rows).catch(throwUnreachable),
    close,
  };
}
