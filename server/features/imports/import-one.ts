import { isProblem, problem, type ProblemCode, type ProblemParams } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { refuseTerms, type Provenance } from '#server/features/blocklist/blocklist.ts';
import { pagesFewer } from '#server/features/chapters/chapters.ts';
import type { Archive, ArchiveEntry } from '#server/images/archives/archive-entry.ts';
import type { ArchiveLimits } from '#server/images/archives/archive-limits.ts';
import { openArchive, openFolder } from '#server/images/archives/archive.ts';
import { xmlText } from '#server/images/archives/xml-text.ts';
import { missingPlate } from '#server/images/drawing/plates.ts';
import { finishImport, type ReadImport } from './finish.ts';
import type { Semaphore } from '#server/concurrency/semaphore.ts';
import { inferPlacement, type Placement } from './grouping.ts';
import type { ImportMetadata, ImportWarning } from './import-metadata.ts';
import { readMetadata } from './metadata.ts';
import { plainText, TRANSCRIPT_LETTERS } from './plain-text.ts';
import { markReading, markRefused, type FinishedPage, type ImportRow, type ReadPage } from './queries.ts';
import { importShelf, readPages, type PageSink, type UnreadPage } from './read-pages.ts';
import { hashSource, sourceName } from './sources.ts';
import { importTexts } from './texts.ts';
import { importPicture, makeCovers, type PictureStore } from '#server/features/pictures/pictures.ts';

/** The dependencies of an import beside its row. */
export interface Importing {
  store: PictureStore;
  gate: Semaphore;
  limits: ArchiveLimits;
  unpackIn: string;
  signal: AbortSignal;
  /** Called when the number of pages is known, and again for each that is done. */
  onPage(done: number, all: number): void;
  /** Ends the job of the import in the transaction that finishes it; throws when another process has it now. */
  complete(tx: Tx): Promise<void>;
}

/** An archive that is to become a comic or a chapter, opened: its pages and what is said about it. */
export interface OpenedImport {
  metadata: ImportMetadata;
  placement: Placement;
  pages: readonly UnreadPage[];
  warnings: readonly ImportWarning[];
}

/**
 * Reads the archive or folder of an import and makes a comic or a chapter of it. May be called again after it was cut
 * off at any point: finished pages are not done again. An archive that cannot be imported is marked as refused.
 *
 * @param trusted false when the file may have changed since it was hashed: it is hashed again.
 * @throws Problem for what may be better later (`storage-full`, `storage-unavailable`, `database-unavailable`), and the
 * reason of the signal.
 */
export async function importOne(
  row: ImportRow,
  importing: Importing,
  { trusted }: { trusted: boolean },
): Promise<void> {
  const {
    store: { db },
  } = importing;
  await markReading(db, row.id);
  let archive: Archive | null = null;
  try {
    if (!trusted && (await hashSource({ path: row.source, folder: row.options.folder })) !== row.hash) {
      throw problem('archive-changed');
    }
    archive = await (row.options.folder
      ? openFolder(row.source, importing.limits)
      : openArchive(row.source, importing.limits, importing.unpackIn));
    await finishOpened(row, await openImport(archive, sourceName(row.source), row.options), importing);
  } catch (error) {
    if (!isFinal(error)) throw error;
    await refuse(db, row.id, error, importing);
  } finally {
    await archive?.close();
  }
}

/**
 * Reads the pages of an opened import and finishes it. Throws as `importOne`, and Problem `archive-no-good-page`, `term-prohibited`, `image-prohibited`,
 * `import-joins-published`.
 */
export async function finishOpened(
  { id, file, options }: Pick<ImportRow, 'id' | 'file' | 'options'>,
  from: OpenedImport,
  importing: Importing,
): Promise<void> {
  const { store } = importing;
  const came: Provenance = { source: 'import', userId: null, file };
  await refuseTerms(store.db, importTexts(from, file), { userId: null, where: 'import', file });
  const { pages, cover, warnings } = await readArchivePages(from, importShelf(store.db, id), { ...importing, came });
  const rating = from.metadata.rating ?? options.rating;
  const rated = from.metadata.rating !== null || options.ratingChosen;
  const read: ReadImport = {
    id,
    pages,
    rating,
    rated,
    metadata: from.metadata,
    placement: from.placement,
    cover,
    publish: options.publish,
    incomplete: options.incomplete ?? false,
    warnings: [
      ...from.warnings,
      ...(rated ? [] : [{ code: 'rating-assumed' as const, params: { rating } }]),
      ...warnings,
    ],
  };
  await withTransaction(store.db, async (tx) => {
    await importing.complete(tx);
    await finishImport(tx, read);
  });
}

