import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { problem } from '#contract/problems.ts';
import { openBlobs } from '#server/blobs/open-blobs.ts';
import type { Config } from '#server/config/config.ts';
import { differingTables, sumTables, type TableSum } from '#server/db/copying/comparing.ts';
import { listUpgradeCopies } from '#server/db/connection/upgrade-copies.ts';
import { openCopySession, type CopySession } from '#server/db/copying/copy-session.ts';
import { beginReading, dumpTable, endReading } from '#server/db/copying/dumping.ts';
import { emptyDatabase } from '#server/db/copying/emptying.ts';
import { listSequences, listTables, type CopiedTable } from '#server/db/copying/layout.ts';
import { loadDatabase } from '#server/db/copying/loading.ts';
import { countHoldings, listReferences, STORES, type StoreName } from '#server/db/copying/references.ts';
import { bringUpToDate, settle, type WorkObserver } from './backups.ts';
import { requireStopped } from './requirements.ts';
import { databaseIn } from './site-database.ts';
import { readSiteName } from './source.ts';
import { copyBlobs, toThread } from './threads/copying.ts';

/** Where a site is to go: an address of PostgreSQL or `embedded`, `s3://bucket` or `disk`; null: it stays. */
export interface Destination {
  database: string | null;
  store: string | null;
}

/** The things that were moved. `lost`: pictures that were missing or damaged before. */
export interface MoveResult {
  rows: number;
  pictures: number;
  bytes: number;
  lost: number;
}

/** The table that the last step writes: where the new store has the parts of files on their way. */
const PLACES_OF_PARTS = 'upload_parts';

/**
 * The configuration of a site at its destination.
 *
 * @throws Problem `move-nothing` where it is there already.
 */
export function configurationAt(config: Config, { database, store }: Destination): Config {
  const databaseUrl = database === null ? config.databaseUrl : database === 'embedded' ? undefined : database;
  const s3 = store === null ? config.s3 : store === 'disk' ? null : bucketAt(config, store);
  if (databaseUrl === config.databaseUrl && s3?.bucket === config.s3?.bucket) throw problem('move-nothing');
  return { ...config, databaseUrl, s3 };
}

