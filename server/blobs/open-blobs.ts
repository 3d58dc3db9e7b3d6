import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { Blobs } from './blobs.ts';
import { openDiskBlobs } from './disk.ts';
import { measuredBlobs } from './measured-blobs.ts';

/**
 * Opens a store of its own in the data folder; in a bucket, what is evidence lies under a prefix.
 *
 * @param settled false where much is put at once by who has asked whether it is there: it outlives a crash only once the store is closed.
 */
export async function openBlobs(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  name: 'blobs' | 'evidence',
  { settled = true } = {},
): Promise<Blobs> {
  if (s3 === null) return measuredBlobs(await openDiskBlobs(join(dataDir, name), { settled }), name);
  const { openS3Blobs } = await import('./s3.ts');
  return measuredBlobs(
    await openS3Blobs({ ...s3, settled, ...(name === 'evidence' ? { prefix: 'evidence/' } : {}) }),
    name,
  );
}
