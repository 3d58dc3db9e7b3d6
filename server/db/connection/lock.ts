import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY: somebody else has the file. */
const BUSY = 5;

/**
 * Takes a lock that the operating system lets go of when the process ends, however it ends: an exclusive transaction
 * on a tiny SQLite file.
 *
 * @returns how to let go of it, or null when another process holds it.
 */
export function lockFile(path: string): (() => void) | null {
  const file = new DatabaseSync(path);
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive');
    return () => file.close();
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === BUSY) return null;
    throw error;
  }
}
