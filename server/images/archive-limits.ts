/** How much an archive may hold. Sizes are bytes; `ratio` is inflated by packed size and counts for entries above `ratioFrom`. */
export interface ArchiveLimits {
  entries: number;
  totalBytes: number;
  entryBytes: number;
  ratio: number;
  ratioFrom: number;
  metadataBytes: number;
  /** Of one page's text; a longer one is left out. */
  textBytes: number;
}

/** Bytes in a mebibyte. */
export const MiB = 1024 ** 2;

/** The limits documented for uploads: far above any real chapter, far below what would fill a small machine. */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 5000,
  totalBytes: 2048 * MiB,
  entryBytes: 100 * MiB,
  ratio: 200,
  ratioFrom: 10 * MiB,
  metadataBytes: MiB,
  textBytes: 64 * 1024,
};
