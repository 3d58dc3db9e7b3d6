import { z } from 'zod';
import { ComicCard, PageImage } from './comics.ts';
import { TermRef } from './taxonomy.ts';

export type { PageImage };

/**
 * A chapter of a series. `number` is as printed ("10.5", "extra"), and so is `volume`, the book it is part of; dates are UTC calendar dates. `premium` is whether
 * it is at this moment, by itself or with all of its comic; `premium_until` when it becomes free, null where it is or never does.
 */
export const Chapter = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  volume: z.string().nullable(),
  added_at: z.string(),
  updated_at: z.string(),
  pages: z.int(),
  premium: z.boolean(),
  premium_until: z.string().nullable(),
  /** Who made it, where that is known of the chapter itself. */
  groups: z.array(TermRef),
  /** Whether the caller steps over it, as they block one of those who made it or who uploaded it. */
  blocked: z.boolean(),
  /** Whether the caller takes it first among the versions of its number. */
  preferred: z.boolean(),
});
export type Chapter = z.infer<typeof Chapter>;

/** Everything a reader needs to show one chapter, or a one-shot (`chapter` is null). */
export const ChapterImages = z.object({
  comic: ComicCard,
  chapter: Chapter.nullable(),
  prev_chapter: Chapter.nullable(),
  next_chapter: Chapter.nullable(),
  images: z.array(PageImage),
  /** Whether the comic's tags say that it is one long strip. */
  long_strip: z.boolean(),
  /** Whether there are texts of its pages (`…/images/details`). */
  described: z.boolean(),
});
export type ChapterImages = z.infer<typeof ChapterImages>;

/**
 * Details of the content of a page. `panels` are left, top, width and height in thousandths of the page, in no order;
 * `text` is what is written and to be seen on it.
 */
export const PageDetails = z.object({
  page: z.int().min(1),
  panels: z.array(z.array(z.int()).length(4)),
  text: z.string().nullable(),
});
export type PageDetails = z.infer<typeof PageDetails>;
/** Of every page of a chapter, in its order. */
export const ChapterDetails = z.object({ pages: z.array(PageDetails) });
export type ChapterDetails = z.infer<typeof ChapterDetails>;
