import { SiteFile, type Site } from '#server/config/site-file.ts';
import { MiB } from '#server/images/byte-units.ts';

/** How much an archive may hold. Sizes are bytes; `ratio` is inflated by packed size and counts for what is above `ratioFrom`. */
export interface ArchiveLimits {
  /** Of the archive as it lies on the disk. */
  archiveBytes: number;
  entries: number;
  totalBytes: number;
  entryBytes: number;
  ratio: number;
  ratioFrom: number;
  metadataBytes: number;
  /** Of one page's text; a longer one is left out. */
  textBytes: number;
  pdfPages: number;
  /** How long a child may read an archive, and the bytes that it may hold meanwhile. */
  milliseconds: number;
  childBytes: number;
}

/** The limits the site's configuration sets for an archive. */
export function archiveLimits(uploads: Site['uploads']): ArchiveLimits {
  return {
    archiveBytes: uploads.archiveMegabytes * MiB,
    entries: uploads.entries,
    totalBytes: uploads.inflatedMegabytes * MiB,
    entryBytes: uploads.entryMegabytes * MiB,
    ratio: uploads.ratio,
    ratioFrom: 10 * MiB,
    metadataBytes: MiB,
    textBytes: 64 * 1024,
    pdfPages: uploads.pdfPages,
    milliseconds: uploads.archiveSeconds * 1000,
    childBytes: uploads.childMegabytes * MiB,
  };
}

/** The limits of a site that configures none: far above any real chapter, far below what would fill a small machine. */
export const ARCHIVE_LIMITS: ArchiveLimits = archiveLimits(SiteFile.parse({}).uploads);
