import { isProblem, problem } from '#contract/problems.ts';
import { GRACE_MS, type Blobs } from '#server/blobs/blobs.ts';
import { openBlobs } from '#server/blobs/open-blobs.ts';
import { forEachConcurrent } from '#server/concurrency/semaphore.ts';
import type { Config } from '#server/config/config.ts';
import { endReading } from '#server/db/copying/dumping.ts';
import {
  listComicsWith,
  listReferences,
  listUnreferenced,
  STORES,
  type ReferredBlob,
  type StoreName,
} from '#server/db/copying/references.ts';
import { KEEP_BLOBS_LOCK } from '#server/db/queries/kept-blobs.ts';
import { withRepository, type AskSite, type WorkObserver } from './backups.ts';
import { readSound } from './sound-blobs.ts';
import type { Repository } from './repository.ts';
import { openSource, type Source } from './source.ts';

/** A file that the database names and the store has not, or not as it was. */
export interface Flaw {
  hash: string;
  how: 'lost' | 'damaged';
  /** Addresses of comics whose page or cover it is, three at most. */
  comics: string[];
  /** Whether a backup had it, and it is there again. */
  mended: boolean;
}

/** The findings of a check. `unowned` are files of the stores that the database does not name. */
export interface Findings {
  pictures: number;
  bytes: number;
  flaws: number;
  mended: number;
  unowned: { count: number; bytes: number };
  removed: { count: number; bytes: number };
}

export interface CheckOptions {
  /** Whether every file is read and compared with its hash, not with its size alone. */
  deep: boolean;
  /** The place of backups that what is lost or damaged is brought back from; null: nothing is. */
  mendFrom: string | null;
  /** Whether files that the database does not name are removed. */
  removeUnowned: boolean;
  askSite: AskSite;
  onFlaw: (flaw: Flaw) => void;
}

/** Files that are looked at, or read, at once: what a disk or a store answers beside readers. */
const AT_ONCE = { sizes: 16, bytes: 4 };
/** Keys that the database is asked for at once. */
const KEYS = 500;

/**
 * Compares the stores of a site with its database: what is lost, what is damaged, what is nobody's. The site may run. Memory does not
 * grow with the site: rows come by their hash, some thousands at a time, and keys of the store some hundreds.
 *
 * @throws Problem `site-running` where files are to be removed while a site has the embedded database, or a backup is being made;
 * what opening the database and the place of backups throw.
 */
export async function checkSite(
  config: Config,
  { deep, mendFrom, removeUnowned, askSite, onFlaw }: CheckOptions,
  watched: WorkObserver,
): Promise<Findings> {
  const found: Findings = {
    pictures: 0,
    bytes: 0,
    flaws: 0,
    mended: 0,
    unowned: { count: 0, bytes: 0 },
    removed: { count: 0, bytes: 0 },
  };
  const source = await openSource(config, askSite);
  try {
    if (removeUnowned) {
      await requireAlone(source);
    }
    const look = async (repository: Repository | null) => {
      for (const name of STORES) {
        await withStore(config, name, (store) =>
          compare({ source, store, name, repository }, { deep, onFlaw, found }, watched),
        );
      }
    };
    await (mendFrom === null ? look(null) : withRepository(config, mendFrom, look));
    // Rows that came since name files that were put since, or again.
    await endReading(source.session);
    for (const name of STORES) {
      await withStore(config, name, (store) => sweep({ source, store, name }, { removeUnowned, found }, watched));
    }
    return found;
  } finally {
    await source.close();
  }
}

async function withStore(config: Config, name: StoreName, work: (store: Blobs) => Promise<void>): Promise<void> {
  const store = await openBlobs(config, name);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** Sees to it that nobody reads what is removed: a backup may know rows that are gone since. */
async function requireAlone({ session, driver, isCopy }: Source): Promise<void> {
  if (isCopy) throw problem('site-running');
  if (driver === 'pglite') return;
  const [lock] = await session.ask<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [KEEP_BLOBS_LOCK]);
  if (!lock?.free) throw problem('site-running');
}

interface ComparedStore {
  source: Source;
  store: Blobs;
  name: StoreName;
}

async function compare(
  { source: { session }, store, name, repository }: ComparedStore & { repository: Repository | null },
  { deep, onFlaw, found }: Pick<CheckOptions, 'deep' | 'onFlaw'> & { found: Findings },
  { signal, onProgress }: WorkObserver,
): Promise<void> {
  for await (const referred of listReferences(session, name)) {
    const flaws: Omit<Flaw, 'comics'>[] = [];
    await forEachConcurrent(referred, { concurrency: deep ? AT_ONCE.bytes : AT_ONCE.sizes, signal }, async (blob) => {
      const { how, bytes } = await judge(store, blob, deep);
      found.pictures += 1;
      found.bytes += bytes;
      if (how !== null) {
        flaws.push({ hash: blob.hash, how, mended: repository !== null && (await mend(store, repository, blob.hash)) });
      }
      onProgress(found);
    });
    // A session answers one question at a time.
    for (const flaw of flaws) {
      found.flaws += 1;
      found.mended += flaw.mended ? 1 : 0;
      onFlaw({ ...flaw, comics: await listComicsWith(session, flaw.hash) });
    }
    signal.throwIfAborted();
  }
}

async function judge(
  store: Blobs,
  { hash, bytes }: ReferredBlob,
  deep: boolean,
): Promise<{ how: Flaw['how'] | null; bytes: number }> {
  const size = await store.size(hash);
  if (size === null) return { how: 'lost', bytes: 0 };
  // Rows that do not say a size have 0.
  const isSound = (bytes === 0 || size === bytes) && (!deep || (await readSound(store, hash)) !== undefined);
  return { how: isSound ? null : 'damaged', bytes: size };
}

/** Brings a file back from a backup, which compares it with its hash; whether it had it. */
async function mend(store: Blobs, repository: Repository, hash: string): Promise<boolean> {
  let bytes: Buffer;
  try {
    bytes = await repository.get('blobs', hash);
  } catch (error) {
    if (isProblem(error) && error.code === 'backup-damaged') return false;
    throw error;
  }
  // A store takes a file of the same size for the same file.
  await store.remove(hash);
  await store.put(bytes, hash);
  return (await readSound(store, hash)) !== undefined;
}

async function sweep(
  { source: { session }, store, name }: ComparedStore,
  { removeUnowned, found }: Pick<CheckOptions, 'removeUnowned'> & { found: Findings },
  { signal }: WorkObserver,
): Promise<void> {
  const before = new Date(Date.now() - GRACE_MS);
  async function look(keys: readonly string[]): Promise<void> {
    signal.throwIfAborted();
    for (const key of await listUnreferenced(session, name, keys)) {
      const bytes = (await store.size(key)) ?? 0;
      found.unowned.count += 1;
      found.unowned.bytes += bytes;
      if (removeUnowned && (await store.removeBefore(key, before))) {
        found.removed.count += 1;
        found.removed.bytes += bytes;
      }
    }
  }
  let keys: string[] = [];
  for await (const key of store.before(before)) {
    keys.push(key);
    if (keys.length === KEYS) {
      await look(keys);
      keys = [];
    }
  }
  await look(keys);
}
