import type { KindPath, TermKind } from '#contract/taxonomy.ts';
import type { WorkFields } from '#contract/uploads.ts';

/** The changes to a work: its fields, and which comic it is added to. */
export type WorkEdits = WorkFields & { comic: number | null };

/** The kinds a work has terms of, with their paths, in the order they are filled in; its language is chosen for itself. */
export const KINDS = [
  ['tag', 'tags'],
  ['genre', 'genres'],
  ['category', 'categories'],
  ['artist', 'artists'],
  ['author', 'authors'],
  ['group', 'groups'],
  ['parody', 'parodies'],
  ['character', 'characters'],
  ['relationship', 'relationships'],
  ['publisher', 'publishers'],
  ['platform', 'platforms'],
] as const satisfies readonly (readonly [TermKind, KindPath])[];