function bucketAt({ imageStore }: Config, store: string): Config['s3'] {
  return { ...imageStore, bucket: store.replace(/^s3:\/\//, ''), redirectUrl: undefined };
}

/**
 * Moves a site that does not run to another database, another store, or both, and compares what has come with what was there. What
 * is old stays, unless it is to be deleted once all is known to be there. Killed at any moment, it is begun again and goes on.
 *
 * @throws Problem `site-running`, `site-not-empty` where something else is at the destination, `move-differs`, `move-nothing`.
 */
export async function move(
  config: Config,
  destination: Destination & { deleteOld: boolean },
  watched: WorkObserver,
): Promise<MoveResult> {
  const target = configurationAt(config, destination);
  const movesStore = target.s3?.bucket !== config.s3?.bucket;
  const movesDatabase = target.databaseUrl !== config.databaseUrl;
  await requireStopped(config);
  await requireStopped(target);
  await requireThere(config);
  await bringUpToDate(config, config.upgradeCopies);
  const session = await openCopySession(databaseIn(config));
  const moved: MoveResult = { rows: 0, pictures: 0, bytes: 0, lost: 0 };
  try {
    await beginReading(session);
    if (movesStore) {
      await moveBlobs(session, { config, target }, moved, watched);
    }
    const sums = await sumTables(session);
    moved.rows = sums.reduce((sum, { count }) => sum + count, 0);
    if (movesDatabase) {
      const name = await readSiteName(session, config);
      await moveDatabase(session, target, { sums, name }, watched.signal);
    }
    await endReading(session);
  } finally {
    await session.close();
  }
  if (movesStore) {
    await settle(target, { keep: true });
  }
  if (destination.deleteOld) {
    await deleteOld(config, target, { movesStore, movesDatabase });
  }
  return moved;
}

/**
 * Looks whether there is a site to move.
 *
 * @throws Problem `move-nothing` where the old database is gone: a move that was to delete it got that far before it was ended.
 */
async function requireThere(config: Config): Promise<void> {
  if (config.databaseUrl === undefined) {
    if (existsSync(join(config.dataDir, 'database', 'PG_VERSION'))) return;
    await rm(join(config.dataDir, 'database.old'), { recursive: true, force: true });
    throw problem('move-nothing');
  }
  const session = await openCopySession({ url: config.databaseUrl });
  try {
    const [found] = await session.ask<{ there: boolean }>(`select to_regclass('comics') is not null as there`);
    if (!found?.there) throw problem('move-nothing');
  } finally {
    await session.close();
  }
}

/** Lets go what a site has left behind, now that all of it is at its destination; the database last, which says what there was. */
async function deleteOld(
  config: Config,
  target: Config,
  { movesStore, movesDatabase }: { movesStore: boolean; movesDatabase: boolean },
): Promise<void> {
  if (movesStore) {
    const session = await openCopySession(databaseIn(config));
    try {
      await beginReading(session);
      await deleteStores(session, config);
      await endReading(session);
    } finally {
      await session.close();
    }
    await settle(target, { keep: false });
  }
  if (movesDatabase && config.databaseUrl !== undefined) {
    const session = await openCopySession(databaseIn(config));
    try {
      await emptyDatabase(session);
    } finally {
      await session.close();
    }
  }
}

/** Takes the folder of the embedded database and the copies of it away, once a site has gone from it. */
export async function deleteEmbedded({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const [folder, old] = [join(dataDir, 'database'), join(dataDir, 'database.old')];
  await rm(old, { recursive: true, force: true });
  for (const copy of await listUpgradeCopies(folder)) {
    await rm(copy.folder, { recursive: true, force: true });
  }
  await rename(folder, old);
  await rm(old, { recursive: true, force: true });
}

async function moveBlobs(
  session: CopySession,
  { config, target }: { config: Config; target: Config },
  moved: MoveResult,
  { signal, onProgress }: WorkObserver,
): Promise<void> {
  for (const name of STORES) {
    await requireKeys(target, name);
    moved.lost += await copyBlobs(
      { name, from: { store: toThread(config) }, to: toThread(target) },
      listReferences(session, name),
      {
        signal,
        onBlob(bytes) {
          moved.pictures += 1;
          moved.bytes += bytes;
          onProgress(moved);
        },
      },
    );
  }
}

/** @throws Problem `backup-store-keys-missing` where a store does not answer whom no key was given for. */
async function requireKeys(config: Config, name: StoreName): Promise<void> {
  const { s3 } = config;
  const store = await openBlobs(config, name);
  try {
    await store.check();
  } catch (error) {
    if (s3 === null || s3.key !== undefined) throw error;
    throw problem('backup-store-keys-missing', { key: 'S3_ACCESS_KEY_ID', secret: 'S3_SECRET_ACCESS_KEY' });
  } finally {
    await store.close();
  }
}

async function moveDatabase(
  session: CopySession,
  target: Config,
  { sums, name }: { sums: readonly TableSum[]; name: string },
  signal: AbortSignal,
): Promise<void> {
  await bringUpToDate(target);
  const other = await openCopySession(databaseIn(target));
  try {
    const there = await countHoldings(other);
    if (there.comics + there.members + there.pictures > 0) {
      // A move that was ended, or cut off in its last step, has left the same rows.
      if (differingTables(sums, await sumTables(other)).every((table) => table === PLACES_OF_PARTS)) return;
      throw problem('site-not-empty', { name, ...there });
    }
    async function* parts(table: CopiedTable): AsyncGenerator<Buffer> {
      for await (const { rows } of dumpTable(session, table)) {
        signal.throwIfAborted();
        yield rows;
      }
    }
    const counts = new Map(sums.map(({ name: table, count }) => [table, count]));
    const tables = (await listTables(session)).map((table) => ({
      ...table,
      rows: counts.get(table.name) ?? 0,
      parts: parts(table),
    }));
    await loadDatabase(other, { tables, sequences: await listSequences(session) });
    const differing = differingTables(sums, await sumTables(other));
    if (differing.length > 0) throw problem('move-differs', { tables: differing.join(', ') });
  } finally {
    await other.close();
  }
}

async function deleteStores(session: CopySession, config: Config): Promise<void> {
  for (const name of STORES) {
    if (config.s3 === null) {
      await rm(join(config.dataDir, name), { recursive: true, force: true });
      continue;
    }
    const store = await openBlobs(config, name);
    for await (const referred of listReferences(session, name)) {
      for (const { hash } of referred) {
        await store.remove(hash);
      }
    }
    await store.close();
  }
}
