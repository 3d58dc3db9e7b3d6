import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isProblem, problem } from '#contract/problems.ts';
import { measureRoom } from './pglite-copy.ts';
import { syncAll } from './sync-folder.ts';

/** A copy of the embedded database that was made before migrations. */
export interface UpgradeCopy {
  folder: string;
  /** The numbers of the last migration that it has had, and of the last that was to be applied. */
  from: string;
  to: string;
}

/** How a copy is named after its database: `database-0042-to-0061-20261124T181500Z`. */
const NAME = /^(\d{4})-to-(\d{4})-(\d{8}T\d{6}Z)$/;
const MEGABYTE = 1_048_576;

/**
 * Copies an embedded database beside itself before migrations change it, and removes older copies: a copy is one to go back to
 * because it is of a version that has run. A database that an upgrade has left half-way is none, and the copy from before it stays.
 *
 * @param keep how many copies are kept; 0: none is made, and those that are there stay.
 * @param variable the name of the variable that says so, which the refusals tell.
 * @param copyTo copies the database into a new folder.
 * @returns the copy that was made; null for none, also where one is there from the beginning of this upgrade.
 * @throws Problem `upgrade-no-room`, `upgrade-copy-failed`; nothing of a copy is left then.
 */
export async function copyBeforeUpgrade(
  dir: string,
  { from, to, keep, variable }: { from: string; to: string; keep: number; variable: string },
  copyTo: (folder: string) => Promise<void>,
): Promise<UpgradeCopy | null> {
  if (keep === 0) return null;
  const before = await listUpgradeCopies(dir);
  const [newest] = before;
  if (newest !== undefined && newest.to === to && newest.from < from && from < to) return null;
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const folder = `${dir}-${from}-to-${to}-${time}`;
  const making = `${dir}-${randomUUID()}.making`;
  try {
    await removeHalfMade(dir);
    const { needed, free } = await measureRoom(dir, dirname(dir));
    if (needed > free) throw problem('storage-full');
    await copyTo(making);
    syncAll(making);
    // Two upgrades within a second are one that was begun again.
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true }).catch(() => {});
    if (isProblem(error) && error.code === 'storage-full') {
      const { needed, free } = await measureRoom(dir, dirname(dir));
      throw problem('upgrade-no-room', {
        needed: Math.ceil(needed / MEGABYTE),
        free: Math.floor(free / MEGABYTE),
        variable,
      });
    }
    const { code, message } = error as NodeJS.ErrnoException;
    throw problem('upgrade-copy-failed', { path: dirname(dir), reason: code ?? message, variable });
  }
  // An upgrade from the same version that came to nothing left the same database, or an older state of it.
  const same = before.filter((copy) => copy.from === from);
  const old = before.filter((copy) => copy.from !== from).slice(keep - 1);
  for (const copy of [...same, ...old]) {
    if (copy.folder !== folder) {
      await rm(copy.folder, { recursive: true, force: true });
    }
  }
  return { folder, from, to };
}

/** The copies that lie beside an embedded database, the newest first. */
export async function listUpgradeCopies(dir: string): Promise<UpgradeCopy[]> {
  const prefix = `${basename(dir)}-`;
  return (await readdir(dirname(dir)))
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => {
      const [, from, to, time] = NAME.exec(name.slice(prefix.length)) ?? [];
      return from === undefined || to === undefined || time === undefined
        ? []
        : [{ folder: join(dirname(dir), name), from, to, time }];
    })
    .sort((one, other) => (one.time < other.time ? 1 : -1))
    .map(({ folder, from, to }) => ({ folder, from, to }));
}

/** Removes what a start that was killed has left of a copy. */
async function removeHalfMade(dir: string): Promise<void> {
  for (const name of await readdir(dirname(dir))) {
    if (name.startsWith(`${basename(dir)}-`) && name.endsWith('.making')) {
      await rm(join(dirname(dir), name), { recursive: true, force: true });
    }
  }
}
