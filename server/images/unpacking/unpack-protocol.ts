import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { BookFacts } from '#server/images/archives/archive-entry.ts';
import type { ArchiveLimits } from '#server/images/archives/archive-limits.ts';

/** The request to the child that reads an archive. */
export interface UnpackRequest {
  format: 'rar' | '7z' | 'zip' | 'tar' | 'pdf';
  /** Of the archive. */
  bytes: number;
  limits: ArchiveLimits;
  /** The entries a ZIP must hold; of other formats the child finds that out. */
  expected?: ExpectedFile[] | undefined;
}

/** A file that an archive says it holds, with its size and the CRC-32 of its bytes; null where it says none. */
export interface ExpectedFile {
  path: string;
  size: number | null;
  crc: number | null;
}

/** The same with its name as it is written. */
export interface ListedFile {
  name: { bytes: Buffer; utf8: boolean };
  size: number | null;
  crc: number | null;
}

/** A file that lies unpacked at `at` of the child's output; `damaged` where not all of it could be read. */
export interface UnpackedFile {
  path: string;
  size: number;
  at: number;
  damaged: boolean;
  missing?: boolean;
  /** CRC-32 of what was unpacked. */
  crc: number;
}

/** The response of the child. */
export type UnpackAnswer =
  { ok: true; files: UnpackedFile[]; book: BookFacts | null } | { ok: false; code: ProblemCode; params: ProblemParams };

/** Unpacks the archive open as `archive` into the file open as `output`. */
export type Unpack = (question: UnpackRequest, archive: number, output: number) => Promise<UnpackAnswer>;

/** The descriptors of the child: the archive it reads, and the nameless file that it writes. */
export const [ARCHIVE_FD, OUTPUT_FD] = [4, 5];
