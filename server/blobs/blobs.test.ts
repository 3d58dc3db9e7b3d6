import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blobKey } from './blobs.ts';
import type { Blobs } from './blobs.ts';
import { openDiskBlobs } from './disk.ts';
import { openS3Blobs } from './s3.ts';
import { startS3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import type { S3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';

let folder: string;
let endpoint: S3Endpoint;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  await mkdir(join(folder, 'bucket'));
  endpoint = await startS3Endpoint(join(folder, 'bucket'), 'pages');
});
afterAll(async () => {
  await endpoint.close();
  await rm(folder, { recursive: true });
});

const openS3 = (bucket = 'pages', url = endpoint.url): Promise<Blobs> =>
  openS3Blobs({ endpoint: url, region: 'local', bucket, key: 'key', secret: 'secret' });

const drivers: [string, () => Promise<Blobs>][] = [
  ['on disk', () => openDiskBlobs(join(folder, 'disk'))],
  ['in a bucket', () => openS3()],
];

describe.each(drivers)('blobs %s', (_, open) => {
  let blobs: Blobs;
  beforeAll(async () => {
    blobs = await open();
  });
  afterAll(() => blobs.close());

  const absent = blobKey(Buffer.from('never put'));

  test('come back as they were put, under the hash of their content', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 31) & 0xff));
    const key = await blobs.put(bytes);
    expect(key).toBe(blobKey(bytes));
    expect(await blobs.read(key)).toEqual(bytes);
    expect(await blobs.size(key)).toBe(300_000);
    expect(await blobs.has(key)).toBe(true);
    const { stream, size } = await blobs.stream(key);
    expect(size).toBe(300_000);
    expect(await buffer(stream)).toEqual(bytes);
  });

  test('tell the sizes of many, and nothing of those that are not there', async () => {
    const keys = await Promise.all(['', 'a', 'bc', 'def'].map((text) => blobs.put(Buffer.from(`sizes ${text}`))));
    expect(await blobs.sizes([...keys, absent])).toEqual(new Map(keys.map((key, at) => [key, 6 + at])));
    expect(await blobs.sizes([absent])).toEqual(new Map());
    expect(await blobs.sizes([])).toEqual(new Map());
  });

  test('may be put again and again, at the same time too', async () => {
    const bytes = Buffer.from('twice');
    const keys = await Promise.all([blobs.put(bytes), blobs.put(bytes), blobs.put(bytes)]);
    expect(new Set([...keys, await blobs.put(bytes)])).toEqual(new Set([blobKey(bytes)]));
    expect(String(await blobs.read(blobKey(bytes)))).toBe('twice');
  });

  test('give a range with the size of the whole', async () => {
    const key = await blobs.put(Buffer.from('0123456789'));
    const { stream, size } = await blobs.stream(key, { start: 3, end: 5 });
    expect([String(await buffer(stream)), size]).toEqual(['345', 10]);
  });

  test('may be empty', async () => {
    const key = await blobs.put(Buffer.alloc(0));
    expect(await blobs.read(key)).toHaveLength(0);
    expect(await blobs.size(key)).toBe(0);
  });

  test('that are not kept are told, also where the text is no key', async () => {
    for (const key of [absent, '../../etc/passwd', '', absent.toUpperCase()]) {
      expect(await blobs.has(key)).toBe(false);
      expect(await blobs.size(key)).toBe(null);
      await expect(blobs.read(key)).rejects.toMatchObject({ code: 'storage-missing' });
      await expect(blobs.stream(key)).rejects.toMatchObject({ code: 'storage-missing' });
      await blobs.remove(key);
    }
  });

  test('are gone once removed', async () => {
    const key = await blobs.put(Buffer.from('short life'));
    await blobs.remove(key);
    expect(await blobs.has(key)).toBe(false);
  });

  test('say that they can be written to', async () => {
    await expect(blobs.check()).resolves.toBeUndefined();
  });
});

