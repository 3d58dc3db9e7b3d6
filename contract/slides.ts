import { z } from 'zod';
import { Cover } from './comics.ts';

/** An entry that the landing page shows first: a comic, or a picture of its own that may lead anywhere. */
export const Slide = z.object({
  id: z.int(),
  /** Its own words, else the comic's title in the reader's language. */
  title: z.string(),
  /** Where it leads: a path of the site or an http(s) address; null leads to the comic, or nowhere without one. */
  url: z.string().nullable(),
  comic: z.object({ id: z.int(), slug: z.string() }).nullable(),
  image_url: z.string(),
  ...Cover.shape,
});
export type Slide = z.infer<typeof Slide>;
