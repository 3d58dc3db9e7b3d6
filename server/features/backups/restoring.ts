import { isProblem, problem } from '#contract/problems.ts';
import type { CopySession } from '#server/db/copying/copy-session.ts';
import { countLines } from '#server/db/copying/dumping.ts';
import { listTables } from '#server/db/copying/layout.ts';
import { loadDatabase } from '#server/db/copying/loading.ts';
import type { Inventory } from './inventory.ts';
import type { Repository } from './repository.ts';

/** A blob as a list of a backup names it. */
export interface ListedBlob {
  hash: string;
  bytes: number;
}

/** The blobs of a backup, some thousands at a time. @throws Problem `backup-damaged`. */
export async function* listBlobs(repository: Repository, lists: readonly string[]): AsyncGenerator<ListedBlob[]> {
  for (const list of lists) {
    const text = (await repository.get('chunks', list)).toString('latin1');
    yield text
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ hash: line.slice(0, 64), bytes: Number(line.slice(65)) }));
  }
}

/**
 * Fills an empty database of the backup's version with its rows; all or nothing.
 *
 * @param beforeItCounts what has to have gone well until then; nothing.
 */
export async function restoreDatabase(
  session: CopySession,
  repository: Repository,
  { tables, sequences }: Pick<Inventory, 'tables' | 'sequences'>,
  { signal, beforeItCounts }: { signal?: AbortSignal; beforeItCounts?: () => Promise<void> } = {},
): Promise<void> {
  const known = new Map((await listTables(session)).map(({ name, columns }) => [name, columns]));
  const strange = tables.find(({ name, columns }) => {
    const there = known.get(name);
    return there === undefined || columns.some((column) => !there.includes(column));
  });
  if (strange !== undefined) throw problem('backup-damaged', { part: strange.name });
  async function* parts(table: Inventory['tables'][number]): AsyncGenerator<Buffer> {
    let rows = 0;
    for (const chunk of table.chunks) {
      signal?.throwIfAborted();
      const part = await repository.get('chunks', chunk);
      rows += countLines(part);
      yield part;
    }
    if (rows !== table.rows) throw problem('backup-damaged', { part: table.name });
  }
  const loaded = tables.map((table) => ({
    name: table.name,
    columns: table.columns,
    rows: table.rows,
    parts: parts(table),
  }));
  try {
    await loadDatabase(session, { tables: loaded, sequences, ...(beforeItCounts && { beforeItCounts }) });
  } catch (error) {
    // Rows that the database cannot take (classes 22 and 23: data, constraints) are none that were backed up whole.
    if (!isProblem(error) && /^2[23]/.test((error as { code?: string }).code ?? '')) {
      throw problem('backup-damaged', { part: (error as { table?: string }).table ?? 'database' });
    }
    throw error;
  }
}

/** The bytes of a file of a backup. */
export async function* readSavedFile(repository: Repository, chunks: readonly string[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    yield await repository.get('chunks', chunk);
  }
}
