import { z } from 'zod';
import { ComicCard } from './comics.ts';

/** A chapter of a series. `number` is as printed ("10.5", "extra"); dates are UTC calendar dates. */
export const Chapter = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  added_at: z.string(),
  updated_at: z.string(),
  pages: z.int(),
});
export type Chapter = z.infer<typeof Chapter>;

/**
 * One page. `page` counts from 1 in reading order; `width` and `height` are of `source_url`, upright, in pixels.
 * `saver_url` is the data-saver picture (the source where none is smaller). `thumbhash` is base64, `color` is `#rrggbb`.
 * A page that could not be decoded has no picture: its `failed` is true and its URLs answer 404.
 */
export const PageImage = z.object({
  id: z.int(),
  page: z.int().min(1),
  source_url: z.string(),
  thumbnail_url: z.string(),
  saver_url: z.string(),
  width: z.int(),
  height: z.int(),
  thumbhash: z.string().nullable(),
  color: z.string().nullable(),
});
export type PageImage = z.infer<typeof PageImage>;

/** Everything a reader needs to show one chapter, or a one-shot (`chapter` is null). */
export const ChapterImages = z.object({
  comic: ComicCard,
  chapter: Chapter.nullable(),
  prev_chapter: Chapter.nullable(),
  next_chapter: Chapter.nullable(),
  images: z.array(PageImage),
});
export type ChapterImages = z.infer<typeof ChapterImages>;
