import type { Db } from '../db/database.ts';
import { isEmptyLibrary } from '../db/library.ts';
import { findSetting } from '../db/settings.ts';

/**
 * Whether the demo library is to be made: nothing was ever imported here, or making it was cut off. Asked apart from
 * the code that draws it, which no other start has to load.
 */
export async function isDemoWanted(db: Db): Promise<boolean> {
  const state = await findSetting(db, 'demo');
  return state === 'loading' || (state === null && await isEmptyLibrary(db));
}