describe('the folder of blobs', () => {
  test('loses the unfinished files of a killed process, and not those being written', async () => {
    const root = join(folder, 'killed');
    await openDiskBlobs(root);
    const [old, young] = ['old', 'young'].map((name) => join(root, 'unfinished', name)) as [string, string];
    await writeFile(old, 'half a pag');
    await writeFile(young, 'half a pag');
    await utimes(old, new Date(0), new Date(0));
    await openDiskBlobs(root);
    expect(await readdir(join(root, 'unfinished'))).toEqual(['young']);
  });

  test('holds nothing unfinished after a write', async () => {
    const root = join(folder, 'tidy');
    const blobs = await openDiskBlobs(root);
    const key = await blobs.put(Buffer.from('page'));
    await blobs.check();
    expect(await readdir(root, { recursive: true })).toEqual(
      expect.arrayContaining([join(key.slice(0, 2), key.slice(2, 4), key)]),
    );
    expect(await readdir(join(root, 'unfinished'))).toEqual([]);
  });

  test('mends a file whose size is wrong', async () => {
    const root = join(folder, 'mended');
    const blobs = await openDiskBlobs(root);
    const key = await blobs.put(Buffer.from('whole page'));
    await writeFile(join(root, key.slice(0, 2), key.slice(2, 4), key), 'whole');
    await blobs.put(Buffer.from('whole page'));
    expect(String(await blobs.read(key))).toBe('whole page');
  });
});

describe('the bucket of blobs', () => {
  test('does not count bytes as kept that the store changed', async () => {
    const blobs = await openS3();
    endpoint.corrupts = true;
    for (const isSealing of [false, true]) {
      endpoint.isSealing = isSealing;
      const bytes = Buffer.from('flipped');
      await expect(blobs.put(bytes)).rejects.toMatchObject({ code: 'storage-unavailable' });
      expect(await blobs.has(blobKey(bytes))).toBe(false);
    }
    endpoint.corrupts = false;
    endpoint.isSealing = false;
    await blobs.close();
  });

  test('reads back what was put only where the store does not tell by its name what it has', async () => {
    const blobs = await openS3();
    const reads = async (bytes: Buffer) => {
      endpoint.reads = 0;
      await blobs.put(bytes);
      return endpoint.reads;
    };
    expect(await reads(Buffer.from('named by what it is'))).toBe(0);
    expect(await reads(Buffer.alloc(1_200_000, 'large'))).toBe(1);
    endpoint.isSealing = true;
    expect(await reads(Buffer.from('named otherwise'))).toBe(1);
    endpoint.isSealing = false;
    await blobs.close();
  });

  test('takes nothing while the store is full, and is read all the same', async () => {
    const blobs = await openS3();
    const key = await blobs.put(Buffer.from('there before'));
    endpoint.isFull = true;
    await expect(blobs.put(Buffer.from('one too many'))).rejects.toMatchObject({ code: 'storage-full' });
    expect(String(await blobs.read(key))).toBe('there before');
    endpoint.isFull = false;
    await blobs.put(Buffer.from('one too many'));
    await blobs.close();
  });

  test('that does not exist, or does not answer, is told', async () => {
    const none = await openS3('none');
    await expect(none.check()).rejects.toMatchObject({ code: 'storage-unavailable' });
    await none.close();
    const down = await openS3('pages', 'http://127.0.0.1:9');
    await expect(down.put(Buffer.from('page'))).rejects.toMatchObject({ code: 'storage-unavailable' });
    await expect(down.check()).rejects.toMatchObject({ code: 'storage-unavailable' });
    await down.close();
  });
});

test('a bucket is asked for sizes from the first of the keys on to the last, however many there are', async () => {
  const many = join(folder, 'many');
  await mkdir(many);
  const other = await startS3Endpoint(many, 'many');
  const keys = Array.from({ length: 2500 }, (_, at) => blobKey(Buffer.from(String(at)))).sort();
  await Promise.all(keys.map((key, at) => writeFile(join(many, key), '.'.repeat(at % 7))));
  const blobs = await openS3('many', other.url);
  expect(await blobs.sizes(keys)).toEqual(new Map(keys.map((key, at) => [key, at % 7])));
  other.lists = 0;
  expect((await blobs.sizes(keys.slice(1200, 1300).reverse())).size).toBe(100);
  expect(other.lists).toBe(1);
  await blobs.close();
  await other.close();
});
