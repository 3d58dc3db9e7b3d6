import { join } from 'node:path';
import { rest } from '#server/concurrency/rest.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { findSetting, putSetting } from '#server/db/queries/settings.ts';
import type { Deps } from '#server/deps.ts';
import { hashSource } from '#server/features/intake/public/sources.ts';
import { announceJobs, enqueue } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { DEMO_SETTING } from '#server/features/demo/demo.ts';
import { DEMO, demoFolders, findDemoLibrary } from '#server/features/demo/library-file.ts';
import {
  deleteWithTerms,
  forgetImports,
  isDemoComing,
  listImportedComics,
  REMOVE_DEMO,
  stopDemo,
} from '#server/features/demo/queries.ts';

/** Takes the demo library away; there is one at a time. */
export const REMOVE_DEMO_JOB: JobKind = { kind: REMOVE_DEMO, attempts: 10, atOnce: 1 };

/** Milliseconds between two looks at whether what loads the library has stopped. */
const LOOK_EVERY = 500;

/**
 * Has the demo library taken away for good, also while it comes in: its comics with everything that belongs to them, and the terms that
 * came with them and that no other comic has. Its pictures go with the next sweep of what nothing refers to, within a day.
 */
export async function removeDemo({ db }: Pick<Deps, 'db'>, by: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    await putSetting(tx, DEMO_SETTING, 'removed');
    await stopDemo(tx);
    await enqueue(tx, REMOVE_DEMO_JOB.kind, {}, { key: 'demo' });
    await audit(tx, { userId: by, action: 'demo.remove', subject: 'settings', subjectId: 0 });
  });
  announceJobs();
}

/** Takes it away, a comic in a transaction; what a process does not live to finish, the next run does. */
export function removeDemoJob({ db, log }: Pick<Deps, 'db' | 'log'>, folder = DEMO): JobFunction {
  return async ({ signal }) => {
    while (await isDemoComing(db)) {
      await rest(LOOK_EVERY, signal);
    }
    const { archives } = demoFolders(folder);
    const files = findDemoLibrary(folder)?.comics.flatMap(({ chapters }) => chapters.map(({ file }) => file)) ?? [];
    const hashes: string[] = [];
    for (const file of files) {
      signal.throwIfAborted();
      hashes.push(await hashSource({ path: join(archives, file), folder: false }));
    }
    const since = new Date((await findSetting(db, 'demo_since')) ?? 0);
    const comics = await listImportedComics(db, hashes);
    for (const id of comics) {
      signal.throwIfAborted();
      await withTransaction(db, (tx) => deleteWithTerms(tx, id, since));
    }
    await withTransaction(db, (tx) => forgetImports(tx, hashes));
    log.info({ event: 'demo-removed', comics: comics.length }, 'the demo library is gone');
  };
}
