import { isProblem, type ProblemCode, type ProblemParams } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import type { Provenance } from '#server/features/blocklist/public/quarantine.ts';
import { withLargeBuffers } from '#server/concurrency/large-buffers.ts';
import type { Semaphore } from '#server/concurrency/semaphore.ts';
import { isMissingPlate } from '#server/images/drawing/plates.ts';
import type { NewImage } from '#server/features/pictures/public/queries-images.ts';
import { type PictureStore, storePicture } from '#server/features/pictures/pictures.ts';

/** A page that is still to be read. `unsupported` names the format that its extension claims when no page can be made of it. */
export interface UnreadPage {
  name: string;
  unsupported?: string | null;
  read(): Promise<Buffer>;
  /** The text to be seen on it, where that is known. */
  transcript?(): Promise<string | null>;
}

/** A page that is finished: its picture, or why it has none. Width and height are 0 without one. */
export interface FinishedPage {
  number: number;
  name: string;
  image: string | null;
  problem: { code: ProblemCode; params: ProblemParams } | null;
  width: number;
  height: number;
}

/** A page as it is put into a chapter. One with a problem is missing: its picture is the plate that stands for it. */
export type ReadPage = FinishedPage & { image: string; transcript: string | null };

/** Where finished pages are kept: those of an import, or of an uploaded file. */
export interface PageSink {
  /** Those that are kept already, in reading order. */
  finished(): Promise<FinishedPage[]>;
  /** Keeps some and their pictures; both may be there already. */
  keep(tx: Tx, pages: readonly StoredPage[], images: readonly NewImage[]): Promise<void>;
}

export interface PageReading {
  shelf: PageSink;
  pages: readonly UnreadPage[];
  /** Which of them needs covers, from 0. */
  cover: number;
  /** Bounds the pages that all imports together hold in memory. */
  gate: Semaphore;
  /** The provenance recorded of pages that are prohibited. */
  provenance: Provenance;
  signal: AbortSignal;
  /** Called for every page that is done, also those that an earlier run did. */
  onPage(): void;
}

export type StoredPage = Omit<FinishedPage, 'width' | 'height'>;

/** Pages are written to the database so many at a time: one is work for a kill to undo, all would be too much. */
const BATCH = 16;

/**
 * Reads, renders and keeps every page that an earlier run has not finished, many at once, and returns all of them in
 * reading order. A page that cannot be had or decoded is among them with its problem.
 *
 * @throws the reason of the signal once it is aborted, with the pages under way finished and kept; Problem
 * `storage-full`, `storage-unavailable`.
 */
export function readPages(store: PictureStore, reading: PageReading): Promise<FinishedPage[]> {
  return withLargeBuffers(() => readAll(store, reading));
}

async function readAll(store: PictureStore, reading: PageReading): Promise<FinishedPage[]> {
  const { shelf, pages, gate, signal } = reading;
  const before = await shelf.finished();
  const done = new Set(before.map(({ number }) => number));
  const batch = createBatch(store, shelf);
  const running: Promise<void>[] = [];
  let failure: unknown;
  for (const _ of before) {
    reading.onPage();
  }
  for (const [at, page] of pages.entries()) {
    if (done.has(at + 1)) continue;
    await gate.enter();
    if (failure !== undefined || signal.aborted) {
      gate.leave();
      break;
    }
    running.push(
      readPage(store, page, at, { cover: at === reading.cover, provenance: reading.provenance })
        .then(async (found) => {
          await batch.add(found.page, found.image);
          reading.onPage();
        })
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => gate.leave()),
    );
  }
  await Promise.all(running);
  await batch.flush();
  if (failure !== undefined) throw failure;
  signal.throwIfAborted();
  return shelf.finished();
}

async function readPage(
  store: PictureStore,
  { name, unsupported, read }: UnreadPage,
  at: number,
  { cover, provenance }: { cover: boolean; provenance: Provenance },
): Promise<{ page: StoredPage; image: NewImage | null }> {
  const page = { number: at + 1, name };
  const failed = (problem: NonNullable<StoredPage['problem']>) => ({
    page: { ...page, image: null, problem },
    image: null,
  });
  let bytes: Buffer;
  try {
    bytes = await read();
  } catch (error) {
    if (!isProblem(error)) throw error;
    return failed({ code: error.code, params: error.params });
  }
  if (isMissingPlate(bytes)) return failed({ code: 'page-missing', params: {} });
  const stored = await storePicture(store, bytes, { cover, provenance: { ...provenance, page: at + 1 } });
  if ('hash' in stored) return { page: { ...page, image: stored.hash, problem: null }, image: stored.image };
  const { problem } = stored;
  return failed(
    problem.code === 'page-undecodable' && unsupported
      ? { code: 'page-format-unsupported', params: { format: unsupported } }
      : problem,
  );
}

/** Gathers finished pages and writes them together. */
function createBatch({ db }: PictureStore, shelf: PageSink) {
  let pages: StoredPage[] = [];
  let images: NewImage[] = [];
  async function flush(): Promise<void> {
    const [somePages, someImages] = [pages, images];
    [pages, images] = [[], []];
    if (somePages.length > 0) {
      await withTransaction(db, (tx) => shelf.keep(tx, somePages, someImages));
    }
  }
  return {
    flush,
    async add(page: StoredPage, image: NewImage | null): Promise<void> {
      pages.push(page);
      if (image !== null) {
        images.push(image);
      }
      if (pages.length >= BATCH) {
        await flush();
      }
    },
  };
}
