import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import type { NotedBackup } from '#contract/control.ts';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { keepBlobs } from '#server/db/queries/kept-blobs.ts';
import type { Deps } from '#server/deps.ts';
import { writeRecord, type Ask } from './records.ts';
import { identityFrom } from './source.ts';

/** How the folders of copies begin. */
const COPY = 'copy-';

/** Lends copies of the embedded database to commands on the same machine; what an earlier process left of them is removed. */
export async function createCopies({
  db,
  database,
  config,
  secret,
}: Pick<Deps, 'db' | 'database' | 'config' | 'secret'>): Promise<{
  lend(): Promise<{ folder: string; giveBack(): Promise<void> }>;
  note(noted: NotedBackup): Promise<void>;
}> {
  const root = join(config.dataDir, 'unpacked');
  for (const name of await readdir(root).catch(() => [])) {
    if (name.startsWith(COPY)) {
      await rm(join(root, name), { recursive: true, force: true });
    }
  }
  return {
    async lend() {
      if (database.copyTo === undefined) throw problem('database-unavailable');
      await mkdir(root, { recursive: true });
      const lent = await mkdtemp(join(root, COPY));
      const free = keepBlobs(db);
      const giveBack = async () => {
        free();
        await rm(lent, { recursive: true, force: true });
      };
      try {
        const folder = join(lent, 'database');
        await database.copyTo(folder);
        return { folder, giveBack };
      } catch (error) {
        await giveBack();
        throw error;
      }
    },
    async note({ identity, record, gone }) {
      if (identity === identityFrom(secret)) {
        await writeRecord(askThrough(db), record, gone);
      }
    },
  };
}

function askThrough(db: Db): Ask {
  return async <Row>(text: string, values: readonly unknown[] = []) =>
    (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[];
}
