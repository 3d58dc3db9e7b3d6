import { z } from 'zod';
import { MAX_VOLUME } from './chapter-editing.ts';
import { ComicVolume } from './comics.ts';
import { CoverUpload, Crop } from './cover-editing.ts';

/** Most letters of the title of a volume. */
export const MAX_VOLUME_TITLE = 200;

/** A volume of a comic as its editor shows it: those that its chapters name, in every state, in their order; then others that have a title or cover. */
export const AdminVolume = ComicVolume.extend({
  /** How many chapters are part of it. */
  chapters: z.int(),
});
export type AdminVolume = z.infer<typeof AdminVolume>;

const volume = z.string().trim().min(1).max(MAX_VOLUME);

/**
 * Body of `PATCH /api/admin/comics/{slug}/volumes`; what is left out stays. `cover` is a page of the comic, whole or a part, or null for
 * none. A picture of one's own is sent by `POST …/volumes/cover` as raw bytes.
 */
export const VolumeEdit = z.object({
  version: z.int(),
  volume,
  title: z
    .string()
    .trim()
    .max(MAX_VOLUME_TITLE)
    .transform((text) => text || null)
    .nullable()
    .optional(),
  cover: z
    .object({ page_id: z.int().min(1).max(2_147_483_647), crop: Crop.nullable().default(null) })
    .nullable()
    .optional(),
});
export type VolumeEdit = z.infer<typeof VolumeEdit>;

/** Query of `POST /api/admin/comics/{slug}/volumes/cover`. */
export const VolumeCoverUpload = CoverUpload.extend({ volume });
