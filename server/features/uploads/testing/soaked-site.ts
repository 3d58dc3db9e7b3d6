import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskBlobs } from '#server/blobs/disk.ts';
import { openS3Blobs } from '#server/blobs/s3.ts';
import { startS3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import type { SoakedSite } from './soak.ts';

/** A place for a soak: its folder, one of the two stores, and an empty database, embedded where no address is given. */
export async function soakedSite(
  store: 'disk' | 'bucket',
  databaseUrl: string | undefined,
): Promise<{ site: SoakedSite; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-soak-'));
  const objects = join(folder, 'objects');
  mkdirSync(objects);
  const endpoint = store === 'bucket' ? await startS3Endpoint(objects, 'bucket') : null;
  const s3 = endpoint && { endpoint: endpoint.url, region: 'here', bucket: 'bucket', key: 'key', secret: 'secret' };
  const named: Record<string, string> =
    s3 === null
      ? {}
      : {
          S3_ENDPOINT: s3.endpoint,
          S3_REGION: s3.region,
          S3_BUCKET: s3.bucket,
          S3_ACCESS_KEY_ID: s3.key,
          S3_SECRET_ACCESS_KEY: s3.secret,
        };
  return {
    site: {
      folder,
      databaseUrl,
      store: named,
      openBlobs: () => (s3 === null ? openDiskBlobs(join(folder, 'data', 'blobs')) : openS3Blobs(s3)),
    },
    async close() {
      await endpoint?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
