import { z } from 'zod';

/** A part of a picture: left, top, width and height in its pixels, upright. */
export const Crop = z.object({
  left: z.int().min(0),
  top: z.int().min(0),
  width: z.int().min(16),
  height: z.int().min(16),
});
export type Crop = z.infer<typeof Crop>;
/** Body of `PUT /api/admin/comics/{slug}/cover`: a page of it, whole or a part. An own picture is sent by `POST …/cover?left=…` as raw bytes. */
export const CoverChoice = z.object({ version: z.int(), page_id: z.int().min(1), crop: Crop.nullable().default(null) });
/** Query of the uploads of pictures as raw bytes. The part counts in pixels of the picture as it is sent; all four or none. */
export const CoverUpload = z.object({
  version: z.coerce.number().int(),
  left: z.coerce.number().int().min(0).optional(),
  top: z.coerce.number().int().min(0).optional(),
  width: z.coerce.number().int().min(16).optional(),
  height: z.coerce.number().int().min(16).optional(),
});
