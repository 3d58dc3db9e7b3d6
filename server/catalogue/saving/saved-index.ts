import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueData } from '#server/catalogue/index/catalogue-data.ts';
import type { Moment } from '#server/catalogue/queries.ts';
import { putInPlace, readIndexFile, readIndexHead, UnusableIndex, writeIndexFile } from './index-file.ts';

/** Where a file stands: whose data it is, which build of it, and up to which moment of the database. */
export interface Standing {
  /** The database and program that the data is made from and by (`readOrigin`): of another origin it is of no use. */
  origin: string;
  /** Each build has a name of its own: changes belong to one. */
  build: string;
  moment: Moment;
}

/** An index as it was saved, and the comics that had changed since it was built when its moment was noted. */
export interface LoadedIndex {
  standing: Standing;
  data: CatalogueData;
  changed: readonly number[];
}

/** Milliseconds after which what another process was writing is taken to be left behind. */
const ABANDONED_AFTER = 3_600_000;

/** A folder with the index of a site: `index`, large and written once a build, and `changes`, small and written often. */
export class SavedIndex {
  private readonly folder: string;
  private readonly index: string;
  private readonly changes: string;

  constructor(folder: string) {
    this.folder = folder;
    this.index = join(folder, 'index');
    this.changes = join(folder, 'changes');
  }

  /** Has an index written to a file that it names. @throws what `write` and the file system throw; the one that was there stays then. */
  async save(write: (path: string) => Promise<void>): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await this.removeAbandoned();
    await putInPlace(this.index, write);
  }

  /**
   * Notes up to which moment an index is brought forward by reading these comics anew. Unless it is the saved one: another
   * process has saved its own then. @throws what the file system throws.
   */
  async saveChanges(standing: Standing, changed: readonly number[]): Promise<void> {
    const saved = await readIndexHead<Standing>(this.index).catch(() => null);
    if (saved?.build !== standing.build) return;
    await writeIndexFile(this.changes, standing, { changed: Int32Array.from(changed) });
  }

  /** Reads the index of an origin. @throws UnusableIndex whatever is wrong with it. */
  async load(origin: string): Promise<LoadedIndex> {
    try {
      const { head, data } = await readIndexFile<Standing, CatalogueData>(this.index, (found) => {
        if (found.origin !== origin) throw new UnusableIndex('foreign');
      });
      const later = await this.readChanges(head);
      return { standing: later?.head ?? head, data, changed: later === null ? [] : [...later.data.changed] };
    } catch (error) {
      throw error instanceof UnusableIndex ? error : new UnusableIndex('unreadable', { cause: error });
    }
  }

  /** The changes of a build; null where there are none that can be read: the moment of the index itself is good, too. */
  private async readChanges(of: Standing): Promise<{ head: Standing; data: { changed: Int32Array } } | null> {
    return readIndexFile<Standing, { changed: Int32Array }>(this.changes, ({ origin, build }) => {
      if (origin !== of.origin || build !== of.build) throw new UnusableIndex('foreign');
    }).catch(() => null);
  }

  /** Removes what processes that were killed had begun to write. */
  private async removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (!name.endsWith('.part')) continue;
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > ABANDONED_AFTER) {
        await rm(path, { force: true });
      }
    }
  }
}
