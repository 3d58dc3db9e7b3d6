import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CatalogueBuilder } from '#server/catalogue/build/catalogue-builder.ts';
import { INDEX_VERSION, readIndexFile, readIndexHead, UnusableIndex, writeIndexFile } from './index-file.ts';

const HEAD = { name: 'a head', at: 7 };
/** Every kind of part; one array is longer than a slice, and one is a view into the middle of a buffer. */
const DATA = {
  numbers: { length: 3, nothing: null, list: [1, -2.5] },
  bytes: new Uint8Array([1, 2, 255]),
  long: Int32Array.from({ length: 700_000 }, (_, at) => at * 2_654_435_761),
  view: new Uint16Array(new Uint16Array([9, 8, 7, 6]).buffer, 2, 2),
  none: new Uint32Array(),
  empty: '',
  texts: ['\nplain\né\n', '\nкот\n猫\n𠮷\n'],
};

let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-index-file-'));
  path = join(folder, 'index');
  await writeIndexFile(path, HEAD, DATA);
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(from = path): Promise<{ head: object; data: object }> {
  return readIndexFile(from, () => {});
}

/** Why a file cannot be used; null where it can. */
function whyUnusable(from: string): Promise<string | null> {
  return read(from).then(
    () => null,
    (error: unknown) => (error instanceof UnusableIndex ? error.reason : String(error)),
  );
}

/** A file of its own with other bytes. */
function other(bytes: Uint8Array): string {
  const made = join(folder, 'other');
  writeFileSync(made, bytes);
  return made;
}

it('gives back what was written, each array in memory of its own', async () => {
  const { head, data } = await read();
  expect(head).toEqual(HEAD);
  expect(data).toEqual(DATA);
  const { bytes, long } = data as typeof DATA;
  expect([bytes.buffer.byteLength, long.buffer.byteLength]).toEqual([3, 2_800_000]);
  expect(await readIndexHead(path)).toEqual(HEAD);
});

it('reads no data where the head is refused', async () => {
  const refusal = new Error('not this one');
  await expect(
    readIndexFile(path, () => {
      throw refusal;
    }),
  ).rejects.toBe(refusal);
});

it('notices a file that is not there, is empty, was cut off anywhere, or has more at its end', async () => {
  const whole = readFileSync(path);
  expect(await whyUnusable(join(folder, 'nowhere'))).toBe('missing');
  for (const length of [0, 7, 23, 24, 25, 1000, 1_048_576, whole.length - 500, whole.length - 1]) {
    const cut = other(whole);
    truncateSync(cut, length);
    expect([length, await whyUnusable(cut)]).toEqual([length, 'damaged']);
  }
  expect(await whyUnusable(other(Buffer.concat([whole, Buffer.from('x')])))).toBe('damaged');
});

it('notices any bit that is flipped: in the head, in each section, in the table', async () => {
  const whole = readFileSync(path);
  const places = [
    ...Array(28).keys(),
    1_000_000,
    2_500_000,
    ...Array.from({ length: 40 }, (_, n) => whole.length - 1 - n * 23),
  ];
  for (const place of places) {
    const flipped = Buffer.from(whole);
    flipped[place]! ^= 1 << (place % 8);
    expect([place, await whyUnusable(other(flipped))]).toEqual([place, 'damaged']);
  }
});

it('does not read a file of an earlier or later version', async () => {
  for (const version of [INDEX_VERSION - 1, INDEX_VERSION + 1]) {
    const bytes = readFileSync(path);
    bytes.writeUInt32LE(version, 8);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 20)), 20);
    expect(await whyUnusable(other(bytes))).toBe('version');
  }
});

it('stays whole when several write at once: one of them is there, and nothing else', async () => {
  const shared = join(folder, 'shared', 'index');
  await expect(writeIndexFile(shared, HEAD, DATA)).rejects.toMatchObject({ code: 'ENOENT' });
  const crowded = join(mkdtempSync(join(folder, 'crowd-')), 'index');
  await Promise.all(
    Array.from({ length: 5 }, (_, at) => writeIndexFile(crowded, { at }, { values: new Int32Array(100_000).fill(at) })),
  );
  const { head, data } = (await read(crowded)) as { head: { at: number }; data: { values: Int32Array } };
  expect(data.values.every((value) => value === head.at)).toBe(true);
  expect(readdirSync(join(crowded, '..'))).toEqual(['index']);
});

it('has another version as soon as a catalogue has other parts', () => {
  const builder = new CatalogueBuilder();
  builder.addChunk('1\t0\t0\t0\t9\t1\t0\t5\t5\t0\t0\t0\t1\t7\t3,4\tTitle\ttitle');
  const parts = createHash('sha256').update(listParts(builder.finish()).sort().join('\n')).digest('hex').slice(0, 8);
  expect({ version: INDEX_VERSION, parts }, 'raise INDEX_VERSION and write it and the parts here').toEqual({
    version: 8,
    parts: '6dd630ff',
  });
});

/** The paths of everything in some data, with what it is. */
function listParts(data: object, path = ''): string[] {
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) =>
    typeof value !== 'object' || value === null || ArrayBuffer.isView(value)
      ? [`${path}${key} ${ArrayBuffer.isView(value) ? value.constructor.name : typeof value}`]
      : listParts(value, `${path}${key}.`),
  );
}