/** The pages of an opened import: all of them with their texts, the hash of the one that is its cover, and what is wrong with those that are missing. */
export interface ReadOpened {
  pages: ReadPage[];
  cover: string;
  warnings: ImportWarning[];
}

/** Reads and keeps the pages of an opened import, and the covers of one. Throws as `readPages`, and Problem `archive-no-good-page`, `image-prohibited`. */
export async function readArchivePages(
  from: OpenedImport,
  shelf: PageSink,
  {
    store,
    gate,
    signal,
    came,
    onPage: tell,
  }: Omit<Importing, 'complete' | 'limits' | 'unpackIn'> & { came: Provenance },
): Promise<ReadOpened> {
  const wanted = Math.min(from.metadata.coverPage ?? 0, from.pages.length - 1);
  let done = 0;
  const onPage = () => {
    done += 1;
    tell(done, from.pages.length);
  };
  tell(0, from.pages.length);
  const all = await readPages(store, { shelf, pages: from.pages, cover: wanted, gate, came, signal, onPage });
  if (all.some((page) => page.problem?.code === 'image-prohibited')) throw problem('image-prohibited');
  const good = all.filter(isGood);
  const [first] = good;
  if (first === undefined) throw problem('archive-no-good-page', { pages: from.pages.length });
  const cover = await makeCovers(store, (good.find(({ number }) => number === wanted + 1) ?? first).image, came);
  const plate = good.length < all.length ? await importPicture(store, missingPlate()) : '';
  const pages = await transcribed(
    all.map((page) => ({ ...page, image: page.image ?? plate })),
    from.pages,
  );
  return { pages, cover, warnings: all.flatMap(toWarnings) };
}

/**
 * The metadata of an archive or a folder of pictures, its place, and its pages, none of them read yet.
 *
 * @param name of the file or folder, without extension.
 * @param language where it says none, as BCP 47.
 */
export async function openImport(
  archive: Archive,
  name: string,
  { around, language }: Pick<ImportRow['options'], 'around' | 'language'>,
): Promise<OpenedImport> {
  const { metadata: found, warnings, own } = await readMetadata(archive, name, around?.folder ?? null);
  const metadata = { ...found, language: found.language ?? language };
  return {
    metadata,
    placement: inferPlacement(metadata, own, name, around),
    pages: archive.entries.map((entry) => ({
      name: entry.path,
      unsupported: entry.unsupported,
      read: () => archive.read(entry),
      transcript: () => readTranscript(archive, entry.text),
    })),
    warnings: [...warnings, ...wrongCount(metadata, archive.entries.length)],
  };
}

/** Pages with their texts; short files, read one after another. */
async function transcribed<Page extends FinishedPage>(
  pages: readonly Page[],
  from: readonly UnreadPage[],
): Promise<(Page & { transcript: string | null })[]> {
  const read = [];
  for (const page of pages) {
    read.push({ ...page, transcript: (await from[page.number - 1]?.transcript?.()) ?? null });
  }
  return read;
}

/** The text beside a page; null for one that is none. A text that cannot be read is no reason to refuse the page. */
async function readTranscript(archive: Archive, entry: ArchiveEntry | null): Promise<string | null> {
  if (entry === null) return null;
  try {
    return plainText(xmlText(await archive.read(entry)), TRANSCRIPT_LETTERS) || null;
  } catch {
    return null;
  }
}

function wrongCount({ pageCount }: ImportMetadata, pages: number): ImportWarning[] {
  if (pageCount === null || pageCount === 0 || pageCount === pages) return [];
  return [
    pageCount > pages
      ? pagesFewer({ pages, said: pageCount })
      : { code: 'metadata-ignored', params: { field: 'PageCount', value: String(pageCount) } },
  ];
}

function toWarnings({ number, name, problem: found }: FinishedPage): ImportWarning[] {
  return found === null ? [] : [{ ...found, page: number, name }];
}

function isGood(page: FinishedPage): page is FinishedPage & { image: string } {
  return page.image !== null;
}

/** Whether trying again cannot help, before someone changes the archive. */
function isFinal(error: unknown): error is Error & { code: ProblemCode; params: ProblemParams } {
  return isProblem(error) && /^(archive|page|image|term|import)-/.test(error.code);
}

async function refuse(
  db: Db,
  id: number,
  error: { code: ProblemCode; params: ProblemParams },
  { complete }: Importing,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await complete(tx);
    await markRefused(tx, id, { code: error.code, params: error.params });
  });
}
