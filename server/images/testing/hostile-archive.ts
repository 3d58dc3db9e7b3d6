import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { ArchiveLimits } from '#server/images/archives/archive-limits.ts';

/** An archive, and what must become of it. */
export interface HostileArchive {
  group: 'controls' | 'slip' | 'names' | 'bombs' | 'broken' | 'bad member' | 'links' | 'pdf' | 'epub';
  name: string;
  bytes: Buffer;
  /** How many of its pages can be read, and how many cannot; or why it is refused. */
  outcome: { good: number; bad?: number } | { code: ProblemCode; params?: ProblemParams };
  limits?: Partial<ArchiveLimits>;
}
