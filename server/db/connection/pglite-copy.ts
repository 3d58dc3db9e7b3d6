import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/kysely.ts';

/** The log of what was written: read last, it makes whole what was copied while it changed. */
const LOG = 'pg_wal';

/**
 * Copies the folder of the embedded database while it goes on working: opened, the copy is the database as it was when the last
 * of it was copied. It begins with a checkpoint, and there may be no other before it is done; from the checkpoint on the log has
 * everything, whole pages at their first change, so that a file which was copied while it changed is mended by recovery, as
 * after a crash.
 *
 * @throws Problem `storage-full`.
 */
export async function copyRunning(db: Db, from: string, to: string): Promise<void> {
  await sql`checkpoint`.execute(db);
  await requireRoom(from, dirname(to));
  await rm(to, { recursive: true, force: true });
  try {
    await copyAll(from, to, (path) => path !== join(from, LOG));
    await copyAll(join(from, LOG), join(to, LOG), () => true);
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ? problem('storage-full') : error;
  }
}

async function copyAll(from: string, to: string, wanted: (path: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true }).catch(whereGone([]))) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (!wanted(source) || entry.name === 'postmaster.pid') continue;
    if (entry.isDirectory()) {
      await copyAll(source, target, wanted);
    } else {
      // Tables come and go meanwhile; the log knows of it.
      await copyFile(source, target, constants.COPYFILE_FICLONE).catch(whereGone(undefined));
    }
  }
}

function whereGone<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}

/** A twentieth more than it takes now: it may grow while it is copied. */
const SPARE = 1.05;

/** The bytes that a copy of a folder takes, with something to spare, and those that the disk of a folder has left. */
export async function measureRoom(from: string, at: string): Promise<{ needed: number; free: number }> {
  const { bavail, bsize } = await statfs(at);
  return { needed: (await weigh(from)) * SPARE, free: bavail * bsize };
}

/** @throws Problem `storage-full` where a disk has not the room for a copy of a folder. */
async function requireRoom(from: string, at: string): Promise<void> {
  await mkdir(at, { recursive: true });
  const { needed, free } = await measureRoom(from, at);
  if (needed > free) throw problem('storage-full');
}

async function weigh(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(whereGone([]))) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory()
      ? await weigh(path)
      : await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
  }
  return bytes;
}
