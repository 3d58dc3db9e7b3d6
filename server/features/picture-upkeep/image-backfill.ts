import { isProblem } from '#contract/problems.ts';
import { rest } from '#server/concurrency/rest.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { findSeamsAround } from '#server/features/chapters/public/queries-seams.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { removeListed } from '#server/features/blocklist/public/quarantine.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { waitForImports } from './idle-work.ts';
import { keepVariants, type PictureStore } from '#server/features/pictures/pictures.ts';
import type { KeptVariants, StoredAnalysis } from '#server/features/pictures/public/queries-images.ts';
import { isAnyNotAnalysed, keepAnalysis, markAnalysed, notAnalysed } from './queries-analysis.ts';

/** Looks at the pictures that were kept before anyone looked at them. */
export const BACKFILL_JOB: JobKind = { kind: 'imports.look', attempts: 10, atOnce: 1 };

/** Puts that in line, behind everything else, where there are such pictures. */
export async function enqueueImageBackfill(db: Db): Promise<void> {
  if (await isAnyNotAnalysed(db)) {
    await enqueue(db, BACKFILL_JOB.kind, {}, { key: 'old', priority: -10 });
  }
}

/** Pictures whose findings are kept together, and between two looks at whether an import wants the processors. */
const BATCH = 20;

/**
 * One picture after the other: what it tells, how copies of it are known (those on the blocklist are taken away), and its
 * slices where it is tall;  resting as long as each took, and not at all while archives are imported. What is found
 * is kept for some pictures at a time, then the drawings that run over two of their pages are; those that were looked at
 * are marked last, so that it goes on where it was stopped. Throws `storage-unavailable`, and is tried again.
 */
export function imageBackfillJob(store: PictureStore): JobFunction {
  return async ({ signal }) => {
    for (
      let hashes = await notAnalysed(store.db, BATCH);
      hashes.length > 0;
      hashes = await notAnalysed(store.db, BATCH)
    ) {
      await waitForImports(store.db, signal);
      const found = new Map<string, FoundImage | null>();
      for (const hash of hashes) {
        const started = performance.now();
        found.set(hash, await lookAt(store, hash));
        await rest(performance.now() - started, signal);
      }
      await withTransaction(store.db, async (tx) => {
        for (const [hash, told] of found) {
          await keepAnalysis(tx, hash, told);
        }
      });
      await removeListed(store, hashes);
      await findSeamsAround(store.db, hashes, signal);
      await markAnalysed(
        store.db,
        [...found].flatMap(([hash, told]) => (told === null ? [] : [hash])),
      );
    }
  };
}

type FoundImage = StoredAnalysis & { variants: KeptVariants };

async function lookAt({ blobs, renderer }: PictureStore, hash: string): Promise<FoundImage | null> {
  try {
    const looked = await renderer.look(await blobs.read(hash));
    return looked.ok ? { ...looked, variants: await keepVariants(blobs, looked.variants) } : null;
  } catch (error) {
    if (isProblem(error) && error.code === 'storage-missing') return null;
    throw error;
  }
}
