import { problem } from '#contract/problems.ts';
import type { Semaphore } from '#server/concurrency/semaphore.ts';
import type { Provenance } from '#server/features/blocklist/public/quarantine.ts';
import { pagesFewer } from '#server/features/chapters/public/wholeness.ts';
import { importPicture, makeCovers, type PictureStore } from '#server/features/pictures/pictures.ts';
import type { Archive, ArchiveEntry } from '#server/images/archives/archive-entry.ts';
import { xmlText } from '#server/images/archives/xml-text.ts';
import { missingPlate } from '#server/images/drawing/plates.ts';
import { plainText, TRANSCRIPT_LETTERS } from '#server/features/intake/formats/plain-text.ts';
import { inferPlacement, type FolderContext, type Placement } from './grouping.ts';
import { importMetadata, type ImportMetadata, type ImportWarning } from './import-metadata.ts';
import { readMetadata } from './metadata.ts';
import { readPages, type FinishedPage, type PageSink, type ReadPage, type UnreadPage } from './read-pages.ts';

/** An archive that is to become a comic or a chapter, opened: its pages and what is said about it. */
export interface OpenedImport {
  metadata: ImportMetadata;
  placement: Placement;
  pages: readonly UnreadPage[];
  warnings: readonly ImportWarning[];
}

/** The word of somebody else on a folder of pictures, in place of its name and its files: another site's database, for one. */
export interface SaidSource {
  /** Names it for good: what comes again under it is the same, whatever its pictures are by then. */
  key: string;
  metadata: Partial<ImportMetadata>;
  placement: Placement;
  /** The names of its pictures in reading order; one that is not there is a missing page. */
  pages: readonly string[];
}

/** The tools with which the pages of an archive are read. */
export interface ArchiveReading {
  store: PictureStore;
  /** Bounds the pages that all archives together hold in memory. */
  gate: Semaphore;
  signal: AbortSignal;
  /** The provenance recorded of pages that are prohibited. */
  provenance: Provenance;
  /** Called when the number of pages is known, and again for each that is done. */
  onPage(done: number, all: number): void;
}

/** The pages of an opened import: all of them with their texts, the hash of the one that is its cover, and what is wrong with those that are missing. */
export interface ReadImport {
  pages: ReadPage[];
  cover: string;
  warnings: ImportWarning[];
}

/** Reads and keeps the pages of an opened import, and the covers of one. Throws as `readPages`, and Problem `archive-no-good-page`, `image-prohibited`. */
export async function readArchivePages(
  from: OpenedImport,
  shelf: PageSink,
  { store, gate, signal, provenance, onPage: report }: ArchiveReading,
): Promise<ReadImport> {
  const wanted = Math.min(from.metadata.coverPage ?? 0, from.pages.length - 1);
  let done = 0;
  const onPage = () => {
    done += 1;
    report(done, from.pages.length);
  };
  report(0, from.pages.length);
  const all = await readPages(store, { shelf, pages: from.pages, cover: wanted, gate, provenance, signal, onPage });
  if (all.some((page) => page.problem?.code === 'image-prohibited')) throw problem('image-prohibited');
  const good = all.filter(isGood);
  const [first] = good;
  if (first === undefined) throw problem('archive-no-good-page', { pages: from.pages.length });
  const cover = await makeCovers(store, (good.find(({ number }) => number === wanted + 1) ?? first).image, provenance);
  const plate = good.length < all.length ? await importPicture(store, missingPlate()) : '';
  const pages = await addTranscripts(
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
  { around, language }: { around: FolderContext | null; language: string | null },
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

/** The same of a folder of which somebody else says what it is. @param language where that says none, as BCP 47. */
export function openSaid(archive: Archive, said: SaidSource, language: string | null): OpenedImport {
  const entries = new Map(archive.entries.map((entry) => [entry.path, entry]));
  return {
    metadata: importMetadata({ ...said.metadata, language: said.metadata.language ?? language }),
    placement: said.placement,
    warnings: [],
    pages: said.pages.map((name) => {
      const entry = entries.get(name);
      return {
        name,
        unsupported: entry?.unsupported ?? null,
        read: async () => {
          if (entry === undefined) throw problem('page-missing');
          return archive.read(entry);
        },
      };
    }),
  };
}

/** Pages with their texts; short files, read one after another. */
async function addTranscripts<Page extends FinishedPage>(
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
