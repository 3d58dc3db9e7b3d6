import { join } from 'node:path';
import { ComicIds, type ComicIdsData } from '#server/catalogue/index/comic-ids.ts';
import type { CounterData } from '#server/catalogue/index/counter-data.ts';
import { readIndexFile, writeDraft } from '#server/catalogue/saving/index-file.ts';
import { withScratchFolder } from '#server/catalogue/saving/scratch-folder.ts';
import type { Db } from '#server/db/database.ts';
import { BuildProcess } from './build-process.ts';
import type { CatalogueBuilder } from './catalogue-builder.ts';
import { readAllCounters, readCatalogue, type BuildPart } from './reading.ts';

/**
 * Letters of text up to which a catalogue is made here, in some 20 ms: two hundred comics with their terms. A process takes
 * a second of the processors to start, and counters are read anew after each change.
 */
const FEW = 50_000;

/** Where a catalogue is read from: the process that builds it reads by itself where it can (`Database.url`). */
export interface ReadFrom {
  db: Db;
  url: string | undefined;
}

/** Writes what was made to a new file that `readIndexFile` reads, once: each part is made when it is written. @throws where it cannot. */
export type WriteMade = (path: string, head: object) => Promise<void>;

/**
 * Makes a catalogue of what is published and has it written; a process beside this one does, but for few. What changes
 * meanwhile may be in it as it was or as it is: put it right by the changes since a moment before.
 *
 * @throws Error when `signal` is aborted, and what the database and `save` throw.
 */
export async function buildIndex(
  { db, url }: ReadFrom,
  signal: AbortSignal,
  save: (write: WriteMade) => Promise<void>,
): Promise<void> {
  const few = await readFew(db, signal, readCatalogue);
  if (few !== null) {
    const parts = few.parts();
    await save((path, head) => writeDraft(path, head, parts));
    return;
  }
  await withProcess(signal, async (beside) => {
    await (url === undefined ? readCatalogue(db, signal, (part) => beside.take(part)) : beside.read('catalogue', url));
    await beside.finish();
    await save((path, head) => beside.write(path, head));
  });
}

/**
 * All counters of now, in the orders of the catalogue of these comics (`MemoryCatalogue.ids`). Of more than few a process sorts them
 * that ends with that, and its memory with it. @throws as `buildIndex`, and what the file system throws.
 */
export async function countAll({ db, url }: ReadFrom, ids: ComicIdsData, signal: AbortSignal): Promise<CounterData> {
  const few = await readFew(db, signal, readAllCounters);
  if (few !== null) return few.finishCounters(new ComicIds(ids).all());
  return withScratchFolder(async (folder) => {
    const path = join(folder, 'counters');
    // Lists are answered meanwhile with the counters of before.
    await withProcess(
      signal,
      async (beside) => {
        await (url === undefined
          ? readAllCounters(db, signal, (part) => beside.take(part))
          : beside.read('counters', url));
        await beside.finishCounters(ids);
        await beside.write(path, {});
      },
      true,
    );
    return (await readIndexFile<object, CounterData>(path, () => {})).data;
  });
}

/** Reads all where it is little; null as soon as it is more than `FEW`. @throws as `read`. */
async function readFew(db: Db, signal: AbortSignal, read: typeof readCatalogue): Promise<CatalogueBuilder | null> {
  const parts: BuildPart[] = [];
  const more = new Error('more than few');
  let letters = 0;
  try {
    await read(db, signal, (part) => {
      parts.push(part);
      letters += Object.values(part).join('').length;
      if (letters > FEW) throw more;
    });
  } catch (error) {
    if (error === more) return null;
    throw error;
  }
  const { CatalogueBuilder: Builder } = await import('./catalogue-builder.ts');
  const builder = new Builder();
  for (const part of parts) {
    builder.add(part);
  }
  return builder;
}

/** Works with a process and ends it, at once when the signal is aborted. */
async function withProcess(
  signal: AbortSignal,
  work: (beside: BuildProcess) => Promise<void>,
  givesWay = false,
): Promise<void> {
  signal.throwIfAborted();
  const beside = new BuildProcess(givesWay);
  const close = () => void beside.close();
  signal.addEventListener('abort', close);
  try {
    await work(beside);
  } finally {
    signal.removeEventListener('abort', close);
    await beside.close();
  }
}
