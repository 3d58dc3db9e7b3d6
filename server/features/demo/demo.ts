import { withTransaction } from '#server/db/database.ts';
import { LOAD_DEMO } from '#server/db/queries/demo-progress.ts';
import { isEmptyLibrary } from '#server/db/queries/library.ts';
import { findSetting, setFirst } from '#server/db/queries/settings.ts';
import type { Deps } from '#server/deps.ts';
import type { JobKind } from '#server/jobs/registry.ts';
import { announceJobs, enqueue, reportProgress } from '#server/jobs/queue.ts';
import { DEMO, findDemoLibrary } from './library-file.ts';
import { isDemoLeaving } from './queries.ts';

/** Loads the demo library; it carries nothing, and there is one at a time. */
export const LOAD_DEMO_JOB: JobKind = { kind: LOAD_DEMO, attempts: 10, atOnce: 1 };

/** The setting that says how the demo library is: `loading`, `done`, `removed`; without it there is none, and none was. */
export const DEMO_SETTING = 'demo';

/**
 * Puts the demo library in line where it is wanted and not there: nothing was ever imported here, or loading it was cut off. Of
 * several processes that start at the same time, one does.
 */
export async function offerDemo({ db, config }: Pick<Deps, 'db' | 'config'>, folder = DEMO): Promise<void> {
  const library = config.demo ? findDemoLibrary(folder) : null;
  if (library === null) return;
  const state = await findSetting(db, DEMO_SETTING);
  if (state !== 'loading' && !(state === null && (await isEmptyLibrary(db)))) return;
  await withTransaction(db, async (tx) => {
    await setFirst(tx, DEMO_SETTING, 'loading');
    // It may have been loaded since it was looked at.
    if ((await findSetting(tx, DEMO_SETTING)) !== 'loading') return;
    const id = await enqueue(tx, LOAD_DEMO_JOB.kind, {}, { key: 'demo' });
    if (id !== null) {
      await reportProgress(tx, { id }, 0, library.comics.length);
    }
  });
  announceJobs();
}

/** How the demo library is for whoever asks whether to keep it. */
export async function demoState(db: Deps['db']): Promise<'none' | 'loading' | 'there' | 'leaving'> {
  const state = await findSetting(db, DEMO_SETTING);
  if (state === 'removed') return (await isDemoLeaving(db)) ? 'leaving' : 'none';
  return state === null ? 'none' : state === 'loading' ? 'loading' : 'there';
}
