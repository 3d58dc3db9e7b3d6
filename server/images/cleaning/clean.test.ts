import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import {
  box,
  chunk,
  drawing,
  MARK,
  markedImages,
  riff,
  segment,
  type MarkedImage,
} from '#server/images/testing/marked-images.ts';
import { countSteps } from '#server/testing/counting/counted-work.ts';
import { seededRandom } from '#server/testing/random.ts';
import { cleanPicture } from './clean.ts';

let images: MarkedImage[];
beforeAll(async () => {
  images = await markedImages();
});

/** Every pixel of every frame that the decoder shows, as stored and upright. */
async function pixels(bytes: Buffer, format: MarkedImage['format']): Promise<Buffer[]> {
  const all = { failOn: 'error' as const, pages: format === 'gif' || format === 'webp' ? -1 : 1 };
  return [
    await sharp(bytes, all).raw().toBuffer(),
    await sharp(bytes, { failOn: 'error' }).autoOrient().raw().toBuffer(),
  ];
}

/** How a picture is shown, beside its pixels. */
async function shown(bytes: Buffer) {
  const { width, height, pages, delay, loop, icc, space, orientation = 1, hasAlpha } = await sharp(bytes).metadata();
  return { width, height, pages, delay, loop, icc, space, orientation, hasAlpha };
}

it('pictures keep their pixels, frames, colours and how they lie, and nothing of what was written into them', async () => {
  for (const { name, format, bytes } of images) {
    expect({ name, marked: bytes.includes(MARK) }).toEqual({ name, marked: true });
    const clean = cleanPicture(bytes, format)!;
    expect({ name, ...(await shown(clean)) }).toEqual({ name, ...(await shown(bytes)) });
    for (const [at, before] of (await pixels(bytes, format)).entries()) {
      expect({ name, at, same: before.equals((await pixels(clean, format))[at]!) }).toEqual({ name, at, same: true });
    }
    for (const part of [MARK, 'adobe', 'MARK-', 'GPS', '8BIM', 'M'.repeat(27), '2024:02:03']) {
      expect({ name, part, left: clean.includes(part) }).toEqual({ name, part, left: false });
    }
    const { exif, xmp, iptc } = await sharp(clean).metadata();
    expect({ name, exif: (exif?.length ?? 0) <= 32, xmp, iptc }).toEqual({
      name,
      exif: true,
      xmp: undefined,
      iptc: undefined,
    });
  }
});

it('what is clean stays the same bytes, and what never had anything is answered as it came', async () => {
  for (const { name, format, bytes } of images) {
    const clean = cleanPicture(bytes, format)!;
    expect({ name, same: cleanPicture(clean, format) === clean, shorter: clean.length <= bytes.length }).toEqual({
      name,
      same: true,
      shorter: true,
    });
  }
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const bytes = await drawing().toFormat(format).toBuffer();
    expect({ format, same: cleanPicture(bytes, format) === bytes }).toEqual({ format, same: true });
  }
});

it('APNG keeps its frames, AVIF its places: only what goes becomes zeros', async () => {
  const png = images.find(({ name }) => name === 'png-moving')!;
  const clean = cleanPicture(png.bytes, 'png')!;
  for (const type of ['acTL', 'fcTL', 'fdAT']) {
    expect(clean.includes(type)).toBe(true);
  }
  const avif = images.find(({ name }) => name === 'avif')!;
  const after = cleanPicture(avif.bytes, 'avif')!;
  expect(after.length).toBe(avif.bytes.length - MARK.length);
  expect(after.indexOf('mdat')).toBe(avif.bytes.indexOf('mdat'));
  expect(['Exif', 'mime', 'application/rdf+xml', 'uuid', 'udta'].filter((part) => after.includes(part))).toEqual([]);
});

it('a picture that moves and lies on its side loses only what says where and when (AVIF sequences)', () => {
  const times = Buffer.concat([Buffer.alloc(4), Buffer.alloc(8, 0xdd), Buffer.alloc(88, 1)]);
  const frames = Buffer.alloc(300, 7);
  const sequence = Buffer.concat([
    box('ftyp', Buffer.from('avis\0\0\0\0avis')),
    box(
      'moov',
      box('mvhd', times),
      box('udta', Buffer.from(MARK)),
      box(
        'trak',
        box('tkhd', times),
        box('mdia', box('mdhd', times), box('minf', Buffer.alloc(40, 3))),
        box('uuid', Buffer.from(MARK)),
      ),
    ),
    box('mdat', frames),
  ]);
  const clean = cleanPicture(sequence, 'avif')!;
  expect([clean.length, clean.includes(MARK), clean.includes(Buffer.alloc(8, 0xdd))]).toEqual([
    sequence.length,
    false,
    false,
  ]);
  expect(clean.subarray(-300).equals(frames)).toBe(true);
  expect(clean.includes(Buffer.alloc(40, 3))).toBe(true);
});

