import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { startS3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import { silentProxy } from '#server/testing/silent-proxy.ts';
import { blobKey } from './blobs.ts';
import { openS3Blobs } from './s3.ts';

vi.setConfig({ testTimeout: 120_000 });

it('a store that goes silent, in the middle of an object, too, counts as away, and is used again when it answers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  await mkdir(join(folder, 'bucket'));
  const endpoint = await startS3Endpoint(join(folder, 'bucket'), 'pages');
  const proxy = await silentProxy(Number(new URL(endpoint.url).port));
  const bucket = { region: 'local', bucket: 'pages', key: 'key', secret: 'secret' };
  const blobs = await openS3Blobs({ ...bucket, endpoint: `http://127.0.0.1:${proxy.port}`, silence: 3000 });
  // A busy machine may take longer for so much.
  const patient = await openS3Blobs({ ...bucket, endpoint: endpoint.url });
  try {
    // More than the buffers on the way hold.
    const large = Buffer.alloc(32 * 1024 * 1024, 'page');
    const key = await patient.put(large);
    const { stream } = await blobs.stream(key);
    await new Promise((resolve) => {
      stream.once('readable', resolve);
    });
    proxy.silence();
    const unavailable = { reason: { code: 'storage-unavailable' } };
    const outcomes = await Promise.allSettled([
      buffer(stream),
      blobs.read(key),
      blobs.size(key),
      blobs.put(Buffer.from('another')),
      blobs.remove(blobKey(Buffer.from('third'))),
      blobs.check(),
    ]);
    expect(outcomes).toMatchObject(outcomes.map(() => unavailable));
    proxy.resume();
    // It is left alone for two seconds, and who asks meanwhile is told at once.
    await vi.waitFor(() => blobs.check(), { timeout: 30_000, interval: 100 });
    expect((await buffer((await blobs.stream(key)).stream)).equals(large)).toBe(true);
    expect(await blobs.size(key)).toBe(large.length);
  } finally {
    await blobs.close();
    await patient.close();
    await proxy.close();
    await endpoint.close();
    await rm(folder, { recursive: true });
  }
});
