import { dirname } from 'node:path/posix';
import { problem } from '#contract/problems.ts';
import type { TransferFound } from '#contract/transfers.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import type { KeptRow } from './dump-tables.ts';
import { keptRows, madaraPrefix, wantedColumns } from './dump-tables.ts';
import { readDump } from './dump.ts';
import { findWithin } from './page-paths.ts';
import { forgetRows, keepRows, listChapterFolders, makeLines } from './queries-rows.ts';

/** Rows that are written to the database at a time, and letters of them. */
const ROWS = 1000;
const LETTERS = 4 * 1024 ** 2;

/**
 * Reads a dump of a site with Madara twice: first to its end, without keeping anything, for only a whole one is taken; then the rows that are needed.
 * Answers what there is to bring, of which it makes the lines of the transfer. May be cut off and called again.
 *
 * @throws Problem as `readDump`, and `madara-unknown` for a dump without Madara's chapters.
 */
export async function readMadara(
  db: Db,
  transferId: number,
  { dump, pages }: { dump: string; pages: string },
  signal: AbortSignal,
): Promise<TransferFound> {
  const tables = await readDump(
    dump,
    () => null,
    async () => {},
    signal,
  );
  const prefix = madaraPrefix(tables);
  if (prefix === null) throw problem('madara-unknown');
  await forgetRows(db, transferId);
  let waiting: KeptRow[] = [];
  let letters = 0;
  const write = async () => {
    await keepRows(db, transferId, waiting);
    [waiting, letters] = [[], 0];
  };
  await readDump(
    dump,
    (table) => wantedColumns(prefix, table),
    async (rows) => {
      for (const row of rows) {
        const kept = keptRows(prefix, row);
        waiting.push(...kept);
        letters += kept.reduce((sum, each) => sum + rowLetters(each), 0);
        if (waiting.length >= ROWS || letters >= LETTERS) {
          await write();
        }
      }
    },
    signal,
  );
  await write();
  const found = await withTransaction(db, (tx) => makeLines(tx, transferId));
  const lost = await countLost(db, transferId, pages, signal);
  return lost.chapters === 0
    ? found
    : {
        ...found,
        chapters: found.chapters - lost.chapters,
        pages: found.pages - lost.pages,
        left: { ...found.left, chapters_lost: lost.chapters },
      };
}

/** How many chapters have no folder where they should have one, and how many pages those have. */
async function countLost(
  db: Db,
  transferId: number,
  pages: string,
  signal: AbortSignal,
): Promise<{ chapters: number; pages: number }> {
  const lost = { chapters: 0, pages: 0 };
  for (let after: number | null = 0; after !== null;) {
    signal.throwIfAborted();
    const chapters: Awaited<ReturnType<typeof listChapterFolders>> = await listChapterFolders(
      db,
      transferId,
      after,
      ROWS,
    );
    for (const { page, pages: count } of chapters) {
      if (page !== null && (await findWithin(pages, dirname(page))) !== null) continue;
      lost.chapters += 1;
      lost.pages += count;
    }
    after = chapters.at(-1)?.id ?? null;
  }
  return lost;
}

function rowLetters({ data }: KeptRow): number {
  return Object.values(data).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : Array.isArray(value) ? value.length * 60 : 10),
    0,
  );
}
