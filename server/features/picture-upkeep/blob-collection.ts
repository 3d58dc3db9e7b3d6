import { GRACE_MS } from '#server/blobs/blobs.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { whileNotKept } from '#server/db/queries/kept-blobs.ts';
import type { Deps } from '#server/deps.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { moveReferences, replacedPictures } from './queries-cleaning.ts';
import { forgetPictures, listUnreferenced } from './queries-orphans.ts';

/** Sweeps pictures and blobs that nothing refers to, once a day. */
export const COLLECT_BLOBS_JOB: JobKind = { kind: 'imports.sweep-blobs', attempts: 3, atOnce: 1, every: 86_400 };

/** Keys that are asked for at once. */
const AT_ONCE = 500;

/** Sweeps once a day, or what lay about before a time. Imports may go on meanwhile: what they have just put is left alone. */
export function collectBlobsJob(deps: Pick<Deps, 'db' | 'blobs' | 'now' | 'log'>): JobFunction {
  return async ({ signal }) => {
    const { pictures, blobs } = await collectBlobs(deps, new Date(deps.now().getTime() - GRACE_MS), signal);
    if (pictures + blobs > 0) {
      deps.log.info({ pictures, blobs }, 'nothing referred to these any more');
    }
  };
}

/** Forgets pictures, and then removes blobs, that nothing refers to and that were kept before a time; how many of each. */
export async function collectBlobs(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  before: Date,
  signal: AbortSignal,
): Promise<{ pictures: number; blobs: number }> {
  const swept = { pictures: 0, blobs: 0 };
  await leadOver(db, before, signal);
  for (let gone = AT_ONCE; gone === AT_ONCE; swept.pictures += gone) {
    signal.throwIfAborted();
    gone = await forgetPictures(db, before, AT_ONCE);
  }
  let keys: string[] = [];
  const sweepThese = async () => {
    signal.throwIfAborted();
    const isSwept = await whileNotKept(db, async (tx) => {
      for (const key of await listUnreferenced(tx, keys)) {
        swept.blobs += (await blobs.removeBefore(key, before)) ? 1 : 0;
      }
    });
    keys = [];
    return isSwept;
  };
  for await (const key of blobs.before(before)) {
    keys.push(key);
    // Who is backed up now is swept tomorrow.
    if (keys.length === AT_ONCE && !(await sweepThese())) return swept;
  }
  if (keys.length > 0) {
    await sweepThese();
  }
  return swept;
}

/** Lets what learned of a picture just before it was replaced refer to the one in its place: nothing keeps it after that. */
async function leadOver(db: Db, before: Date, signal: AbortSignal): Promise<void> {
  for (
    let replaced = await replacedPictures(db, before, '', AT_ONCE);
    replaced.length > 0;
    replaced = await replacedPictures(db, before, replaced.at(-1)!.hash, AT_ONCE)
  ) {
    for (const { hash, image } of replaced) {
      signal.throwIfAborted();
      await withTransaction(db, (tx) => moveReferences(tx, hash, image));
    }
  }
}
