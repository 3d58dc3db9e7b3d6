import { z } from 'zod';
import { FieldChange, KIND_PLURALS, plainFields, Someone } from './editing.ts';
import { WantedTerm } from './term-editing.ts';
import { pageSchema } from './paging.ts';
import type { KindPath } from './taxonomy.ts';

/*
 * Routes, all below /api/admin, permission `comics.edit`; for moderators and admins, and for uploaders on their own comics.
 *
 *   POST   comics/bulk                         BulkRequest → 200 BulkPreview | 202 Bulk
 *   GET    comics/bulk                         paging → BulkPage
 *   GET    comics/bulk/{id}                    Bulk
 *   POST   comics/bulk/{id}/undo, …/cancel     202 Bulk
 */

const BulkTerms = z.partialRecord(z.enum(KIND_PLURALS as [KindPath, ...KindPath[]]), z.array(WantedTerm).max(100));
/** The changes a bulk edit makes to each comic. `replace` gives a kind exactly these terms. `publish_at` schedules drafts. */
export const BulkChanges = z
  .object({
    add: BulkTerms,
    remove: BulkTerms,
    replace: BulkTerms,
    ...plainFields,
    state: z.enum(['draft', 'published', 'unlisted']),
    publish_at: z.iso.datetime({ offset: true }),
  })
  .partial();
export type BulkChanges = z.infer<typeof BulkChanges>;

/** Most comics of one bulk edit; more are refused with `selection-too-large`. */
export const MAX_BULK = 100_000;
/** Which comics: by id, or all that the table's filter (its query string) lists, with the total it had. */
export const BulkSelection = z.union([
  z.object({ ids: z.array(z.int().min(1)).min(1).max(10_000) }),
  z.object({ filter: z.string().max(10_000), total: z.int().min(1) }),
]);
export type BulkSelection = z.infer<typeof BulkSelection>;

/** Body of `POST /api/admin/comics/bulk`. */
export const BulkRequest = z.object({
  selection: BulkSelection,
  changes: BulkChanges,
  preview: z.boolean().default(false),
});
export type BulkRequest = z.infer<typeof BulkRequest>;

/** Answer with `preview: true`. `samples` are up to 20 comics that would change; `held` would come out, and stay hidden because they lack pages. */
export const BulkPreview = z.object({
  selected: z.int(),
  changing: z.int(),
  held: z.int(),
  samples: z.array(z.object({ id: z.int(), slug: z.string(), title: z.string(), changes: z.array(FieldChange) })),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

export const BULK_STATES = ['running', 'done', 'cancelled', 'failed', 'undoing', 'undone'] as const;
/**
 * How far a bulk edit is; `done` of `total` comics are looked at, `changed` of them changed. After an undo, `undone`
 * have what they had before, and `kept` were changed since and stay as they are (up to 100 of them are named).
 */
export const Bulk = z.object({
  id: z.int(),
  state: z.enum(BULK_STATES),
  by: Someone.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  total: z.int(),
  done: z.int(),
  changed: z.int(),
  undone: z.int(),
  kept: z.int(),
  kept_comics: z.array(z.object({ id: z.int(), slug: z.string(), title: z.string() })),
  changes: z.json(),
});
export type Bulk = z.infer<typeof Bulk>;
/** `GET /api/admin/comics/bulk`: the newest first. */
export const BulkPage = pageSchema(Bulk);
export type BulkPage = z.infer<typeof BulkPage>;

/** A bulk edit that begins answers 202 with `Bulk`, a preview 200. */
export const BulkAnswer = z.union([BulkPreview, Bulk]);
