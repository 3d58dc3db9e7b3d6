import type { BackupRecord } from '#contract/backups.ts';
import { problem } from '#contract/problems.ts';
import { openBlobs } from '#server/blobs/open-blobs.ts';
import type { Config } from '#server/config/config.ts';
import { makeEmbedded } from '#server/db/connection/pglite.ts';
import { STORES } from '#server/db/copying/references.ts';
import { openDatabase, type UpgradeCopies } from '#server/db/database.ts';
import { settleRawFiles } from '#server/features/uploads/public/settling-raw-files.ts';
import { restoredBytes, type Inventory } from './inventory.ts';
import { makeBackup, type MakingProgress } from './making.ts';
import { leasePlace, type Lease } from './places/lease.ts';
import { holdsSeveral, isInBucket, openPlaceToRead, openPlaceToWrite } from './places/open-place.ts';
import { pruneBackups } from './pruning.ts';
import { openRepository, type Repository } from './repository.ts';
import { requireEmpty, requireRoom, requireStopped } from './requirements.ts';
import { listBlobs, readSavedFile, restoreDatabase } from './restoring.ts';
import { isOfThisVersion, openPrepared, requireKnown } from './schema-version.ts';
import { databaseIn, isUnmade, optionsFor } from './site-database.ts';
import { holdFiles, isSafePath, listFiles, putFile } from './site-files.ts';
import { noteBackup, openSource, readIdentity, readSiteName, type RunningSite } from './source.ts';
import { copyBlobs, toThread } from './threads/copying.ts';
import { verifyBackup, type Verification } from './verifying.ts';

/** Blobs that a backup reads and writes at once: from disk to disk a second one gains a twentieth of the time, and readers wait for it. */
const AT_ONCE = { disk: 1, network: 2 };

/** How whoever waits for it hears of work under way, and can end it. */
export interface WorkObserver {
  signal: AbortSignal;
  onProgress: (progress: MakingProgress) => void;
}

/** How a site is asked that runs on the embedded database; null where none answers. */
export type AskSite = () => Promise<RunningSite | null>;

/**
 * Backs a site up, beside those who use it: the database as it is at one moment, pictures, files on their way and the
 * configuration. A folder or a bucket gets only what it does not have; a file, everything.
 *
 * @param keepDays days after which older backups of the place are forgotten; 0: never.
 * @throws Problem `backup-other-site`, `backup-place-busy`, `backup-place-unavailable`, `storage-full`, `backup-passphrase-needed`,
 * `backup-passphrase-wrong`, `data-in-use` and what opening the database throws.
 */
export async function backUp(
  config: Config,
  { to, keepDays, askSite }: { to: string; keepDays: number; askSite: AskSite },
  { signal, onProgress }: WorkObserver,
): Promise<BackupRecord> {
  const held = await holdFiles(config);
  try {
    await held.hold();
    const source = await openSource(config, askSite);
    const place = await openPlaceToWrite(to, config);
    const [blobs, evidence] = await Promise.all([openBlobs(config, 'blobs'), openBlobs(config, 'evidence')]);
    let lease: Lease | null = null;
    try {
      lease = holdsSeveral(to) ? await leasePlace(place, to) : null;
      await held.hold();
      const name = await readSiteName(source.session, config);
      const repository = await openRepository(place, {
        path: to,
        passphrase: config.backupPassphrase,
        create: { identity: await readIdentity(source.session), name },
      });
      const inventory = await makeBackup(
        {
          session: source.session,
          driver: source.driver,
          blobs,
          evidence,
          files: await listFiles(held.folder, config),
          site: { name, url: config.site.url },
          concurrency: config.s3 !== null || isInBucket(to) ? AT_ONCE.network : AT_ONCE.disk,
        },
        repository,
        { signal, onProgress, beforeItCounts: async () => lease?.confirm() },
      );
      await lease?.confirm();
      const gone = holdsSeveral(to) ? await pruneBackups(repository, { days: keepDays, now: new Date(), signal }) : [];
      const record = toRecord(to, repository, inventory);
      await source.record(record, gone);
      return record;
    } finally {
      await lease?.release().catch(() => {});
      await Promise.all([blobs.close(), evidence.close()]);
      await place.close();
      await source.close();
    }
  } finally {
    await held.release();
  }
}

/** The backups that lie in a place, the newest first. @throws what reading them throws. */
export async function listBackups(config: Config, from: string): Promise<Inventory[]> {
  return withRepository(config, from, async (repository) => {
    const found: Inventory[] = [];
    for (const id of await repository.list()) {
      found.push(await repository.read(id));
    }
    return found;
  });
}

/** Reads a backup back; the newest where none is named. @throws Problem `backup-not-found` and what reading it throws. */
export async function verify(
  config: Config,
  { from, id, scratch, askSite }: { from: string; id: string | null; scratch: boolean; askSite: AskSite },
  { signal, onProgress }: WorkObserver,
): Promise<{ inventory: Inventory; verification: Verification }> {
  return withRepository(config, from, async (repository) => {
    const inventory = await readNewest(repository, from, id);
    const verification = await verifyBackup(repository, inventory, {
      scratch,
      signal,
      onBlob: countProgress(onProgress),
    });
    const record: BackupRecord = {
      ...toRecord(from, repository, inventory),
      verified_at: new Date().toISOString(),
      damaged: verification.damaged.count > 0,
    };
    await noteBackup(config, askSite, { identity: inventory.site.identity, record, gone: [] });
    return { inventory, verification };
  });
}

