import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { problem } from '#contract/problems.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import { forEachConcurrent } from '#server/concurrency/semaphore.ts';
import type { CopySession } from '#server/db/copying/copy-session.ts';
import { dumpTable } from '#server/db/copying/dumping.ts';
import { listMigrations, listSequences, listTables } from '#server/db/copying/layout.ts';
import { countHoldings, listReferences, type ReferredBlob } from '#server/db/copying/references.ts';
import { FORMAT, type Inventory } from './inventory.ts';
import { idTime } from './pruning.ts';
import { hashChunk, type Kind, type Repository } from './repository.ts';
import { chunksFrom, type SavedFile } from './site-files.ts';
import { readSound } from './sound-blobs.ts';
import { readIdentity } from './source.ts';

/** How far a backup has come. */
export interface MakingProgress {
  pictures: number;
  bytes: number;
}

/** The parts that a backup is made of. */
export interface BackupParts {
  session: CopySession;
  driver: Inventory['driver'];
  blobs: Blobs;
  evidence: Blobs;
  files: readonly SavedFile[];
  site: { name: string; url: string };
  /** Blobs that are read and written at once. */
  concurrency: number;
}

/** Lost blobs that are named. */
const MAX_NAMED = 100;

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * Adds a backup to a repository: the database as the session sees it, the blobs that it refers to, files. What the repository
 * has already is not written again. It counts once everything that it needs is kept.
 *
 * @param beforeItCounts the last word on whether it may.
 * @throws Problem `backup-other-site` where the repository holds another site; what reading and writing throw.
 */
export async function makeBackup(
  backed: BackupParts,
  repository: Repository,
  {
    signal,
    onProgress,
    beforeItCounts,
  }: { signal: AbortSignal; onProgress: (progress: MakingProgress) => void; beforeItCounts: () => Promise<void> },
): Promise<Inventory> {
  const started = performance.now();
  const madeAt = new Date();
  const { session } = backed;
  const identity = await readIdentity(session);
  if (repository.head.site.identity !== identity) {
    throw problem('backup-other-site', { name: repository.head.site.name });
  }
  const keeper = createKeeper(repository);
  const lost = { count: 0, first: [] as string[] };
  const progress: MakingProgress = { pictures: 0, bytes: 0 };
  const tell = (bytes: number) => {
    progress.pictures += 1;
    progress.bytes += bytes;
    onProgress(progress);
  };
  const holdings = await countHoldings(session);
  const tables = await keepTables(session, keeper, signal);
  const sequences = await listSequences(session);
  const files: Inventory['files'] = [];
  for (const { path, read } of backed.files) {
    signal.throwIfAborted();
    const file = { path, bytes: 0, chunks: [] as string[] };
    for await (const chunk of chunksFrom(read())) {
      file.bytes += chunk.length;
      file.chunks.push(await keeper.keep('chunks', chunk));
    }
    files.push(file);
  }
  const copying = { session, concurrency: backed.concurrency, keeper, lost, tell, signal };
  const blobs = await keepBlobs('blobs', backed.blobs, copying);
  const evidence = await keepBlobs('evidence', backed.evidence, copying);
  const inventory: Inventory = {
    format: FORMAT,
    id: `${idTime(madeAt)}-${randomBytes(4).toString('hex')}`,
    made_at: madeAt.toISOString(),
    seconds: (performance.now() - started) / 1000,
    version,
    site: { identity, ...backed.site },
    driver: backed.driver,
    migrations: await listMigrations(session),
    comics: holdings.comics,
    members: holdings.members,
    tables,
    sequences,
    blobs,
    evidence,
    lost,
    files,
    new_bytes: keeper.newBytes(),
  };
  await repository.place.settle();
  await beforeItCounts();
  await repository.add(inventory);
  await repository.place.finish();
  return inventory;
}

/** Keeps what a repository does not have yet, which it is asked for part by part. */
interface Keeper {
  /** Keeps bytes; their hash. */
  keep(kind: Kind, bytes: Uint8Array, hash?: string): Promise<string>;
  has(kind: Kind, hash: string): Promise<boolean>;
  newBytes(): number;
}

function createKeeper(repository: Repository): Keeper {
  // Chunks are few; blobs are asked for in the order of their hashes, so that the names of one part are held at a time.
  const known = {
    chunks: new Map<string, Promise<Map<string, number>>>(),
    blobs: new Map<string, Promise<Map<string, number>>>(),
  };
  let added = 0;
  const namesFor = (kind: Kind, digits: string) => {
    const names = known[kind].get(digits) ?? repository.names(kind, digits);
    if (kind === 'blobs') {
      known.blobs.clear();
    }
    known[kind].set(digits, names);
    return names;
  };
  const has = async (kind: Kind, hash: string) =>
    (await namesFor(kind, hash.slice(0, 2))).has(repository.nameFor(hash));
  return {
    has,
    async keep(kind, bytes, hash) {
      const key = hash ?? (await hashChunk(bytes));
      if (await has(kind, key)) return key;
      added += await repository.put(kind, key, bytes);
      (await namesFor(kind, key.slice(0, 2))).set(repository.nameFor(key), bytes.length);
      return key;
    },
    newBytes: () => added,
  };
}

async function keepTables(session: CopySession, keeper: Keeper, signal: AbortSignal): Promise<Inventory['tables']> {
  const tables: Inventory['tables'] = [];
  for (const table of await listTables(session)) {
    const kept = { ...table, rows: 0, chunks: [] as string[] };
    for await (const { rows, count } of dumpTable(session, table)) {
      signal.throwIfAborted();
      kept.rows += count;
      kept.chunks.push(await keeper.keep('chunks', rows));
    }
    tables.push(kept);
  }
  return tables;
}

interface Copying {
  session: CopySession;
  concurrency: number;
  keeper: Keeper;
  lost: Inventory['lost'];
  tell(bytes: number): void;
  signal: AbortSignal;
}

async function keepBlobs(
  name: 'blobs' | 'evidence',
  store: Blobs,
  { session, concurrency, keeper, lost, tell, signal }: Copying,
): Promise<Inventory['blobs']> {
  const list: Inventory['blobs'] = { count: 0, bytes: 0, lists: [] };
  const lose = (hash: string) => {
    lost.count += 1;
    if (lost.first.length < MAX_NAMED) {
      lost.first.push(hash);
    }
  };
  for await (const referred of listReferences(session, name)) {
    const kept: ReferredBlob[] = [];
    await forEachConcurrent(referred, { concurrency, signal }, async (blob) => {
      const bytes = (await keeper.has('blobs', blob.hash)) ? null : await readSound(store, blob.hash);
      if (bytes === undefined) return lose(blob.hash);
      if (bytes !== null) {
        await keeper.keep('blobs', bytes, blob.hash);
      }
      const size = bytes?.length ?? blob.bytes;
      kept.push({ hash: blob.hash, bytes: size });
      tell(size);
    });
    signal.throwIfAborted();
    kept.sort((one, other) => (one.hash < other.hash ? -1 : 1));
    list.count += kept.length;
    list.bytes += kept.reduce((sum, { bytes }) => sum + bytes, 0);
    list.lists.push(
      await keeper.keep('chunks', Buffer.from(kept.map(({ hash, bytes }) => `${hash} ${bytes}\n`).join(''))),
    );
  }
  return list;
}
