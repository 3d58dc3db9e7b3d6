import { isProblem, type Problem } from '#contract/problems.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forEachConcurrent } from '#server/concurrency/semaphore.ts';
import { countLines } from '#server/db/copying/dumping.ts';
import type { Inventory } from './inventory.ts';
import type { Repository } from './repository.ts';
import { listBlobs, restoreDatabase } from './restoring.ts';
import { openPrepared } from './schema-version.ts';

/** The findings when a backup was read back. */
export interface Verification {
  rows: number;
  pictures: number;
  bytes: number;
  /** Parts that are missing or not as they were: how many, and the first of them. */
  damaged: { count: number; first: string[] };
}

/** Objects that are read at once. */
const AT_ONCE = 4;
/** Damaged parts that are named. */
const MAX_NAMED = 100;

/**
 * Reads all of a backup back and compares it with its hashes and counts.
 *
 * @param scratch whether its database is restored as well, into an embedded one that is thrown away.
 */
export async function verifyBackup(
  repository: Repository,
  inventory: Inventory,
  { scratch, signal, onBlob }: { scratch: boolean; signal: AbortSignal; onBlob: (bytes: number) => void },
): Promise<Verification> {
  const found: Verification = { rows: 0, pictures: 0, bytes: 0, damaged: { count: 0, first: [] } };
  const blame = (part: string) => {
    found.damaged.count += 1;
    if (found.damaged.first.length < MAX_NAMED && !found.damaged.first.includes(part)) {
      found.damaged.first.push(part);
    }
  };
  /** The bytes of a part; null where it is damaged, which is noted. */
  const sound = async (kind: 'chunks' | 'blobs', hash: string): Promise<Buffer | null> => {
    try {
      return await repository.get(kind, hash);
    } catch (error) {
      if (!isDamage(error)) throw error;
      blame(String(error.params?.part ?? hash));
      return null;
    }
  };
  for (const { name, rows, chunks } of inventory.tables) {
    let read = 0;
    let isWhole = true;
    for (const chunk of chunks) {
      signal.throwIfAborted();
      const part = await sound('chunks', chunk);
      isWhole &&= part !== null;
      read += part === null ? 0 : countLines(part);
    }
    found.rows += read;
    if (isWhole && read !== rows) {
      blame(name);
    }
  }
  for (const chunk of inventory.files.flatMap(({ chunks }) => chunks)) {
    found.bytes += (await sound('chunks', chunk))?.length ?? 0;
  }
  for (const { count, lists } of [inventory.blobs, inventory.evidence]) {
    let listed = 0;
    for (const list of lists) {
      if ((await sound('chunks', list)) === null) continue;
      for await (const blobs of listBlobs(repository, [list])) {
        listed += blobs.length;
        await forEachConcurrent(blobs, { concurrency: AT_ONCE, signal }, async ({ hash }) => {
          const bytes = (await sound('blobs', hash))?.length ?? 0;
          found.pictures += 1;
          found.bytes += bytes;
          onBlob(bytes);
        });
        signal.throwIfAborted();
      }
    }
    if (listed !== count && found.damaged.count === 0) {
      blame('blobs');
    }
  }
  if (scratch && found.damaged.count === 0) {
    await tryDatabase(repository, inventory).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      blame(String(error.params?.part ?? ''));
    });
  }
  return found;
}

const isDamage = (error: unknown): error is Problem => isProblem(error) && error.code === 'backup-damaged';

/** Restores the database of a backup into a folder that is removed again. @throws Problem `backup-damaged`. */
async function tryDatabase(repository: Repository, inventory: Inventory): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'komawari-verify-'));
  try {
    const dataDir = join(folder, 'database');
    const session = await openPrepared({ folder: dataDir }, inventory, { lasting: false });
    try {
      await restoreDatabase(session, repository, inventory);
    } finally {
      await session.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
