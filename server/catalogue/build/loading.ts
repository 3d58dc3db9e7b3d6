import type { CatalogueData } from '#server/catalogue/index/catalogue-data.ts';
import type { CounterData } from '#server/catalogue/index/counter-data.ts';
import { readCounters, readRows, readTitleOrder, readTranslations, type Chunk } from '#server/catalogue/queries.ts';
import type { Db } from '#server/db/database.ts';
import { BuildThread } from './build-thread.ts';

/** Milliseconds a statement should take: on the embedded database everybody else waits for it. */
const STATEMENT = 8;
/** Rows of the first statement, and of the smallest and the largest one. */
const FIRST = 200;
const [FEWEST, MOST] = [50, 5_000];

/**
 * Makes a catalogue of what is published, in short statements one after the other. What changes meanwhile may be in it
 * as it was or as it is: put it right by the changes since a moment before.
 *
 * @throws Error when `signal` is aborted, and what the database throws.
 */
export async function loadCatalogue(db: Db, signal: AbortSignal): Promise<CatalogueData> {
  return withThread(BuildThread.building(), signal, async (thread) => {
    await readAll(
      signal,
      0,
      (after, most) => readRows(db, after, most),
      (rows) => thread.take({ rows }),
    );
    await readAll(
      signal,
      { title: '', id: 0 },
      (after, most) => readTitleOrder(db, after, most),
      (titleOrder) => thread.take({ titleOrder }),
    );
    await readAll(
      signal,
      { id: 0, locale: '' },
      (after, most) => readTranslations(db, after, most),
      (translations) => thread.take({ translations }),
    );
    await loadCounters(db, thread, signal);
    return thread.finish();
  });
}

/** Hands all counters to a thread. @throws as `loadCatalogue`. */
export async function loadCounters(
  db: Db,
  thread: BuildThread<CatalogueData | CounterData>,
  signal: AbortSignal,
): Promise<void> {
  await readAll(
    signal,
    0,
    (after, most) => readCounters(db, after, most),
    (counters) => thread.take({ counters }),
  );
}

/** Works with a thread and ends it, at once when the signal is aborted. */
async function withThread<Thread extends { close(): Promise<void> }, Result>(
  thread: Thread,
  signal: AbortSignal,
  work: (thread: Thread) => Promise<Result>,
): Promise<Result> {
  const close = () => void thread.close();
  signal.addEventListener('abort', close);
  try {
    return await work(thread);
  } finally {
    signal.removeEventListener('abort', close);
    await thread.close();
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
    most = Math.round(Math.min(MOST, Math.max(FEWEST, most * Math.min(2, STATEMENT / took))));
  }
}
