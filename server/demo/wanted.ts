import { isEmptyLibrary } from '#server/db/queries/library.ts';
import { findSetting } from '#server/db/queries/settings.ts';
import type { Db } from '../db/database.ts';

/**
 * Whether the demo library is to be made: nothing was ever imported here, or making it was cut off. Asked apart from
 * the code that draws it, which no other start has to load.
 */
export async function isDemoWanted(db: Db): Promise<boolean> {
  const state = await findSetting(db, 'demo');
  return state === 'loading' || (state === null && await isEmptyLibrary(db));
}
