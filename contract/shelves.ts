import { z } from 'zod';
import { ComicCard } from './comics.ts';
import { pageSchema, paging } from './paging.ts';

/** How a member stands to a comic; each is on one of these at most. */
export const SHELVES = ['reading', 'planned', 'finished', 'paused', 'dropped', 'rereading'] as const;
export type Shelf = (typeof SHELVES)[number];

/** Most comics on the shelves of a member. */
export const MAX_SHELVED = 20_000;
/** Most comics that are put on a shelf at once. */
export const MAX_SHELVED_AT_ONCE = 200;
/** Most letters of a note, and most times that a comic was read again. */
export const MAX_SHELF_NOTE = 1000;
export const MAX_REREAD = 9999;

export const SHELF_SORTS = ['updated', 'title', 'score'] as const;
export type ShelfSort = (typeof SHELF_SORTS)[number];

const day = z.iso.date();

/** The words of a member on a comic of theirs, private to them. Days are `YYYY-MM-DD`. */
const words = {
  started_on: day.nullable(),
  finished_on: day.nullable(),
  /** How many times it was read once more. */
  reread: z.int(),
  note: z.string(),
  /** Whether nothing of it is sent to trackers. */
  private: z.boolean(),
};

/** Where a member has a comic; `shelf` is null where on none, and then nothing else is said. */
export const Shelved = z.object({ shelf: z.enum(SHELVES).nullable(), ...words });
export type Shelved = z.infer<typeof Shelved>;

/**
 * Puts a comic on a shelf. Of what is left out stays what was; a shelf it comes to says on which day it was begun (`reading`)
 * or finished (`finished`) where nothing said that yet, and what was on `rereading` was read once more when it is `finished`.
 */
export const ShelfDraft = z.object({
  shelf: z.enum(SHELVES),
  started_on: day.nullable().optional(),
  finished_on: day.nullable().optional(),
  reread: z.int().min(0).max(MAX_REREAD).optional(),
  note: z.string().trim().max(MAX_SHELF_NOTE).optional(),
  private: z.boolean().optional(),
});
export type ShelfDraft = z.infer<typeof ShelfDraft>;

/** Puts many comics on a shelf, or (null) on none. Those that are not there are left out. */
export const ShelfBulk = z.object({
  comics: z.array(z.int().min(1).max(2_147_483_647)).min(1).max(MAX_SHELVED_AT_ONCE),
  shelf: z.enum(SHELVES).nullable(),
});
export type ShelfBulk = z.infer<typeof ShelfBulk>;
/** How many of them are there. */
export const ShelfBulkAnswer = z.object({ comics: z.int() });

/** A comic on a shelf. `comic` is null where it may not be shown any more: only its title and id are left. */
export const ShelfEntry = z.object({
  comic_id: z.int(),
  title: z.string(),
  comic: ComicCard.nullable(),
  shelf: z.enum(SHELVES),
  ...words,
  /** The member's rating, 1 to 10; null where they gave none. */
  score: z.int().nullable(),
  /** Chapters that came to everyone and were not read to the end, versions of one counted once; a one-shot is one. */
  unread: z.int(),
  updated_at: z.string(),
});
export type ShelfEntry = z.infer<typeof ShelfEntry>;

/** How many comics are on each shelf, whatever is looked for. */
export const ShelfCounts = z.record(z.enum(SHELVES), z.int());
export type ShelfCounts = z.infer<typeof ShelfCounts>;
export const ShelfPage = pageSchema(ShelfEntry).extend({ counts: ShelfCounts });
export type ShelfPage = z.infer<typeof ShelfPage>;

/** One shelf: `q` are words of titles; `updated` and `score` go from the newest and highest down unless `order` says otherwise. */
export const ShelfQuery = z.object({
  ...paging,
  shelf: z.enum(SHELVES).default('reading'),
  q: z.string().trim().max(200).default(''),
  sort: z.enum(SHELF_SORTS).default('updated'),
  order: z.enum(['asc', 'desc']).optional(),
});
export type ShelfQuery = z.infer<typeof ShelfQuery>;
