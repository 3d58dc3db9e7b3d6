import { z } from 'zod';

/** Query of `GET /api/oembed` (oEmbed 1.0): a page of this site, and how large what stands for it may be, in pixels. */
export const OEmbedQuery = z.object({
  url: z.string().min(1).max(2_000),
  maxwidth: z.coerce.number().int().min(1).max(100_000).optional(),
  maxheight: z.coerce.number().int().min(1).max(100_000).optional(),
  format: z.enum(['json', 'xml']).default('json'),
});
export type OEmbedQuery = z.infer<typeof OEmbedQuery>;

/** Represents a page elsewhere: a card in a frame (`rich`), or where too little room is left for one a link. */
export const OEmbed = z.object({
  version: z.literal('1.0'),
  type: z.enum(['rich', 'link']),
  title: z.string(),
  author_name: z.string().optional(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** Seconds it may be kept. */
  cache_age: z.int(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.int().optional(),
  thumbnail_height: z.int().optional(),
  html: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
});
export type OEmbed = z.infer<typeof OEmbed>;
