import { isProblem } from '#contract/problems.ts';
import { checksum } from '#server/blobs/hashing.ts';
import { rest } from '#server/concurrency/rest.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { pacedProgress } from '#server/jobs/progress.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import type { Log } from '#server/log.ts';
import { waitForImports } from './idle-work.ts';
import type { PictureStore } from '#server/features/pictures/pictures.ts';
import { countNotCleaned, isAnyNotCleaned, markCleaned, notCleaned, replacePicture } from './queries-cleaning.ts';

/** Cleans the pictures that were kept before pictures were cleaned. */
export const CLEAN_JOB: JobKind = { kind: 'imports.clean', attempts: 10, atOnce: 1 };

/** Puts that in line, behind everything else, where there are such pictures. */
export async function cleanOldPictures(db: Db): Promise<void> {
  if (await isAnyNotCleaned(db)) {
    await enqueue(db, CLEAN_JOB.kind, {}, { key: 'old', priority: -10 });
  }
}

type Cleaning = Pick<PictureStore, 'db' | 'blobs' | 'renderer'> & { log: Pick<Log, 'warn'> };

/** Pictures between two looks at whether an import wants the processors. */
const BATCH = 20;

/**
 * One picture after the other, resting as long as each took, and not at all while archives are imported. What had nothing
 * in it stays; else its clean bytes take its place, in a transaction of their own, and its address leads on to them. A
 * picture whose clean bytes would show something else stays as it is, as does one whose bytes are gone. It goes on where
 * it was stopped, and may run twice. Throws `storage-unavailable`, and is tried again.
 */
export function cleanJob(store: Cleaning): JobFunction {
  return async (job) => {
    const { db } = store;
    const tell = pacedProgress(db, job);
    const total = await countNotCleaned(db);
    let [done, left] = [0, 0];
    for (let hashes = await notCleaned(db, BATCH); hashes.length > 0; hashes = await notCleaned(db, BATCH)) {
      await waitForImports(db, job.signal);
      for (const hash of hashes) {
        const started = performance.now();
        if ((await cleanOne(store, hash)) === 'left') {
          left += 1;
        }
        done += 1;
        tell(done, Math.max(done, total));
        await rest(performance.now() - started, job.signal);
      }
    }
    if (left > 0) {
      store.log.warn({ pictures: left }, 'these pictures could not be cleaned, and stay as they came');
    }
  };
}

async function cleanOne({ db, blobs, renderer }: Cleaning, hash: string): Promise<'clean' | 'left'> {
  const bytes = await blobs.read(hash).catch((error: unknown) => {
    if (isProblem(error) && error.code === 'storage-missing') return null;
    throw error;
  });
  const cleaned = bytes && (await renderer.clean(bytes));
  if (!cleaned?.ok || cleaned.clean === null) {
    await markCleaned(db, hash, cleaned?.ok === true);
    return cleaned?.ok === true ? 'clean' : 'left';
  }
  const { clean } = cleaned;
  const cleanHash = await blobs.put(clean);
  const crc32 = await checksum(clean);
  await withTransaction(db, (tx) => replacePicture(tx, hash, { hash: cleanHash, bytes: clean.length, crc32 }));
  return 'clean';
}
