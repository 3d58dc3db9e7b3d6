import {
  readCounters,
  readRows,
  readTerms,
  readTermUses,
  readTitleOrder,
  readTranslations,
  type Chunk,
} from '#server/catalogue/queries.ts';
import type { Db } from '#server/db/database.ts';

/** A part of a catalogue as the database gives it (`row-text.ts`). */
export type BuildPart =
  | { rows: string }
  | { titleOrder: string }
  | { translations: string }
  | { terms: string }
  | { counters: string }
  | { uses: string };

/** Takes a part in; the next one is given when it has. */
export type TakePart = (part: BuildPart) => Promise<void> | void;

/** Milliseconds a statement should take: on the embedded database everybody else waits for it. */
const STATEMENT = 8;
/** Rows of the first statement, and of the smallest and the largest one. */
const FIRST = 200;
const [FEWEST, MOST] = [50, 5_000];
/** Letters of text that a statement should give: larger pieces are worked on for long at once, and leave holes in the memory of the process. */
const LETTERS = 200_000;

/**
 * Reads all that a catalogue is made of, in short statements one after the other. Changes meanwhile may be in it as
 * they were or as they are.
 *
 * @throws Error when `signal` is aborted, and what the database and `take` throw.
 */
export async function readCatalogue(db: Db, signal: AbortSignal, take: TakePart): Promise<void> {
  await readAll(
    signal,
    0,
    (after, most) => readRows(db, after, most),
    (rows) => take({ rows }),
  );
  await readAll(
    signal,
    { title: '', id: 0 },
    (after, most) => readTitleOrder(db, after, most),
    (titleOrder) => take({ titleOrder }),
  );
  await readAll(
    signal,
    { id: 0, locale: '' },
    (after, most) => readTranslations(db, after, most),
    (translations) => take({ translations }),
  );
  await readAll(
    signal,
    0,
    (after, most) => readTerms(db, after, most),
    (terms) => take({ terms }),
  );
  await readAllCounters(db, signal, take);
}

/** Reads all counters alone, as `readCatalogue` does. */
export async function readAllCounters(db: Db, signal: AbortSignal, take: TakePart): Promise<void> {
  await readAll(
    signal,
    0,
    (after, most) => readCounters(db, after, most),
    (counters) => take({ counters }),
  );
  await readAll(
    signal,
    0,
    (after, most) => readTermUses(db, after, most),
    (uses) => take({ uses }),
  );
}

/** Reads a table to its end; while one part is taken, the next one is read. */
async function readAll<After>(
  signal: AbortSignal,
  first: After,
  read: (after: After, most: number) => Promise<Chunk<After> | null>,
  take: (text: string) => Promise<void> | void,
): Promise<void> {
  let taken: Promise<void> | void = undefined;
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
