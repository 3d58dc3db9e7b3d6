import { z } from 'zod';

/** The format that this program writes and reads; one that is higher is of a newer version. */
export const FORMAT = 1;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);
const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** Blobs of one store: how many, their bytes, and chunks that list them by hash, a line each: hash and size. */
const BlobList = z.object({ count: Count, bytes: Count, lists: z.array(Hash) });

/** The contents of one backup, and how it fits together. */
export const Inventory = z.object({
  format: z.int(),
  id: z.string().regex(/^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}$/),
  made_at: z.iso.datetime(),
  seconds: z.number().min(0),
  /** The version of the product that made it. */
  version: z.string().max(40),
  site: z.object({ identity: z.string().regex(/^[0-9a-f]{16}$/), name: z.string().max(200), url: z.string().max(500) }),
  driver: z.enum(['pglite', 'postgres']),
  migrations: z.array(z.object({ name: z.string().max(100), hash: Hash })),
  comics: Count,
  members: Count,
  tables: z.array(
    z.object({
      name: Name,
      columns: z.array(Name),
      rows: Count,
      chunks: z.array(Hash),
    }),
  ),
  sequences: z.array(z.object({ name: Name, value: z.int(), called: z.boolean() })),
  blobs: BlobList,
  evidence: BlobList,
  /** Blobs that the database names and the store did not have, or not as they were: how many, and the first of them. */
  lost: z.object({ count: Count, first: z.array(Hash) }),
  /** Files of the data folder and the configuration, each in chunks. */
  files: z.array(z.object({ path: z.string().max(1000), bytes: Count, chunks: z.array(Hash) })),
  /** Bytes that the repository did not have before. */
  new_bytes: Count,
});
export type Inventory = z.infer<typeof Inventory>;

/** Bytes of pictures and files that a backup would restore; those of the database come on top. */
export function restoredBytes({ blobs, evidence, files }: Inventory): number {
  return blobs.bytes + evidence.bytes + files.reduce((sum, { bytes }) => sum + bytes, 0);
}
