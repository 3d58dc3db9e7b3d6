import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { BookFacts } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';

/** What is asked of the child that reads an archive. */
export interface UnpackQuestion {
  format: 'rar' | '7z' | 'zip' | 'tar' | 'pdf';
  /** Of the archive. */
  bytes: number;
  limits: ArchiveLimits;
}

/** A file that lies unpacked at `at` of the child's output; `damaged` where not all of it could be read. */
export interface UnpackedFile {
  path: string;
  size: number;
  at: number;
  damaged: boolean;
}

/** What the child answers. */
export type UnpackAnswer =
  | { ok: true; files: UnpackedFile[]; book: BookFacts | null }
  | { ok: false; code: ProblemCode; params: ProblemParams };

/** The descriptors of the child: the archive it reads, and the nameless file that it writes. */
export const [ARCHIVE_FD, OUTPUT_FD] = [4, 5];
