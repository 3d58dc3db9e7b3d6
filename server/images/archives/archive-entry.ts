/**
 * One file of an archive or folder. `path` is for order and people, never for opening; `size` is in bytes, inflated.
 * `missing` is a file that the archive names and does not hold: its size is 0.
 */
export interface ArchiveEntry {
  path: string;
  size: number;
  missing?: boolean;
}

/** A candidate for a page. `unsupported` names the image format when its extension says that no page can be made of it; report each of these. */
export interface PageEntry extends ArchiveEntry {
  unsupported: string | null;
  /** The text to be seen on it: the text file of the same name beside it. */
  text: ArchiveEntry | null;
}

/** The kinds of files that hold pages. */
export type ContainerKind = 'zip' | 'rar' | '7z' | 'tar' | 'pdf' | 'epub' | 'folder';

/** The facts a PDF or an EPUB states of itself, unchecked: texts as they stand there. */
export interface BookFacts {
  title: string | null;
  authors: string[];
  /** BCP 47, or what the book has in its place. */
  language: string | null;
  description: string | null;
  publisher: string | null;
  /** As the book writes it, such as `2012-03-20T00:00:00Z`. */
  date: string | null;
  series: string | null;
  /** The place in its series. */
  number: string | null;
  direction: 'ltr' | 'rtl' | null;
}

/** The interface an archive or a folder of images offers to an import. */
export interface Archive {
  container: ContainerKind;
  /** At least one candidate, in reading order. */
  entries: PageEntry[];
  /** ComicInfo.xml of any case, the outermost first. */
  metadataFiles: ArchiveEntry[];
  /** Those in which a downloader says of a gallery or of one of its pictures what it is, the outermost first. */
  downloadFiles: ArchiveEntry[];
  /** The comment of the archive, '' without one. ComicBookInfo lives there. */
  comment: string;
  /** Null but for PDF and EPUB. */
  book: BookFacts | null;
  /**
   * Promises the bytes of an entry, whole and checked. Throws `page-undecodable` for damaged bytes and `page-missing` for an entry that is named and not held;
   * the other entries stay readable.
   */
  read(entry: ArchiveEntry): Promise<Buffer>;
  close(): Promise<void>;
}

/** The content of a container before anything is sorted: every file in it, and how to read and close it. */
export interface Container extends Pick<Archive, 'container' | 'read' | 'close' | 'comment'> {
  files: ArchiveEntry[];
  /** The pages in reading order where the container knows them; else they are those of `files` by their names. */
  pages?: ArchiveEntry[];
  book?: BookFacts;
}

/** Facts that say nothing, or only what is given. */
export function bookFacts(known: Partial<BookFacts> = {}): BookFacts {
  return {
    title: null,
    authors: [],
    language: null,
    description: null,
    publisher: null,
    date: null,
    series: null,
    number: null,
    direction: null,
    ...known,
  };
}
