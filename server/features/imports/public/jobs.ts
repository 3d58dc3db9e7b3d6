import type { JobKind } from '#server/jobs/registry.ts';

/** Goes on with an import: `{ import: id }`, keyed by the archive's hash. */
export const IMPORT_JOB: JobKind = { kind: 'imports.read', attempts: 10, atOnce: 2 };
