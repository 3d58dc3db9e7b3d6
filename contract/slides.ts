import { z } from 'zod';
import { Cover, RATINGS } from './comics.ts';
import { LOCALES } from './locales.ts';

const fields = {
  /** Its own words; empty: the comic's title. */
  title: z.string().trim().max(120),
  /** Where it leads: a path of the site or an http(s) address; null: to the comic. */
  url: z
    .string()
    .trim()
    .max(500)
    .regex(/^(https?:\/\/[^/]|\/(?!\/))/i)
    .nullable(),
  comic_id: z.int().min(1).nullable(),
  /** Of readers; null: all. */
  language: z.enum(LOCALES).nullable(),
  starts_at: z.iso.datetime({ offset: true }).nullable(),
  ends_at: z.iso.datetime({ offset: true }).nullable(),
  enabled: z.boolean(),
};

/** A slide as admins manage it. */
export const AdminSlide = z.object({
  id: z.int(),
  ...fields,
  comic: z.object({ id: z.int(), slug: z.string(), title: z.string() }).nullable(),
  /** Its own picture, else the comic's cover; null: it has none, and is not shown. */
  image_url: z.string().nullable(),
  /** Whether the picture is its own. */
  own_image: z.boolean(),
  version: z.int(),
});
export type AdminSlide = z.infer<typeof AdminSlide>;

export const NewSlide = z.object({
  title: fields.title.default(''),
  url: fields.url.default(null),
  comic_id: fields.comic_id.default(null),
  language: fields.language.default(null),
  starts_at: fields.starts_at.default(null),
  ends_at: fields.ends_at.default(null),
  enabled: fields.enabled.default(true),
});
export type NewSlide = z.infer<typeof NewSlide>;

/** The changes to a slide; `version` is the one that was seen. */
export const SlideChange = z.object(fields).partial().extend({ version: z.int() });
export type SlideChange = z.infer<typeof SlideChange>;

/** Every slide in the order that is wanted. */
export const SlideOrder = z.object({ ids: z.array(z.int().min(1)).max(1000) });

/** An entry that the landing page shows first: a comic, or a picture of its own that may lead anywhere. */
export const Slide = z.object({
  id: z.int(),
  /** Its own words, else the comic's title in the reader's language. */
  title: z.string(),
  /** Where it leads: a path of the site or an http(s) address; null leads to the comic, or nowhere without one. */
  url: z.string().nullable(),
  comic: z.object({ id: z.int(), slug: z.string() }).nullable(),
  image_url: z.string(),
  /** Of the comic whose cover it shows; null where its picture is its own. */
  rating: z.enum(RATINGS).nullable(),
  ...Cover.shape,
});
export type Slide = z.infer<typeof Slide>;
