/** One file of an archive or folder. `path` is for order and people, never for opening; `size` is in bytes, inflated. */
export interface ArchiveEntry {
  path: string;
  size: number;
}

/** A candidate for a page. `unsupported` names the image format when its extension says that no page can be made of it; report each of these. */
export interface PageEntry extends ArchiveEntry {
  unsupported: string | null;
  /** What is written and to be seen on it: the text file of the same name beside it. */
  text: ArchiveEntry | null;
}

/** What an archive or a folder of images gives an import. */
export interface Archive {
  /** At least one candidate, in reading order. */
  entries: PageEntry[];
  /** ComicInfo.xml of any case, the outermost first. */
  metadataFiles: ArchiveEntry[];
  /** The comment of the archive, '' without one. ComicBookInfo lives there. */
  comment: string;
  /** Promises the bytes of an entry, whole and checked. Throws `page-undecodable` for damaged bytes; the other entries stay readable. */
  read(entry: ArchiveEntry): Promise<Buffer>;
  close(): Promise<void>;
}

/** What a container knows before anything is sorted: every file in it, and how to read and close it. */
export interface Container extends Pick<Archive, 'read' | 'close' | 'comment'> {
  files: ArchiveEntry[];
}
