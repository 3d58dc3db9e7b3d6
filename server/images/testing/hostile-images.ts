import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A picture to try: its bytes, as a function so that few are in memory at once, and how it ends: `good`, or the code of its refusal. */
export interface TriedImage {
  name: string;
  ends: string;
  bytes: () => Promise<Buffer>;
}

/** A text planted in metadata and behind the end of pictures, and must not be in what is made of them. */
export const TOKEN = 'PLANTED-TOKEN-4711';

const drawn = (width = 60, height = 90): Sharp => {
  const panel = { create: { width: width >> 1, height: height >> 1, channels: 3 as const, background: '#602040' } };
  return sharp({ create: { width, height, channels: 3, background: '#e0d8c0' } }).composite([
    { input: panel, left: 4, top: 4 },
  ]);
};
const jpeg = (): Promise<Buffer> => drawn().jpeg().toBuffer();
const png = (): Promise<Buffer> => drawn().png().toBuffer();
const webp = (): Promise<Buffer> => drawn().webp().toBuffer();
const gif = (): Promise<Buffer> => drawn().gif().toBuffer();
const cut = async (whole: Promise<Buffer>, share: number): Promise<Buffer> => {
  const bytes = await whole;
  return bytes.subarray(0, Math.floor(bytes.length * share));
};
const tail = async (whole: Promise<Buffer>, end: string): Promise<Buffer> =>
  Buffer.concat([await whole, Buffer.from(end)]);
const text = (content: string) => async (): Promise<Buffer> => Buffer.from(content.padEnd(64));

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG that says it is so large, with hardly any bytes in it. */
function makePng(width: number, height: number, more: Buffer[] = [], bits = 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  const rows = Math.min(height, 100);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(rows * (Math.min(width, 1e5) + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Says of a PNG that it moves, in so many frames. */
async function apng(frames: number): Promise<Buffer> {
  const still = await png();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(60, 4);
  frame.writeUInt32BE(90, 8);
  frame.writeUInt16BE(1, 22);
  return Buffer.concat([still.subarray(0, 33), chunk('acTL', control), chunk('fcTL', frame), still.subarray(33)]);
}

/** Another size in the frame header of a JPEG. */
async function makeJpeg(width: number, height: number): Promise<Buffer> {
  const bytes = await jpeg();
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

/** The scans of a progressive JPEG, many times over: each is decoded whole. */
async function scans(times: number): Promise<Buffer> {
  const bytes = await drawn(400, 600).jpeg({ progressive: true }).toBuffer();
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = bytes.subarray(last, bytes.length - 2);
  return Buffer.concat([bytes.subarray(0, -2), ...Array.from({ length: times }, () => scan), bytes.subarray(-2)]);
}

/** A WebP that moves, no two frames alike. */
function moving(frames: number, width: number, height: number): Promise<Buffer> {
  const data = Buffer.from(
    Uint8Array.from(
      { length: frames * width * height * 3 },
      (_, at) => (Math.floor(at / (width * height * 3)) * 37) & 255,
    ),
  );
  return sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .webp({ effort: 0, loop: 0 })
    .toBuffer();
}

/** A lossless WebP header of this size, and nothing else. */
function makeWebp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(36);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(28, 4);
  bytes.write('WEBPVP8L', 8);
  bytes.writeUInt32LE(16, 16);
  bytes[20] = 0x2f;
  bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  return bytes;
}

const exif = {
  IFD0: { Copyright: TOKEN, ImageDescription: TOKEN },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
};
const oriented = (orientation: number) => () =>
  drawn()
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Copyright: TOKEN } })
    .jpeg()
    .toBuffer();

