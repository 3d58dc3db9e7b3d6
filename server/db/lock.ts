/**
 * Takes a lock that the operating system lets go of when the process ends, however it ends: an exclusive transaction
 * on a tiny SQLite file.
 *
 * @returns how to let go of it, or null when another process holds it.
 */
export async function lockFile(path: string): Promise<(() => void) | null> {
  const { DatabaseSync } = await quietly(() => import('node:sqlite'));
  const file = new DatabaseSync(path);
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive');
    return () => file.close();
  } catch {
    file.close();
    return null;
  }
}

/** node:sqlite announces itself as experimental on the terminal of everyone who starts a site. */
async function quietly<Result>(run: () => Promise<Result>): Promise<Result> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await run();
  } finally {
    process.emitWarning = emitWarning;
  }
}
