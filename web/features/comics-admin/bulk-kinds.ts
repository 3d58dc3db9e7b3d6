import type { BulkChanges } from '#contract/admin-comics.ts';

/** What a bulk edit does: `set` gives fields a value. */
export type BulkKind = 'add' | 'remove' | 'replace' | 'set' | 'publish' | 'schedule' | 'unlist' | 'draft';

/** What needs nothing to be said beside it. */
export const PLAIN: Readonly<Partial<Record<BulkKind, BulkChanges>>> = { publish: { state: 'published' }, unlist: { state: 'unlisted' }, draft: { state: 'draft' } };
