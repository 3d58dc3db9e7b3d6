import { z } from 'zod';
import { WantedCredit, WantedCredits } from './credits.ts';
import { DIRECTIONS } from './comics.ts';
import { pageSchema, paging } from './paging.ts';
import { TermRef } from './taxonomy.ts';
import { WantedTerm } from './term-editing.ts';

/*
 * Routes, all below /api/admin, permission `comics.edit`; an uploader reaches only the comics they uploaded (else 404).
 *
 *   GET    chapters/{id}                       AdminChapterDetail
 *   PATCH  chapters/{id}                       ChapterChanges → AdminChapterDetail
 *   DELETE chapters/{id}                       204; 409 `chapter-last` of a comic that readers see (its restore brings it back with its pages)
 *   POST   chapters/{id}/state                 ChapterStateChange → AdminChapterDetail; 409 `chapter-last` as to delete it
 *   POST   chapters/{id}/split                 ChapterSplit (chapter-splitting.ts) → 201 AdminChapterDetail, of the new one
 *   POST   chapters/{id}/join                  ChapterJoin → AdminChapterDetail; 409 `chapters-apart` where it is not the one right after
 *   POST   chapters/{id}/move                  ChapterMove → AdminChapterDetail
 *   PUT    chapters/{id}/pages                 WantedOrder → AdminChapterDetail
 *   POST   chapters/{id}/pages                 a picture's bytes (its name in `?name=`) → 201 AdminChapterDetail, added as the last page
 *   POST   chapters/{id}/pages/move            PagesMove → AdminChapterDetail (of the chapter they left)
 *   POST   chapters/{id}/pages/delete          SomePages → AdminChapterDetail
 *   PATCH  chapters/{id}/pages/{page id}       PageChanges → AdminChapterDetail
 *   PUT    chapters/{id}/pages/{page id}/image a picture's bytes → AdminChapterDetail
 *
 * Bytes of pictures are sent as `application/octet-stream` or `image/*`. Chapters are added, put in order and merged at
 * their comic: editing.ts.
 */

/** Where a chapter is on its way: readers see those that are published, with their comic. */
export const CHAPTER_STATES = ['draft', 'scheduled', 'published', 'removed'] as const;
export type ChapterState = (typeof CHAPTER_STATES)[number];

/** A page as the editor shows it. `page` counts from 1; sizes are in pixels. */
export const AdminPage = z.object({
  id: z.int(),
  page: z.int().min(1),
  name: z.string(),
  source_url: z.string(),
  thumbnail_url: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  thumbhash: z.string().nullable(),
  color: z.string().nullable(),
  transcript: z.string().nullable(),
  /** Why it is missing, said to the reader: its picture is the plate that stands for it. Null for any other. */
  missing: z.string().nullable(),
});
export type AdminPage = z.infer<typeof AdminPage>;

/** A chapter as the editor shows it; a one-shot has one. Its pages are at `…/chapters/{id}`. */
export const AdminChapter = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  volume: z.string().nullable(),
  direction: z.enum(DIRECTIONS).nullable(),
  state: z.enum(CHAPTER_STATES),
  /** When a scheduled one comes out; null for any other. */
  publish_at: z.string().nullable(),
  premium_until: z.string().nullable(),
  pages: z.int(),
  /** How many of them are missing. */
  missing: z.int(),
  /** As its file says, where that is more than it holds; null once someone said that its comic may be shown so. */
  pages_said: z.int().nullable(),
  groups: z.array(TermRef),
  /** As they are entered. */
  credits: z.array(WantedCredit),
  added_at: z.string(),
  updated_at: z.string(),
  /** Of its first page; null where it has none. */
  thumbnail_url: z.string().nullable(),
});
export type AdminChapter = z.infer<typeof AdminChapter>;

/** A chapter in the list of all. */
export const AdminChapterRow = AdminChapter.extend({
  comic: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
});
export type AdminChapterRow = z.infer<typeof AdminChapterRow>;

/** Query of `GET /api/admin/chapters`: those of one comic, by its slug or id, or of all; the newest first. */
export const AdminChapterQuery = z.object({ comic: z.string().max(300).default(''), ...paging });
export const AdminChapterPage = pageSchema(AdminChapterRow);

/** One chapter with all of its pages. */
export const AdminChapterDetail = AdminChapterRow.extend({ images: z.array(AdminPage) });
export type AdminChapterDetail = z.infer<typeof AdminChapterDetail>;

/** An address as it is typed; what cannot stand in one becomes dashes. */
export const typedSlug = z.string().trim().min(1).max(200);

/** Most letters of a volume, which is a number or what stands in its place. */
export const MAX_VOLUME = 20;

const typedPrint = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((text) => text || null)
    .nullable();
/** The number of a chapter as it is typed; empty is none. */
export const typedNumber = typedPrint(40);
/** The volume that a chapter is part of as it is typed; empty is none. */
export const typedVolume = typedPrint(MAX_VOLUME);

/** The fields of a chapter; what is left out stays, or is empty. */
export const ChapterChanges = z
  .object({
    name: z.string().trim().max(300),
    number: typedNumber,
    volume: typedVolume,
    slug: typedSlug,
    direction: z.enum(DIRECTIONS).nullable(),
    premium_until: z.iso.datetime({ offset: true }).nullable(),
    groups: z.array(WantedTerm).max(50),
    credits: WantedCredits,
  })
  .partial();
export type ChapterChanges = z.infer<typeof ChapterChanges>;

/** A chapter that is added: out with its comic, or kept back until it is published. */
export const NewChapter = ChapterChanges.extend({ state: z.enum(['draft', 'published']).default('published') });
export type NewChapter = z.infer<typeof NewChapter>;

/**
 * A move of a chapter to another state. `at` is a moment to come, within ten years; null is now. `incomplete` says that it may be shown
 * without the pages that it lacks. A removed one keeps readers’ places and comments, and comes back as it was.
 */
export const ChapterStateChange = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('publish'),
    at: z.iso.datetime({ offset: true }).nullable().default(null),
    incomplete: z.boolean().default(false),
  }),
  z.object({ action: z.literal('draft') }),
  z.object({ action: z.literal('remove') }),
  z.object({ action: z.literal('restore') }),
]);
export type ChapterStateChange = z.infer<typeof ChapterStateChange>;

/** Ids in the order that is wanted: all there are, each once; else 409 `edit-conflict`, as someone changed them meanwhile. */
export const WantedOrder = z.object({ ids: z.array(z.int().min(1)).max(5_000) });
/** Some pages of a chapter. */
export const SomePages = z.object({ ids: z.array(z.int().min(1)).min(1).max(5_000) });
/** Pages that go to the end of another chapter, which may be of another comic. */
export const PagesMove = SomePages.extend({ chapter_id: z.int().min(1) });
/** A chapter, or all of a comic's, goes to another comic. */
export const ChapterMove = z.object({ comic_id: z.int().min(1) });
export const PageChanges = z.object({
  transcript: z
    .string()
    .max(20_000)
    .transform((text) => text || null)
    .nullable(),
});
