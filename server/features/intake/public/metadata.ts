import type { ArchiveEntry, BookFacts } from '#server/images/archives/archive-entry.ts';
import { bookMetadata } from '#server/features/intake/formats/book-facts.ts';
import { readComicBookInfo } from '#server/features/intake/formats/comic-book-info.ts';
import { readComicInfo, type FoundMetadata } from '#server/features/intake/formats/comic-info.ts';
import { readGalleryDl } from '#server/features/intake/formats/gallery-dl.ts';
import { readName, type NamedMetadata } from './file-names.ts';
import { importMetadata, type ImportMetadata, type ImportWarning } from './import-metadata.ts';

/** Where an archive may say what it is. */
export interface MetadataFiles {
  /** ComicInfo.xml, the outermost first. */
  metadataFiles: readonly ArchiveEntry[];
  /** Written by gallery-dl for the whole or for its pictures. */
  downloadFiles?: readonly ArchiveEntry[];
  comment: string;
  /** The facts a PDF or an EPUB states. */
  book?: BookFacts | null;
  read(entry: ArchiveEntry): Promise<Uint8Array>;
}

/** The metadata of an archive, and whether it said it itself (`own`) or only its name did. */
export interface ReadMetadata extends FoundMetadata {
  own: boolean;
}

/**
 * The metadata of an archive or a folder: its ComicInfo.xml, else the ComicBookInfo in its comment, else the word of gallery-dl, and for what
 * these leave out, what it says as a book, and its name. Metadata that cannot be read is a warning, never a lost comic.
 *
 * @param name of the file or folder, without extension.
 * @param folder the name of the folder whose part it is; null where it stands alone.
 */
export async function readMetadata(files: MetadataFiles, name: string, folder: string | null): Promise<ReadMetadata> {
  const found = await ownMetadata(files);
  const warnings: ImportWarning[] = found?.warnings ?? [];
  const named = readName(name);
  const book = files.book ? bookMetadata(files.book) : null;
  if (found === null || isEmpty(found.metadata)) {
    // The title of a book is its own, while a PDF's may be anyone's: where it belongs, its place and name tell.
    const own = book !== null && book.series !== null && book.number !== null;
    return {
      metadata: {
        ...withFolder(own ? { ...book, title: book.title ?? named.metadata.title } : withBook(named, book), folder),
        links: found?.metadata.links ?? {},
      },
      warnings,
      own,
    };
  }
  const { metadata } = found;
  return {
    own: true,
    warnings,
    metadata: {
      ...metadata,
      title:
        metadata.title ??
        (metadata.series === null ? (book?.title ?? named.metadata.title ?? named.metadata.series) : null),
      language: metadata.language ?? book?.language ?? named.metadata.language,
      direction: metadata.direction ?? book?.direction ?? null,
    },
  };
}

/** The metadata of a book beside that in its name: a title where the name is no more than one, and what names do not hold. */
function withBook({ form, metadata: named }: NamedMetadata, book: ImportMetadata | null): ImportMetadata {
  if (book === null) return named;
  const bookTerms = Object.fromEntries(Object.entries(book.terms).filter(([, terms]) => terms.length > 0));
  return {
    ...book,
    title: form === 'plain' ? (book.title ?? named.title) : named.title,
    series: named.series,
    number: named.number,
    volume: named.volume,
    language: book.language ?? named.language,
    translated: named.translated,
    speechless: named.speechless,
    terms: { ...bookTerms, ...named.terms },
  };
}

/** A part of a folder is in the folder's language and by its artists, unless its own name says otherwise. */
function withFolder(named: ImportMetadata, folder: string | null): ImportMetadata {
  if (folder === null) return named;
  const { language, translated, terms } = readName(folder).metadata;
  return {
    ...named,
    language: named.language ?? language,
    translated: named.translated || translated,
    terms: { ...terms, ...named.terms },
  };
}

/** Files of a download that are looked at, at most: each of its pictures may have one. */
const MAX_DOWNLOAD_FILES = 3;

/** The word of gallery-dl: of the whole before that of a picture. */
async function downloadMetadata({ downloadFiles = [], read }: MetadataFiles): Promise<FoundMetadata | null> {
  const first = downloadFiles.toSorted((a, b) => Number(isOfWhole(b)) - Number(isOfWhole(a)));
  for (const file of first.slice(0, MAX_DOWNLOAD_FILES)) {
    const found = readGalleryDl(await read(file).catch(() => new Uint8Array()));
    if (found !== null && !isEmpty(found.metadata)) return found;
  }
  return null;
}

function isOfWhole({ path }: ArchiveEntry): boolean {
  return /(^|\/)info\.json$/i.test(path);
}

async function ownMetadata(files: MetadataFiles): Promise<FoundMetadata | null> {
  const [file] = files.metadataFiles;
  if (file === undefined) return readComicBookInfo(files.comment) ?? (await downloadMetadata(files));
  const bytes = await files.read(file).catch(() => new Uint8Array());
  const found = readComicInfo(bytes);
  const inComment = isEmpty(found.metadata)
    ? (readComicBookInfo(files.comment) ?? (await downloadMetadata(files)))
    : null;
  return inComment === null
    ? found
    : { metadata: inComment.metadata, warnings: [...found.warnings, ...inComment.warnings] };
}

function isEmpty(metadata: ImportMetadata): boolean {
  const { coverPage: _cover, pageCount: _count, links: _links, ...said } = metadata;
  const { coverPage: _none, pageCount: _zero, links: _no, ...nothing } = importMetadata();
  const withoutEmptyKinds = {
    ...said,
    terms: Object.fromEntries(Object.entries(said.terms).filter(([, terms]) => terms.length > 0)),
  };
  return JSON.stringify(withoutEmptyKinds) === JSON.stringify(nothing);
}
