import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageUse } from '#contract/system.ts';
import { utcDay } from '#contract/utc-day.ts';
import { putSnapshot } from '#server/db/queries/snapshots.ts';
import type { Deps } from '#server/deps.ts';
import { putStored } from '#server/features/dashboard/public/queries-stored.ts';
import { enqueue, reportProgress } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { aboutPictures, databaseBytes, picturesAfter } from './queries-system.ts';

/** Sums up what is kept, twice a day: the numbers of the system page and the plots of storage. */
export const MEASURE_STORAGE_JOB: JobKind = { kind: 'system.storage', attempts: 3, atOnce: 1, every: 43_200 };
/** Where the sums are kept. */
export const STORAGE = 'storage';
/** Pictures summed up in one statement, which takes some milliseconds. */
const AT_ONCE = 5_000;
/** Parts of the data folder whose bytes are known otherwise. */
const KNOWN = new Set(['blobs', 'database']);

/** Measures the storage. */
export function measureStorage({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): JobFunction {
  return async (job) => {
    const originals = { count: 0, bytes: 0 };
    const variants = new Map<string, { count: number; bytes: number }>();
    const about = await aboutPictures(db);
    for (let after: string | null = ''; after !== null;) {
      job.signal.throwIfAborted();
      const part = await picturesAfter(db, after, AT_ONCE);
      originals.count += part.count;
      originals.bytes += part.bytes;
      for (const [name, [count, bytes]] of Object.entries(part.variants)) {
        const known = variants.get(name) ?? { count: 0, bytes: 0 };
        variants.set(name, { count: known.count + count, bytes: known.bytes + bytes });
      }
      after = part.last;
      await reportProgress(db, job, originals.count, Math.max(about, originals.count));
    }
    const folders = await measureFolders(config.dataDir, job.signal);
    const database = await databaseBytes(db);
    const use: Omit<StorageUse, 'made_at'> = {
      originals,
      variants: [...variants].map(([name, sums]) => ({ name, ...sums })).toSorted((a, b) => b.bytes - a.bytes),
      folders,
      database,
    };
    await putSnapshot(db, STORAGE, use);
    const sum = (parts: readonly { bytes: number }[]) => parts.reduce((all, { bytes }) => all + bytes, 0);
    await putStored(db, utcDay(now()), {
      originals: originals.bytes,
      variants: sum(use.variants),
      files: sum(folders),
      database,
    });
  };
}

/** Has the sums made anew now. */
export async function askForStorage({ db }: Pick<Deps, 'db'>): Promise<void> {
  await enqueue(db, MEASURE_STORAGE_JOB.kind, {}, { key: 'asked', priority: 1 });
}

async function measureFolders(dataDir: string, signal: AbortSignal): Promise<StorageUse['folders']> {
  const found = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  const folders = found
    .filter((each) => each.isDirectory() && !KNOWN.has(each.name))
    .map(({ name }) => name)
    .sort();
  return Promise.all(folders.map(async (name) => ({ name, ...(await weigh(join(dataDir, name), signal)) })));
}

/** The files below a folder; what disappears meanwhile counts nothing, links are not followed. */
async function weigh(folder: string, signal: AbortSignal): Promise<{ files: number; bytes: number }> {
  const sum = { files: 0, bytes: 0 };
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal.throwIfAborted();
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        waiting.push(path);
      }
      if (entry.isFile()) {
        sum.files += 1;
        sum.bytes += await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
      }
    }
  }
  return sum;
}
