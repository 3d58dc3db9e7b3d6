import { problem, type ProblemCode, type ProblemParams } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { refuseTerms } from '#server/features/blocklist/blocklist.ts';
import type { Provenance } from '#server/features/blocklist/public/quarantine.ts';
import type { Archive } from '#server/images/archives/archive-entry.ts';
import type { ArchiveLimits } from '#server/images/archives/archive-limits.ts';
import { openArchive, openFolder } from '#server/images/archives/archive.ts';
import { addToLibrary, type ReadWork } from '#server/features/intake/public/add-to-library.ts';
import {
  openImport,
  openSaid,
  readArchivePages,
  type OpenedImport,
} from '#server/features/intake/public/archive-pages.ts';
import { isPermanentFailure } from '#server/features/intake/public/failures.ts';
import type { Semaphore } from '#server/concurrency/semaphore.ts';
import type { ImportWarning } from '#server/features/intake/public/import-metadata.ts';
import { holdImport, importPageSink, markImported, markReading, markRefused, type ImportRow } from './queries.ts';
import { hashSource, sourceName } from '#server/features/intake/public/sources.ts';
import { importTexts } from '#server/features/intake/public/texts.ts';
import { importRefusals, imports } from '#server/metrics/counts.ts';
import type { PictureStore } from '#server/features/pictures/pictures.ts';

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
    const { said } = row.options;
    const source = { path: row.source, folder: row.options.folder, ...(said === undefined ? {} : { said }) };
    if (!trusted && (await hashSource(source)) !== row.hash) {
      throw problem('archive-changed');
    }
    archive = await (row.options.folder
      ? openFolder(row.source, importing.limits)
      : openArchive(row.source, importing.limits, importing.unpackIn));
    const opened =
      said === undefined
        ? await openImport(archive, sourceName(row.source), row.options)
        : openSaid(archive, said, row.options.language);
    await finishOpened(row, opened, importing);
  } catch (error) {
    if (!isPermanentFailure(error)) throw error;
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
  const provenance: Provenance = { source: 'import', userId: null, file };
  await refuseTerms(store.db, importTexts(from, file), { userId: null, where: 'import', file });
  const { pages, cover, warnings } = await readArchivePages(from, importPageSink(store.db, id), {
    ...importing,
    provenance,
  });
  const rating = from.metadata.rating ?? options.rating;
  const rated = from.metadata.rating !== null || options.ratingChosen;
  const read: ReadWork = {
    pages,
    rating,
    rated,
    metadata: from.metadata,
    placement: from.placement,
    cover,
    publish: options.publish,
    incomplete: options.incomplete ?? false,
    chapters: options.chapters ?? 'now',
  };
  const importWarnings: ImportWarning[] = [
    ...from.warnings,
    ...(rated ? [] : [{ code: 'rating-assumed' as const, params: { rating } }]),
    ...warnings,
  ];
  await withTransaction(store.db, async (tx) => {
    await importing.complete(tx);
    if ((await holdImport(tx, id)) === 'imported') return;
    const { held, ...became } = await addToLibrary(tx, read);
    await markImported(tx, id, {
      ...became,
      warnings: held ? [...importWarnings, { code: 'import-held', params: {} }] : importWarnings,
    });
  });
  imports.labels('import', 'imported').inc();
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
  imports.labels('import', 'refused').inc();
  importRefusals.labels(error.code).inc();
}