/** Pictures that are odd and good. */
export const GOOD_IMAGES: readonly TriedImage[] = (
  [
    ['jpeg', jpeg],
    ['jpeg-progressive', () => drawn().jpeg({ progressive: true }).toBuffer()],
    ['jpeg-grey', () => drawn().greyscale().jpeg().toBuffer()],
    ['jpeg-cmyk', () => drawn().toColourspace('cmyk').jpeg().toBuffer()],
    ['jpeg-444', () => drawn().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
    ['jpeg-exif-3', oriented(3)],
    ['jpeg-exif-6', oriented(6)],
    ['jpeg-exif-8', oriented(8)],
    ['jpeg-exif-gps', () => drawn().withExif(exif).jpeg().toBuffer()],
    ['jpeg-tail', () => tail(jpeg(), TOKEN)],
    ['jpeg-zip', () => tail(jpeg(), `PK\x03\x04${TOKEN}`)],
    ['png', png],
    ['png-16', () => drawn().toColourspace('rgb16').png().toBuffer()],
    ['png-palette', () => drawn().png({ palette: true }).toBuffer()],
    ['png-alpha', () => drawn().ensureAlpha(0.5).png().toBuffer()],
    ['png-interlaced', () => drawn().png({ progressive: true }).toBuffer()],
    ['png-exif', () => drawn().withExif(exif).png().toBuffer()],
    ['png-moving', () => apng(3)],
    ['png-html-tail', () => tail(png(), `<script>${TOKEN}</script>`)],
    ['webp', webp],
    ['webp-moving', () => moving(3, 40, 60)],
    ['webp-exif', () => drawn().withExif(exif).webp().toBuffer()],
    ['gif', gif],
    [
      'gif-script',
      async () => {
        const bytes = await gif();
        return Buffer.concat([bytes, Buffer.from(`/*${TOKEN}*/`)]);
      },
    ],
  ] as const
).map(([name, bytes]) => ({ name, bytes, ends: 'good' }));

/** Pictures that are refused: cut off, too large, bombs, or none. */
export const BAD_IMAGES: readonly TriedImage[] = (
  [
    ['jpeg-cut', 'page-undecodable', () => cut(jpeg(), 0.5)],
    ['jpeg-no-size', 'page-undecodable', () => makeJpeg(0, 90)],
    ['jpeg-huge', 'page-too-large', () => makeJpeg(65_500, 65_500)],
    ['jpeg-wide', 'page-too-large', () => makeJpeg(65_535, 9)],
    ['jpeg-scan-bomb', 'page-undecodable', () => scans(3000)],
    ['jpeg-header', 'page-undecodable', async () => (await jpeg()).subarray(0, 40)],
    ['png-cut', 'page-undecodable', () => cut(png(), 0.5)],
    ['png-no-size', 'page-undecodable', async () => makePng(0, 0)],
    ['png-huge', 'page-too-large', async () => makePng(60_000, 60_000)],
    ['png-endless', 'page-too-large', async () => makePng(0x7fffffff, 0x7fffffff)],
    ['png-empty-flood', 'page-undecodable', async () => makePng(9999, 9999)],
    ['png-frames', 'page-too-large', () => apng(100_000)],
    ['png-bits', 'page-undecodable', async () => makePng(60, 60, [], 7)],
    ['webp-cut', 'page-undecodable', () => cut(webp(), 0.5)],
    ['webp-flood', 'page-too-large', async () => makeWebp(16_383, 16_383)],
    ['webp-empty', 'page-undecodable', async () => makeWebp(9000, 9000)],
    ['webp-frames', 'page-too-large', () => moving(501, 1, 1)],
    [
      'gif-huge',
      'page-too-large',
      async () => {
        const bytes = await gif();
        bytes.writeUInt16LE(65_000, 6);
        bytes.writeUInt16LE(65_000, 8);
        return bytes;
      },
    ],
    ['gif-cut', 'page-undecodable', () => cut(gif(), 0.4)],
    [
      'svg-as-png',
      'page-format-unsupported',
      text(`<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><text>${TOKEN}</text></svg>`),
    ],
    [
      'svg-with-prolog',
      'page-format-unsupported',
      text('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    ],
    ['tiff-as-jpg', 'page-format-unsupported', () => drawn().tiff().toBuffer()],
    ['eps-as-jpg', 'page-undecodable', text('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage')],
    ['pdf-as-jpg', 'page-format-unsupported', text('%PDF-1.4\n1 0 obj')],
    ['html-as-jpg', 'page-format-unsupported', text('<!doctype html><script>alert(1)</script>')],
    ['psd-as-png', 'page-format-unsupported', text('8BPS\0\x01')],
    ['zeros', 'page-undecodable', async () => Buffer.alloc(5000)],
    ['nothing', 'page-undecodable', async () => Buffer.alloc(0)],
  ] as const
).map(([name, ends, bytes]) => ({ name, ends, bytes }));
