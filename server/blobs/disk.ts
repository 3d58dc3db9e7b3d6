import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { problem } from '#contract/problems.ts';
import { checkedKey, FRESH_MS, isBlobKey } from './blobs.ts';
import type { Blobs } from './blobs.ts';
import { hashBlob } from './hashing.ts';
import { syncDisk } from './sync-disk.ts';

/** Age at which an unfinished file is nobody's: no write takes an hour, and another process may be writing right now. */
const LEFTOVER_MS = 3_600_000;

const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

function toStorageProblem(error: unknown): Error {
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return problem('storage-full');
  if (code === 'ENOENT') return problem('storage-missing');
  return ['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'].includes(code)
    ? problem('storage-unavailable')
    : (error as Error);
}

async function translateErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStorageProblem(error);
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The name of an unfinished file says who writes it, so that what a killed process left is known at once. */
const draftName = (): string => `${hostname()}@${process.pid}@${randomUUID()}`.replace(/[^\w@.-]/g, '_');

function isOrphan(name: string): boolean {
  const [host, pid] = name.split('@');
  if (host !== hostname().replace(/[^\w@.-]/g, '_') || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

async function sweep(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && (isOrphan(name) || Date.now() - found.mtimeMs > LEFTOVER_MS)) {
      await rm(path, { force: true });
    }
  }
}

/**
 * Promises blobs in a folder, which is created if need be: `ab/cd/abcd…` for each key, `unfinished/` for what is being written.
 * Files that a killed process of this machine left there are removed, those of any other once they are an hour old.
 * Several processes may share the folder.
 *
 * @param settled false where much is put at once: it outlives a crash only once the store is closed, which has the disk written out.
 */
export async function openDiskBlobs(root: string, { settled = true } = {}): Promise<Blobs> {
  const unfinished = join(root, 'unfinished');
  await translateErrors(mkdir(unfinished, { recursive: true }));
  await translateErrors(sweep(unfinished));

  const pathFor = (key: string): string => join(root, checkedKey(key).slice(0, 2), key.slice(2, 4), key);

  async function makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true });
    if (first === undefined) return;
    // A new folder is only safe once the folder above knows it.
    await sync(dirname(folder));
    if (first !== folder) {
      await sync(root);
    }
  }

  /** Folders that are there, where much is put at once: asking the system for each file takes as long as writing it. */
  const made = new Set<string>();

  /** Writes a file where much is put at once and nobody waits for anything else: handing each step to a thread takes longer than doing it. */
  function writeMany(bytes: Uint8Array, path: string): void {
    const draft = join(unfinished, draftName());
    const folder = dirname(path);
    writeFileSync(draft, bytes);
    if (!made.has(folder)) {
      mkdirSync(folder, { recursive: true });
      made.add(folder);
    }
    renameSync(draft, path);
  }

  async function write(bytes: Uint8Array, path: string): Promise<void> {
    if (!settled) return writeMany(bytes, path);
    const draft = join(unfinished, draftName());
    try {
      await writeFile(draft, bytes, { flush: true });
      await makeFolder(dirname(path));
      await rename(draft, path);
      await sync(dirname(path));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async function size(key: string): Promise<number | null> {
    if (!isBlobKey(key)) return null;
    if (!settled) return statSync(pathFor(key), { throwIfNoEntry: false })?.size ?? null;
    try {
      return (await stat(pathFor(key))).size;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw toStorageProblem(error);
    }
  }

  /** For who waits for nothing else: handing a small file to a thread takes longer than reading it. */
  async function readAtOnce(path: string): Promise<Buffer> {
    return readFileSync(path);
  }

  return {
    async put(bytes, known) {
      const key = known ?? (await hashBlob(bytes));
      // A file stands under its key only when it is whole, so its size is proof enough.
      const existing = settled
        ? await stat(pathFor(key)).catch(() => null)
        : statSync(pathFor(key), { throwIfNoEntry: false });
      if (existing?.size !== bytes.length) {
        await translateErrors(write(bytes, pathFor(key)));
      } else if (Date.now() - existing.mtimeMs > FRESH_MS) {
        // Gone at this very moment: a sweep thought that nobody wanted it.
        await utimes(pathFor(key), new Date(), new Date()).catch(() => translateErrors(write(bytes, pathFor(key))));
      }
      return key;
    },
    size,
    async sizes(keys) {
      const found = new Map<string, number>();
      for (const key of keys) {
        const bytes = await size(key);
        if (bytes !== null) {
          found.set(key, bytes);
        }
      }
      return found;
    },
    has: async (key) => (await size(key)) !== null,
    read: async (key) => translateErrors(settled ? readFile(pathFor(key)) : readAtOnce(pathFor(key))),
    async stream(key, range) {
      const handle = await translateErrors(open(pathFor(key), 'r'));
      const { size: whole } = await handle.stat();
      return { stream: handle.createReadStream(range ?? {}), size: whole };
    },
    async remove(key) {
      if (isBlobKey(key)) {
        await translateErrors(rm(pathFor(key), { force: true }));
      }
    },
    async removeBefore(key, time) {
      const away = join(unfinished, draftName());
      try {
        await rename(pathFor(key), away);
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return false;
        throw toStorageProblem(error);
      }
      // Out of everyone's way, its time can no longer change: who puts it now writes it anew.
      const isOld = (await translateErrors(stat(away))).mtimeMs < time.getTime();
      await translateErrors(isOld ? rm(away) : rename(away, pathFor(key)));
      return isOld;
    },
    async *before(time) {
      for (const top of await translateErrors(readdir(root))) {
        for (const inner of /^[0-9a-f]{2}$/.test(top) ? await translateErrors(readdir(join(root, top))) : []) {
          for (const key of (await readdir(join(root, top, inner)).catch(() => [])).filter(isBlobKey)) {
            const found = await stat(pathFor(key)).catch(() => null);
            if (found !== null && found.mtimeMs < time.getTime()) {
              yield key;
            }
          }
        }
      }
    },
    async check() {
      const probe = join(unfinished, draftName());
      try {
        await translateErrors(writeFile(probe, 'probe'));
      } finally {
        await rm(probe, { force: true }).catch(() => {});
      }
    },
    async close() {
      if (!settled) {
        await syncDisk(root);
      }
    },
  };
}
