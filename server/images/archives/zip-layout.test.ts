import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Blobs } from '#server/blobs/blobs.ts';
import { openDiskBlobs } from '#server/blobs/disk.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import { openArchive } from './archive.ts';
import { joinCrc32, layOutZip, layoutPart, type Part } from './zip-layout.ts';
import { findZipEnd, readDirectory } from './zip-directory.ts';
import { streamParts } from './zip-stream.ts';

const modified = new Date('2026-03-10T12:34:56Z');
let folder: string;
let blobs: Blobs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layout-'));
  blobs = await openDiskBlobs(join(folder, 'blobs'));
});
afterAll(() => rm(folder, { recursive: true }));

async function kept(bytes: Buffer): Promise<Part> {
  return { blob: await blobs.put(bytes), size: bytes.length, crc32: crc32(bytes) };
}
const whole = (layout: { parts: Part[]; size: number }) =>
  buffer(streamParts(blobs, layout.parts, { start: 0, end: layout.size - 1 }));

test('a layout is a ZIP of exactly the size it says, which archive programs read back byte for byte', async () => {
  const [large, small] = [randomBytes(5_000_000), randomBytes(1000)];
  const inner = layOutZip([
    { name: '001.png', parts: [await kept(small)], modified },
    { name: '002.png', parts: [await kept(large)], modified },
  ]);
  const layout = layOutZip([
    { name: 'empty.jpg', parts: [], modified },
    { name: 'ねこ/é.jpg', parts: [await kept(large)], modified },
    { name: 'inner.cbz', parts: inner.parts, modified },
    { name: 'ComicInfo.xml', parts: [layoutPart(Buffer.from('<ComicInfo/>'))], modified },
  ]);
  const bytes = await whole(layout);
  expect(bytes.length).toBe(layout.size);
  const path = join(folder, 'a.cbz');
  await writeFile(path, bytes);
  const archive = await openArchive(path);
  expect(archive.entries.map((entry) => [entry.path, entry.size])).toEqual([
    ['empty.jpg', 0],
    ['ねこ/é.jpg', 5_000_000],
  ]);
  expect((await archive.read(archive.entries[1]!)).equals(large)).toBe(true);
  expect(String(await archive.read(archive.metadataFiles[0]!))).toBe('<ComicInfo/>');
  await archive.close();
  // The inner archive's CRC was put together from those of its parts.
  const file = await open(path, 'r');
  const { entries } = await readDirectory(file, (await findZipEnd(file, layout.size))!, ARCHIVE_LIMITS.entries);
  await file.close();
  expect(entries[2]?.crc32).toBe(crc32(await whole(inner)));
  expect(entries[0]?.getLastModDate({ timezone: 'UTC' }).toISOString()).toBe('2026-03-10T12:34:56.000Z');
});

test('any range of a layout is the same bytes as in the whole', async () => {
  const layout = layOutZip([
    { name: '1.png', parts: [await kept(randomBytes(4_300_000))], modified },
    { name: '2.png', parts: [await kept(randomBytes(70_000))], modified },
  ]);
  const bytes = await whole(layout);
  for (const [start, end] of [
    [0, 0],
    [10, 40],
    [35, 4_300_100],
    [4_200_000, 4_310_000],
    [4_300_036, 4_300_036],
    [layout.size - 22, layout.size - 1],
    [layout.size - 1, layout.size - 1],
  ] as const) {
    const range = await buffer(streamParts(blobs, layout.parts, { start, end }));
    expect(range.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
  }
});

test('numbers that do not fit 32 bits stand in the fields of ZIP64, and a directory that does not fit 16 is found', async () => {
  const far: Part = { blob: '0'.repeat(64), size: 5 * 1024 ** 3, crc32: 7 };
  const layout = layOutZip([
    { name: 'big', parts: [far], modified },
    { name: 'behind', parts: [layoutPart(Buffer.from('x'))], modified },
  ]);
  // The large part is a hole of the file.
  const path = join(folder, 'long.zip');
  const file = await open(path, 'w+');
  let at = 0;
  for (const part of layout.parts) {
    if ('bytes' in part) {
      await file.write(part.bytes, 0, part.size, at);
    }
    at += part.size;
  }
  expect(at).toBe(layout.size);
  const { entries } = await readDirectory(file, (await findZipEnd(file, at))!, ARCHIVE_LIMITS.entries);
  await file.close();
  expect(
    entries.map((entry) => [String(entry.fileNameRaw), entry.uncompressedSize, entry.relativeOffsetOfLocalHeader]),
  ).toEqual([
    ['big', far.size, 0],
    ['behind', 1, far.size + 30 + 3 + 20],
  ]);

  const many = layOutZip(Array.from({ length: 70_000 }, (_, name) => ({ name: String(name), parts: [], modified })));
  const crowded = join(folder, 'many.zip');
  await writeFile(crowded, await whole(many));
  const read = await open(crowded, 'r');
  // The count is read before the entries: 16 bits would have said fewer than the limit.
  await expect(readDirectory(read, (await findZipEnd(read, many.size))!, 69_999)).rejects.toThrow(
    'archive-too-many-entries',
  );
  await read.close();
});

test('the CRC of two runs is that of both in one, whatever their sizes', () => {
  for (const [first, second] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [3, 5],
    [1000, 65_537],
    [9, 1_000_003],
  ] as const) {
    const [a, b] = [randomBytes(first), randomBytes(second)];
    expect(joinCrc32(crc32(a), crc32(b), second)).toBe(crc32(Buffer.concat([a, b])));
  }
});

test('a blob that is gone or of another size ends the stream with a failure, and a reader that goes away ends the reading', async () => {
  const good = await kept(randomBytes(4_500_000));
  for (const bad of [
    { ...good, size: 4_500_001 },
    { ...(await kept(randomBytes(10))), size: 11 },
    { blob: createHash('sha256').update('nothing').digest('hex'), size: 3, crc32: 0 },
  ]) {
    const layout = layOutZip([
      { name: 'a', parts: [good], modified },
      { name: 'b', parts: [bad], modified },
    ]);
    await expect(whole(layout)).rejects.toThrow('storage-missing');
  }
  const stream = streamParts(blobs, [good, good], { start: 0, end: 8_999_999 });
  for await (const _ of stream) {
    break;
  }
  expect(stream.destroyed).toBe(true);
});
