import { join } from 'node:path';
import type { ComicIdsData } from '#server/catalogue/index/comic-ids.ts';
import type { CounterData } from '#server/catalogue/index/counter-data.ts';
import {
  readCounters,
  readRows,
  readTerms,
  readTermUses,
  readTitleOrder,
  readTranslations,
  type Chunk,
} from '#server/catalogue/queries.ts';
import { readIndexFile } from '#server/catalogue/saving/index-file.ts';
import { withScratchFolder } from '#server/catalogue/saving/scratch-folder.ts';
import type { Db } from '#server/db/database.ts';
import { BuildProcess } from './build-process.ts';

/** Milliseconds a statement should take: on the embedded database everybody else waits for it. */
const STATEMENT = 8;
/** Rows of the first statement, and of the smallest and the largest one. */
const FIRST = 200;
const [FEWEST, MOST] = [50, 5_000];
/** Letters of text that a statement should give: larger pieces are worked on for long at once, and leave holes in the memory of the process. */
const LETTERS = 200_000;

/** Writes what was made to a new file that `readIndexFile` reads. @throws where it cannot: it can be tried elsewhere. */
export type WriteMade = (path: string, head: object) => Promise<void>;

/**
 * Makes a catalogue of what is published, in short statements one after the other, and has it written. What changes
 * meanwhile may be in it as it was or as it is: put it right by the changes since a moment before.
 *
 * @throws Error when `signal` is aborted, and what the database and `save` throw.
 */
export async function buildIndex(
  db: Db,
  signal: AbortSignal,
  save: (write: WriteMade) => Promise<void>,
): Promise<void> {
  await withProcess(signal, async (beside) => {
    await readAll(
      signal,
      0,
      (after, most) => readRows(db, after, most),
      (rows) => beside.take({ rows }),
    );
    await readAll(
      signal,
      { title: '', id: 0 },
      (after, most) => readTitleOrder(db, after, most),
      (titleOrder) => beside.take({ titleOrder }),
    );
    await readAll(
      signal,
      { id: 0, locale: '' },
      (after, most) => readTranslations(db, after, most),
      (translations) => beside.take({ translations }),
    );
    await readAll(
      signal,
      0,
      (after, most) => readTerms(db, after, most),
      (terms) => beside.take({ terms }),
    );
    await loadCounters(db, beside, signal);
    await beside.finish();
    await save((path, head) => beside.write(path, head));
  });
}

/**
 * All counters of now, in the orders of the catalogue of these comics (`MemoryCatalogue.ids`). The process that sorts them
 * ends with that, and its memory with it. @throws as `buildIndex`, and what the file system throws.
 */
export async function countAll(db: Db, ids: ComicIdsData, signal: AbortSignal): Promise<CounterData> {
  return withScratchFolder(async (folder) => {
    const path = join(folder, 'counters');
    await withProcess(signal, async (beside) => {
      await loadCounters(db, beside, signal);
      await beside.finishCounters(ids);
      await beside.write(path, {});
    });
    return (await readIndexFile<object, CounterData>(path, () => {})).data;
  });
}

async function loadCounters(db: Db, beside: BuildProcess, signal: AbortSignal): Promise<void> {
  await readAll(
    signal,
    0,
    (after, most) => readCounters(db, after, most),
    (counters) => beside.take({ counters }),
  );
  await readAll(
    signal,
    0,
    (after, most) => readTermUses(db, after, most),
    (uses) => beside.take({ uses }),
  );
}

/** Works with a process and ends it, at once when the signal is aborted. */
async function withProcess(signal: AbortSignal, work: (beside: BuildProcess) => Promise<void>): Promise<void> {
  signal.throwIfAborted();
  const beside = new BuildProcess();
  const close = () => void beside.close();
  signal.addEventListener('abort', close);
  try {
    await work(beside);
  } finally {
    signal.removeEventListener('abort', close);
    await beside.close();
  }
}

/** Reads a table to its end; while one part is taken, the next one is read. */
async function readAll<After>(
  signal: AbortSignal,
  first: After,
  read: (after: After, most: number) => Promise<Chunk<After> | null>,
  take: (text: string) => Promise<void>,
): Promise<void> {
  let taken: Promise<void> | null = null;
  let most = FIRST;
  for (let after = first; ;) {
    const started = performance.now();
    const reading = read(after, most).then((chunk) => ({ chunk, took: performance.now() - started }));
    const [{ chunk, took }] = await Promise.all([reading, taken]);
    signal.throwIfAborted();
    if (chunk === null) return;
    taken = take(chunk.text);
    after = chunk.last;
    const growth = Math.min(2, STATEMENT / took, LETTERS / chunk.text.length);
    most = Math.round(Math.min(MOST, Math.max(FEWEST, most * growth)));
  }
}
