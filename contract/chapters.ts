import { z } from 'zod';
import { ComicCard, PageImage } from './comics.ts';

export type { PageImage };

/**
 * A chapter of a series. `number` is as printed ("10.5", "extra"); dates are UTC calendar dates. `premium` is whether
 * it is at this moment, by itself or with all of its comic; `premium_until` when it becomes free, null where it is or never does.
 */
export const Chapter = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  added_at: z.string(),
  updated_at: z.string(),
  pages: z.int(),
  premium: z.boolean(),
  premium_until: z.string().nullable(),
});
export type Chapter = z.infer<typeof Chapter>;

/** Everything a reader needs to show one chapter, or a one-shot (`chapter` is null). */
export const ChapterImages = z.object({
  comic: ComicCard,
  chapter: Chapter.nullable(),
  prev_chapter: Chapter.nullable(),
  next_chapter: Chapter.nullable(),
  images: z.array(PageImage),
});
export type ChapterImages = z.infer<typeof ChapterImages>;