it('restart markers and fill bytes stay in scans; a JPEG without an end keeps what there is of it', async () => {
  const scan = Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff, 0xff, 0xd1, 5, 0xff, 0xd7, 6]);
  const frame = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdd, '\0\x04'),
    segment(0xc0, 'frame'),
    segment(0xda, 'scan'),
  ]);
  const end = Buffer.from([0xff, 0xd9]);
  expect(cleanPicture(Buffer.concat([frame, scan, end, Buffer.from(MARK)]), 'jpeg')).toEqual(
    Buffer.concat([frame, scan, end]),
  );
  const again = Buffer.concat([frame, scan, segment(0xfe, MARK), segment(0xda, 'more'), scan]);
  expect(cleanPicture(again, 'jpeg')).toEqual(Buffer.concat([frame, scan, segment(0xda, 'more'), scan]));
  const { bytes } = images.find(({ name }) => name === 'jpeg')!;
  const cut = cleanPicture(bytes.subarray(0, bytes.indexOf(end) - 9), 'jpeg')!;
  expect([cut.length > 400, cut.includes(MARK)]).toEqual([true, false]);
  expect(cleanPicture(bytes.subarray(0, 1200), 'jpeg')).toBe(null);
});

it('no bytes make it throw, hang, or answer more than it got', () => {
  const random = seededRandom(1703);
  for (const { name, format, bytes } of images) {
    for (let round = 0; round < 150; round += 1) {
      const hurt = Buffer.from(bytes.subarray(0, round % 3 === 0 ? Math.floor(random() * bytes.length) : bytes.length));
      for (let change = 0; change < 1 + (round % 8) && hurt.length > 0; change += 1) {
        hurt[Math.floor(random() * hurt.length)] = [0, 1, 0xff, 0x7f, Math.floor(random() * 256)][change % 5]!;
      }
      const clean = cleanPicture(hurt, format);
      if (clean === null) continue;
      expect(clean.length).toBeLessThanOrEqual(hurt.length);
      const again = cleanPicture(clean, format);
      expect({ name, round, same: again === clean }).toEqual({ name, round, same: true });
    }
  }
});

it('does work in proportion to the bytes, however they are cut into pieces', async () => {
  const pieces = (unit: Buffer): Buffer => Buffer.alloc(2 ** 16, unit);
  const start = Buffer.from([0xff, 0xd8]);
  const webp = (content: Buffer): Buffer => {
    const all = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), content]);
    all.writeUInt32LE(all.length - 8, 4);
    return all;
  };
  const iloc = Buffer.alloc(60_000, 0xff);
  iloc.fill(0, 0, 6);
  const hostile: [Buffer, MarkedImage['format']][] = [
    [Buffer.concat([start, pieces(segment(0xfe, ''))]), 'jpeg'],
    [Buffer.concat([start, pieces(Buffer.concat([segment(0xfe, ''), segment(0xdb, '')]))]), 'jpeg'],
    [Buffer.concat([start, pieces(Buffer.from([0xff]))]), 'jpeg'],
    [Buffer.concat([start, segment(0xda, ''), pieces(Buffer.from([0xff, 0]))]), 'jpeg'],
    [
      Buffer.concat([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
        pieces(Buffer.concat([chunk('IDAT'), chunk('tEXt')])),
      ]),
      'png',
    ],
    [
      webp(
        Buffer.concat([
          riff('VP8X', Buffer.alloc(10)),
          pieces(Buffer.concat([riff('ALPH', Buffer.alloc(0)), riff('XMP ', Buffer.alloc(0))])),
          riff('VP8 ', Buffer.alloc(2)),
        ]),
      ),
      'webp',
    ],
    [
      Buffer.concat([
        Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'),
        pieces(Buffer.from([0x21, 0xfe, 0, 0x21, 0xf9, 0])),
      ]),
      'gif',
    ],
    [Buffer.concat([box('ftyp', Buffer.from('avif')), pieces(box('uuid'))]), 'avif'],
    [
      Buffer.concat([
        box('ftyp', Buffer.from('avif')),
        ...Array.from({ length: 16 }, () => box('meta', Buffer.alloc(4), box('iloc', iloc))),
        box('mdat', pieces(Buffer.from([1]))),
      ]),
      'avif',
    ],
  ];
  const work = await countSteps(new URL('./clean.ts', import.meta.url), cleanPicture, hostile);
  // A cleaner that looks at everything before each piece does thousands of times as much.
  for (const [at, [bytes, format]] of hostile.entries()) {
    expect({ at, format, few: work[at]! < 4 * bytes.length }).toEqual({ at, format, few: true });
  }
});
