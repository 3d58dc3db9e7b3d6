import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { problem } from '#contract/problems.ts';
import { createWriteOut, syncDisk } from '#server/blobs/sync-disk.ts';
import type { Place } from './place.ts';

/** Where objects lie while they are written, by a process that may have been killed. */
const UNFINISHED = 'unfinished';
/** Age at which an unfinished object is nobody's, in milliseconds. */
const LEFTOVER_MS = 3_600_000;

/**
 * Backups in a folder, which is made when something is put.
 *
 * @param alone whether nothing else waits for this thread.
 */
export function folderPlace(root: string, { alone = false } = {}): Place {
  const made = new Set<string>();
  const disk = createWriteOut(root);
  async function makeFolder(folder: string): Promise<void> {
    if (made.has(folder)) return;
    await mkdir(folder, { recursive: true });
    made.add(folder);
  }
  return {
    async put(name, bytes) {
      const draft = join(root, UNFINISHED, randomUUID());
      try {
        await makeFolder(join(root, UNFINISHED));
        await makeFolder(dirname(join(root, name)));
        await writeFile(draft, bytes);
        await rename(draft, join(root, name));
        // Gigabytes that wait in memory for the end would keep whoever else needs the disk waiting then.
        await disk.written(bytes.length);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw toPlaceProblem(error, root);
      }
    },
    async get(name) {
      try {
        return alone ? readFileSync(join(root, name)) : await readFile(join(root, name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw toPlaceProblem(error, root);
      }
    },
    async *list(folder) {
      const found = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw toPlaceProblem(error, root);
      });
      for (const entry of found) {
        const name = `${folder}/${entry.name}`;
        const size = await stat(join(root, name)).then(
          (each) => (each.isFile() ? each.size : null),
          () => null,
        );
        if (size !== null) {
          yield { name, size };
        }
      }
    },
    async remove(name) {
      await rm(join(root, name), { force: true }).catch((error: unknown) => {
        throw toPlaceProblem(error, root);
      });
    },
    settle: () => disk.settle(),
    async finish() {
      await sweep(join(root, UNFINISHED));
      await syncDisk(root);
    },
    async close() {},
  };
}

async function sweep(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished).catch(() => [])) {
    const path = join(unfinished, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > LEFTOVER_MS) {
      await rm(path, { force: true }).catch(() => {});
    }
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** An error of the system as what a person can do something about. */
export function toPlaceProblem(error: unknown, path: string): Error {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (['ENOSPC', 'EDQUOT'].includes(code)) return problem('storage-full');
  return code === '' ? (error as Error) : problem('backup-place-unavailable', { path, reason: code });
}
