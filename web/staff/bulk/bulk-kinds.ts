import type { BulkChanges } from '#contract/bulk-editing.ts';
import type { Feature } from '#contract/site.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { KINDS, SINGLE_KINDS } from '#web/staff/comic-parts/comic-choices.ts';

/** The kinds of bulk edits: `set` gives fields a value. */
export type BulkKind = 'add' | 'remove' | 'replace' | 'set' | 'publish' | 'schedule' | 'unlist' | 'draft';

/** The kinds that need nothing to be said beside it. */
export const PLAIN: Readonly<Partial<Record<BulkKind, BulkChanges>>> = {
  publish: { state: 'published' },
  unlist: { state: 'unlisted' },
  draft: { state: 'draft' },
};

/** The kinds of terms that a bulk edit can change on a site: one that a comic has at most one of can only be replaced. */
export function kindsFor(kind: BulkKind, features: readonly Feature[]): KindPath[] {
  return KINDS.filter((path) => features.includes(path) && (kind === 'replace' || !SINGLE_KINDS.includes(path)));
}

/** Whether a site has what a bulk edit changes. */
export function isOffered(kind: BulkKind, features: readonly Feature[]): boolean {
  return (kind !== 'add' && kind !== 'remove' && kind !== 'replace') || kindsFor(kind, features).length > 0;
}