/**
 * Restores a backup into the empty site that the configuration names, whatever its database and its store are. A restore that
 * was cut off is begun again: pictures that are there stay, the database comes last and at once.
 *
 * @returns what was restored, and configuration files that were laid beside those that are there.
 * @throws Problem `site-not-empty`, `site-running`, `backup-newer`, `backup-no-room`, `backup-damaged`, `backup-not-found`.
 */
export async function restore(
  config: Config,
  { from, id }: { from: string; id: string | null },
  { signal, onProgress }: WorkObserver,
): Promise<{ inventory: Inventory; beside: string[] }> {
  return withRepository(config, from, async (repository) => {
    const inventory = await readNewest(repository, from, id);
    requireKnown(inventory);
    if (!inventory.files.every(({ path }) => isSafePath(path))) throw problem('backup-damaged', { part: 'files' });
    await requireStopped(config);
    await requireEmpty(config, inventory.site.name);
    await requireRoom(config, restoredBytes(inventory));
    const beside = await restoreAll(config, { from, repository, inventory }, { signal, onProgress });
    // Most backups are of this version, without files on their way: a database need not be opened once more for them.
    if (!isOfThisVersion(inventory) || hasFilesOnTheirWay(inventory)) {
      await settle(config, { keep: false });
    }
    return { inventory, beside };
  });
}

/** Whether members had sent files, or parts of them, that were not works yet. */
function hasFilesOnTheirWay({ tables }: Inventory): boolean {
  return tables.some(({ name, rows }) => name === 'upload_files' && rows > 0);
}

/** Pictures, and beside them files and the database, which counts once all pictures are there. Configuration files that were laid beside others. */
async function restoreAll(
  config: Config,
  { from, repository, inventory }: { from: string; repository: Repository; inventory: Inventory },
  watched: WorkObserver,
): Promise<string[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([watched.signal, failed.signal]);
  const pictures = restorePictures(config, { from, repository, inventory }, { ...watched, signal });
  pictures.catch((error: unknown) => failed.abort(error));
  try {
    const beside: string[] = [];
    // An embedded database is made here, and by nobody else from then on.
    const session = await openPrepared(databaseIn(config), inventory);
    try {
      for (const { path, chunks } of inventory.files) {
        signal.throwIfAborted();
        const other = await putFile(path, readSavedFile(repository, chunks), config);
        if (other !== null) {
          beside.push(other);
        }
      }
      await restoreDatabase(session, repository, inventory, { signal, beforeItCounts: () => pictures });
    } finally {
      await session.close();
    }
    return beside;
  } catch (error) {
    failed.abort(error);
    await pictures.catch(() => {});
    throw error;
  }
}

async function restorePictures(
  config: Config,
  { from, repository, inventory }: { from: string; repository: Repository; inventory: Inventory },
  { signal, onProgress }: WorkObserver,
): Promise<void> {
  const onBlob = countProgress(onProgress);
  for (const name of STORES) {
    const lists = listBlobs(repository, inventory[name].lists);
    await copyBlobs({ name, from: { place: from, config: toThread(config) }, to: toThread(config) }, lists, {
      signal,
      onBlob,
    });
  }
}

/**
 * Brings a database to this version; an embedded one that is not there is made.
 *
 * @param upgradeCopies as `openDatabase` takes it: for one that was not filled just now.
 */
export async function bringUpToDate(config: Config, upgradeCopies?: UpgradeCopies): Promise<void> {
  const database = databaseIn(config);
  if (isUnmade(database)) {
    await makeEmbedded(database.folder);
    return;
  }
  await (await openDatabase({ ...optionsFor(database), ...(upgradeCopies && { upgradeCopies }) })).close();
}

/**
 * Brings a database that was filled to this version, and files on their way to where this configuration has them.
 *
 * @param keep whether these stay where they were, too.
 */
export async function settle(config: Config, { keep }: { keep: boolean }): Promise<void> {
  const opened = await openDatabase(optionsFor(databaseIn(config)));
  const blobs = await openBlobs(config, 'blobs');
  try {
    await settleRawFiles({ config, db: opened.db, blobs, keep });
  } finally {
    await blobs.close();
    await opened.close();
  }
}

/** Does something with the repository in a place. @throws what opening it throws. */
export async function withRepository<Result>(
  config: Config,
  from: string,
  work: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  const place = await openPlaceToRead(from, config);
  try {
    return await work(await openRepository(place, { path: from, passphrase: config.backupPassphrase }));
  } finally {
    await place.close();
  }
}

async function readNewest(repository: Repository, from: string, id: string | null): Promise<Inventory> {
  const wanted = id ?? (await repository.list())[0];
  if (wanted === undefined) throw problem('backup-not-found', { path: from });
  return repository.read(wanted);
}

function toRecord(place: string, { head }: Repository, inventory: Inventory): BackupRecord {
  const { id, made_at, seconds, new_bytes, comics, members, blobs, evidence, lost } = inventory;
  return {
    id,
    place,
    made_at,
    seconds,
    bytes: restoredBytes(inventory),
    new_bytes,
    comics,
    members,
    pictures: blobs.count + evidence.count,
    lost: lost.count,
    encrypted: head.encryption !== null,
    verified_at: null,
    damaged: false,
  };
}

function countProgress(onProgress: WorkObserver['onProgress']): (bytes: number) => void {
  const progress: MakingProgress = { pictures: 0, bytes: 0 };
  return (bytes) => {
    progress.pictures += 1;
    progress.bytes += bytes;
    onProgress(progress);
  };
}
