import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { problem } from '#contract/problems.ts';
import { Client, kyselyOver, openPool, type Db, type DatabaseLog, type NamedPool } from '#server/db/kysely.ts';
import { migrate } from '#server/db/migrate.ts';
import { lockFile } from './lock.ts';
import { copyRunning } from './pglite-copy.ts';
import { EngineStream } from './pglite-stream.ts';
import { createFromTemplate } from './pglite-template.ts';
import { Upkeep } from './pglite-upkeep.ts';
import type { EngineOptions } from './pglite-worker.ts';
import { typeParsers } from './type-parsers.ts';

export interface EmbeddedOptions {
  dir: string;
  /** `false` in tests only: what is written may be lost in a power cut. */
  durable?: boolean;
  /** The memory the database has for its files, as PostgreSQL writes sizes. */
  sharedBuffers?: string;
  log?: DatabaseLog;
}

export interface EmbeddedDatabase {
  db: Db;
  /** Copies its folder into a new one while it goes on working; opened, the copy is the database as it was then. Throws Problem `storage-full`. */
  copyTo: (folder: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Measured: a process that only has the database open idles at 262, 297, 356 MB with 32, 64, 128 MB of these. */
const SHARED_BUFFERS = '64MB';

/**
 * Opens the embedded database of a folder, makes it from the template when there is none, and locks it.
 * A start that was killed leaves nothing that stands in the way of the next.
 *
 * @throws Problem `data-in-use` when another process has it open.
 */
export async function openEmbedded({
  dir,
  durable = true,
  sharedBuffers = SHARED_BUFFERS,
  log,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const unlock = lock(dir);
  try {
    await makeUnlessThere(dir, durable);
    const { db, copyTo, close } = await serve({ dir, durable, sharedBuffers }, log);
    return {
      db,
      copyTo,
      async close() {
        await close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Makes the embedded database of a folder, migrated and empty, unless there is one.
 *
 * @throws Problem `data-in-use` when another process has it open.
 */
export async function makeEmbedded(dir: string): Promise<void> {
  const unlock = lock(dir);
  try {
    await makeUnlessThere(dir, true);
  } finally {
    unlock();
  }
}

function lock(dir: string): () => void {
  mkdirSync(dirname(dir), { recursive: true });
  const unlock = lockFile(`${dir}.lock`);
  if (unlock === null) throw problem('data-in-use', { path: dirname(dir) });
  return unlock;
}

async function makeUnlessThere(dir: string, durable: boolean): Promise<void> {
  if (!existsSync(join(dir, 'PG_VERSION'))) {
    await createFromTemplate(dir, durable, makeMigrated);
  }
}

/** Opens a database in memory, from a tar of its folder: for tests, which need many and none of them after that. */
export function openInMemory(image: string): Promise<EmbeddedDatabase> {
  return serve({ dir: '', durable: false, sharedBuffers: '16MB', image });
}

async function serve(options: EngineOptions, log?: DatabaseLog): Promise<EmbeddedDatabase> {
  const { pool, close } = await openEngine(options, log);
  const db = kyselyOver(pool);
  const upkeep = new Upkeep(db, (error) => log?.warn({ err: error }, 'upkeep of the database'));
  return {
    db,
    copyTo: (folder) => upkeep.during(() => copyRunning(db, options.dir, folder)),
    async close() {
      await upkeep.stop();
      await close();
    },
  };
}

async function makeMigrated(dir: string): Promise<void> {
  const { pool, close } = await openEngine({ dir, durable: false, sharedBuffers: '16MB' });
  try {
    await migrate(kyselyOver(pool));
  } finally {
    await close();
  }
}

/** One thread, one session: who comes while it is taken waits in line, a transaction holds it to its end. */
async function openEngine(
  options: EngineOptions,
  log?: DatabaseLog,
): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  let gone = Promise.resolve();
  const settings: NamedPool = {
    poolName: 'embedded',
    max: 1,
    idleTimeoutMillis: 0,
    Client,
    user: 'postgres',
    database: 'postgres',
    types: typeParsers,
    stream: () => {
      const stream = new EngineStream(options, gone);
      gone = stream.gone;
      return stream as never;
    },
  };
  const pool = openPool(settings, log);
  const close = async () => {
    await pool.end();
    await gone;
  };
  try {
    (await pool.connect()).release();
    return { pool, close };
  } catch (error) {
    await close();
    throw error;
  }
}
