import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openDiskBlobs } from '#server/blobs/disk.ts';
import { openS3Blobs } from '#server/blobs/s3.ts';
import { startS3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import { testDatabaseAddress } from '#server/testing/database.ts';
import { soak, type SoakedSite } from './testing/soak.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const ROUNDS = 3;
const ARCHIVES = 4;
const PAGES = 6;

/** What the database under test and one of the two stores are told to a site. */
async function placeFor(store: 'disk' | 'bucket'): Promise<{ site: SoakedSite; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-soak-'));
  const database = await testDatabaseAddress();
  const objects = join(folder, 'objects');
  mkdirSync(objects);
  const endpoint = store === 'bucket' ? await startS3Endpoint(objects, 'bucket') : null;
  const s3 = endpoint && { endpoint: endpoint.url, region: 'here', bucket: 'bucket', key: 'key', secret: 'secret' };
  const named: Record<string, string> = s3 === null ? {} : { S3_ENDPOINT: s3.endpoint, S3_REGION: s3.region, S3_BUCKET: s3.bucket, S3_ACCESS_KEY_ID: s3.key, S3_SECRET_ACCESS_KEY: s3.secret };
  return {
    site: { folder, databaseUrl: database.url, store: named, openBlobs: () => (s3 === null ? openDiskBlobs(join(folder, 'data', 'blobs')) : openS3Blobs(s3)) },
    async close() {
      await endpoint?.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

it.each(['disk', 'bucket'] as const)(`killed ${ROUNDS} times at random moments, uploads lose nothing, publish nothing by halves and leave nothing behind: blobs in a %s`, async (store) => {
  const { site, close } = await placeFor(store);
  try {
    const soaked = await soak(site, { rounds: ROUNDS, archives: ARCHIVES, pages: PAGES, seed: store === 'disk' ? 11 : 12 });
    expect(soaked).toMatchObject({ comics: ARCHIVES, pages: Array(ARCHIVES).fill(PAGES), lost: [], orphans: [], left: 0 });
    expect(Object.values(soaked.killed).reduce((sum, each) => sum + each, 0)).toBe(ROUNDS);
  } finally {
    await close();
  }
});
