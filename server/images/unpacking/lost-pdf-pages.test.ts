import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProblem } from '#contract/problems.ts';
import { ARCHIVE_LIMITS } from '#server/images/archives/archive-limits.ts';
import { openArchive } from '#server/images/archives/archive.ts';
import { buildPdf, pdfStream, rawPdf } from '#server/images/testing/raw-pdf.ts';
import { pdfLeaves } from './pdf-structure.ts';
import { unpack } from './unpack.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komawari-pdf-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Whether each page of a PDF can be read, or why it is refused. */
async function met(bytes: Buffer): Promise<unknown> {
  const path = join(folder, 'book.pdf');
  await writeFile(path, bytes);
  try {
    const archive = await openArchive(path, ARCHIVE_LIMITS, join(folder, 'unpacked'), unpack);
    const read = await Promise.all(
      archive.entries.map((entry) =>
        archive.read(entry).then(
          () => 'good',
          (error: unknown) => (isProblem(error) ? error.code : error),
        ),
      ),
    );
    await archive.close();
    return read;
  } catch (error) {
    return isProblem(error) ? error.code : error;
  }
}

const jpeg = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#c40' } })
  .jpeg()
  .toBuffer();
const image = { jpeg, size: [30, 40] as [number, number] };
const book = buildPdf([image, image, image]);

/** The book with one text in the place of another of its length, which stands there for the `nth` time. */
function changed(from: string, to: string, nth = 1): Buffer {
  const bytes = Buffer.from(book);
  let at = -1;
  for (let found = 0; found < nth; found += 1) {
    at = bytes.indexOf(from, at + 1);
  }
  expect([at >= 0, from.length]).toEqual([true, to.length]);
  bytes.write(to, at, 'latin1');
  return bytes;
}

test.each<[string, Buffer]>([
  ['is no picture any more', changed('/Subtype/Image', '/Subtype/Xmage', 2)],
  ['is not drawn', changed('/I Do Q', '/I Dx Q', 2)],
  ['is not where it was', changed('/XObject<</I 8 0 R>>', '/XObject<</I 99 0 R>', 1)],
  ['is cut', buildPdf([image, { ...image, jpeg: jpeg.subarray(0, jpeg.length / 2) }, image])],
  ['is rubbish', buildPdf([image, { ...image, jpeg: Buffer.alloc(500, 'A') }, image])],
])('a page whose picture %s is damaged', async (_, bytes) => {
  expect(await met(bytes)).toEqual(['good', 'page-undecodable', 'good']);
});

test('pixels whose sum is wrong or that are cut are damaged', async () => {
  const pixels = deflateSync(Buffer.from(Array.from({ length: 30 * 40 }, (_, at) => at % 251)));
  const pdf = (data: Buffer): Buffer =>
    rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
      pdfStream('', Buffer.from('q 300 0 0 400 0 0 cm /I Do Q')),
      pdfStream(
        '/Type/XObject/Subtype/Image/Width 30/Height 40/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode',
        data,
      ),
    ]);
  expect(await met(pdf(pixels))).toEqual(['good']);
  expect(await met(pdf(pixels.subarray(0, pixels.length / 2)))).toEqual(['page-undecodable']);
  expect(await met(pdf(Buffer.from(pixels).fill(0, pixels.length - 2)))).toEqual(['page-undecodable']);
});

test('a page that is meant to be empty is a page', async () => {
  expect(
    await met(
      rawPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>',
      ]),
    ),
  ).toEqual(['good']);
});

test.each<[string, Buffer]>([
  ['counts fewer pages than it names', changed('/Count 3', '/Count 1')],
  ['names a page twice and another not', changed('3 0 R 6 0 R', '3 0 R 3 0 R')],
  ['has lost its list of pages', changed('/Kids[', '/Kidx[')],
])('a PDF whose tree %s is refused', async (_, bytes) => {
  expect(await met(bytes)).toBe('archive-damaged');
});

test('a tree that grows at every level is refused, whatever it counts', async () => {
  const levels = Array.from({ length: 8 }, (_, at) => `<</Type/Pages/Count 1/Kids[${`${at + 3} 0 R `.repeat(10)}]>>`);
  for (const leaf of ['<</Type/Page/MediaBox[0 0 300 400]>>', '<</Type/Pages/Count 0/Kids[]>>']) {
    expect(await met(rawPdf(['<</Type/Catalog/Pages 2 0 R>>', ...levels, leaf]))).toBe('archive-too-many-entries');
  }
});

test('pages are found in packed objects, too', () => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
    '<</Type/Page/Resources<</XObject<</I 9 0 R>>>>>>',
    '<</Type/Page>>',
  ];
  const places = objects.map((_, at) => objects.slice(0, at).join(' ').length + Math.min(at, 1));
  const head = places.map((place, at) => `${at + 1} ${place}`).join(' ');
  const packed = deflateSync(Buffer.from(`${head}\n${objects.join(' ')}`));
  const file = rawPdf([pdfStream(`/Type/ObjStm/N 4/First ${head.length + 1}/Filter/FlateDecode`, packed)]);
  const renumbered = Buffer.from(file.toString('latin1').replace('1 0 obj', '9 0 obj'), 'latin1');
  expect(pdfLeaves(renumbered, { pages: 2, limit: 10 })).toEqual([
    { isPage: true, hasPicture: true },
    { isPage: true, hasPicture: false },
  ]);
  expect(() => pdfLeaves(renumbered, { pages: 1, limit: 10 })).toThrow('archive-damaged');
});

test('a JPEG without its pixels, or without its end, is a damaged page', async () => {
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const [empty, cut] = [Buffer.concat([jpeg.subarray(0, scan), Buffer.from([0xff, 0xd9])]), jpeg.subarray(0, -2)];
  expect(await met(buildPdf([image, { ...image, jpeg: empty }, { ...image, jpeg: cut }]))).toEqual([
    'good',
    'page-undecodable',
    'page-undecodable',
  ]);
});
