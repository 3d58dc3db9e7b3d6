import { z } from 'zod';

/** Most chapters of a selection. */
export const MAX_CHAPTERS = 1000;

/** Body of `POST comics/:slug/download`: these chapters; all of them when left out. */
export const DownloadChoice = z.object({
  chapters: z.array(z.int().min(1).max(2_147_483_647)).min(1).max(MAX_CHAPTERS).optional(),
});
export type DownloadChoice = z.infer<typeof DownloadChoice>;

/** A link that a plain navigation can follow until `expires_at` (api-contract). `size` is the file's, in bytes, exactly. */
export const DownloadLink = z.object({ url: z.string(), filename: z.string(), expires_at: z.string(), size: z.int() });
export type DownloadLink = z.infer<typeof DownloadLink>;

/** The rest of a day's allowance; null: no limit. The day ends at `resets_at`. */
export const DownloadAllowance = z.object({
  comics_left: z.int().nullable(),
  bytes_left: z.int().nullable(),
  resets_at: z.string(),
});
export type DownloadAllowance = z.infer<typeof DownloadAllowance>;

/** The parts of a comic that can be downloaded. Sizes are of the pages, in bytes; `closed` chapters are not open to this member. */
export const DownloadOffer = z.object({
  /** Of everything that is open. */
  size: z.int(),
  pages: z.int(),
  /** Empty for a one-shot. */
  chapters: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      name: z.string(),
      number: z.string().nullable(),
      pages: z.int(),
      size: z.int(),
      closed: z.boolean(),
    }),
  ),
  allowance: DownloadAllowance,
});
export type DownloadOffer = z.infer<typeof DownloadOffer>;
