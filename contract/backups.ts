import { z } from 'zod';

/** A backup as the site remembers it. */
export const BackupRecord = z.object({
  id: z.string().max(40),
  /** Where it lies, as it was named: a folder, a file or an `s3://` address. */
  place: z.string().max(1000),
  made_at: z.iso.datetime(),
  seconds: z.number(),
  /** Bytes of pictures and files that it would restore, and those that it added to the place. */
  bytes: z.number(),
  new_bytes: z.number(),
  comics: z.int(),
  members: z.int(),
  pictures: z.int(),
  /** Pictures that the site did not have any more when it was made. */
  lost: z.int(),
  encrypted: z.boolean(),
  /** When all of it was read back last; null: not yet. */
  verified_at: z.iso.datetime().nullable(),
  /** Whether something was damaged then. */
  damaged: z.boolean(),
});
export type BackupRecord = z.infer<typeof BackupRecord>;
