import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Stands wherever cameras and programs write something, and nowhere in a picture itself. */
export const MARK = 'MARK-N51.4779-W000.0015';
const mark = Buffer.from(MARK);

/** A picture that says much of itself: its bytes, and in which of its parts the mark stands. */
export interface MarkedImage {
  name: string;
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';
  bytes: Buffer;
}

const exif = {
  IFD0: { Copyright: MARK, ImageDescription: MARK, Make: MARK, DateTime: '2024:02:03 04:05:06' },
  IFD2: { UserComment: MARK },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 28/1 4044/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 0/1 5/1',
    GPSAreaInformation: MARK,
  },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${MARK}"/></rdf:RDF></x:xmpmeta>`;

/** A drawing no two of whose parts are alike, so that a picture that was turned or cut is another one. */
export function drawing(width = 64, height = 48): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    pixels.set([(x * 255) / width, (y * 255) / height, x > y ? 200 : 40], at);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The same, moving: each frame is another one. */
export function moving(frames = 3, width = 32, height = 24): Sharp {
  const data = Buffer.from(
    Uint8Array.from(
      { length: frames * width * height * 3 },
      (_, at) => Math.floor(at / (width * height * 3)) * 70 + (at % 60),
    ),
  );
  return sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

/** Pictures of every format with everything that may be written into them. */
export async function markedImages(): Promise<MarkedImage[]> {
  const jpegs: [string, Sharp][] = [
    ['jpeg', drawing().jpeg()],
    ['jpeg-444', drawing().jpeg({ chromaSubsampling: '4:4:4' })],
    ['jpeg-progressive', drawing().jpeg({ progressive: true })],
    ['jpeg-mozjpeg', drawing().jpeg({ mozjpeg: true })],
    ['jpeg-grey', drawing().greyscale().jpeg()],
    ['jpeg-cmyk', drawing().toColourspace('cmyk').jpeg()],
    ['jpeg-p3', drawing().withIccProfile('p3').jpeg()],
    ['jpeg-turned', drawing().withMetadata({ orientation: 6 }).jpeg()],
    ['jpeg-mirrored', drawing().withMetadata({ orientation: 5 }).jpeg()],
  ];
  const pngs: [string, Sharp][] = [
    ['png', drawing().png()],
    ['png-alpha', drawing().ensureAlpha(0.4).png()],
    ['png-palette', drawing().png({ palette: true })],
    ['png-interlaced', drawing().png({ progressive: true })],
    ['png-16', drawing().toColourspace('rgb16').png()],
    ['png-p3', drawing().withIccProfile('p3').png()],
    ['png-turned', drawing().withMetadata({ orientation: 8 }).png()],
  ];
  const webps: [string, Sharp][] = [
    ['webp', drawing().webp()],
    ['webp-lossless', drawing().webp({ lossless: true })],
    ['webp-alpha', drawing().ensureAlpha(0.4).webp()],
    ['webp-p3', drawing().withIccProfile('p3').webp()],
    ['webp-turned', drawing().withMetadata({ orientation: 3 }).webp()],
    ['webp-moving', moving().webp({ loop: 2, delay: [90, 120, 150] })],
  ];
  const avifs: [string, Sharp][] = [
    ['avif', drawing().avif({ effort: 0 })],
    ['avif-alpha', drawing().ensureAlpha(0.4).avif({ effort: 0 })],
    ['avif-p3', drawing().withIccProfile('p3').avif({ effort: 0 })],
  ];
  const made = async <Format extends MarkedImage['format']>(
    all: [string, Sharp][],
    format: Format,
    fill: (bytes: Buffer) => Buffer,
  ): Promise<MarkedImage[]> =>
    Promise.all(
      all.map(async ([name, image]) => ({ name, format, bytes: fill(await image.withExifMerge(exif).toBuffer()) })),
    );
  const still = await drawing().png().toBuffer();
  return [
    ...(await made(jpegs, 'jpeg', markJpeg)),
    ...(await made(pngs, 'png', markPng)),
    { name: 'png-moving', format: 'png', bytes: markPng(movingPng(still, await drawing().negate().png().toBuffer())) },
    ...(await made(webps, 'webp', markWebp)),
    {
      name: 'webp-simple',
      format: 'webp',
      bytes: Buffer.concat([await drawing().webp().toBuffer(), riff('XMP ', mark), mark]),
    },
    { name: 'gif', format: 'gif', bytes: markGif(await drawing().gif().toBuffer()) },
    {
      name: 'gif-moving',
      format: 'gif',
      bytes: markGif(
        await moving()
          .gif({ loop: 3, delay: [90, 120, 150] })
          .toBuffer(),
      ),
    },
    ...(await made(
      avifs.map(([name, image]) => [name, image.withXmp(xmp)]),
      'avif',
      markAvif,
    )),
  ];
}

/** A segment of a JPEG. */
export function segment(code: number, ...content: (string | Buffer)[]): Buffer {
  const data = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Segments of cameras and programs after the start, bytes between, and another picture after the end. */
function markJpeg(bytes: Buffer): Buffer {
  const jfif = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01', Buffer.from([3, 3]), Buffer.alloc(27, 'M'));
  return Buffer.concat([
    bytes.subarray(0, 2),
    jfif,
    segment(0xe0, 'JFXX\0\x10', MARK),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', xmp),
    segment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', MARK),
    segment(0xe2, 'MPF\0', MARK),
    segment(0xe2, 'FPXR\0', MARK),
    segment(0xeb, 'JP\0', MARK),
    segment(0xec, 'Ducky', MARK),
    segment(0xed, 'Photoshop 3.0\x008BIM\x04\x04\0\0', MARK),
    segment(0xee, 'Other', MARK),
    segment(0xfe, MARK),
    Buffer.from([0xff, 0xff, 0xff]),
    bytes.subarray(2),
    mark,
    bytes,
  ]);
}

/** A chunk of a PNG. */
export function chunk(type: string, ...content: (string | Buffer)[]): Buffer {
  const data = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const made = Buffer.alloc(data.length + 12);
  made.writeUInt32BE(data.length, 0);
  made.write(type, 4, 'latin1');
  data.copy(made, 8);
  made.writeUInt32BE(crc32(made.subarray(4, -4)), data.length + 8);
  return made;
}

function markPng(bytes: Buffer): Buffer {
  const before = [
    chunk('tEXt', 'Comment\0', MARK),
    chunk('zTXt', 'Raw profile type exif\0\0', deflateSync(mark)),
    chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', xmp),
    chunk('tIME', Buffer.from([7, 232, 2, 3, 4, 5, 6])),
    chunk('caBX', MARK),
    chunk('sPLT', `${MARK}\0\x08`),
  ];
  const end = bytes.length - 12;
  return Buffer.concat([
    bytes.subarray(0, 33),
    ...before,
    bytes.subarray(33, end),
    chunk('tEXt', 'Author\0', MARK),
    bytes.subarray(end),
    mark,
  ]);
}

/** Two pictures as the frames of one that moves. */
function movingPng(one: Buffer, two: Buffer): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const frame = (at: number): Buffer =>
    chunk('fcTL', number(at), one.subarray(16, 24), number(0), number(0), Buffer.from([0, 1, 0, 10, 0, 0]));
  const data = two.subarray(two.indexOf('IDAT') + 4, two.length - 16);
  const end = one.length - 12;
  return Buffer.concat([
    one.subarray(0, 33),
    chunk('acTL', number(2), number(0)),
    frame(0),
    one.subarray(33, end),
    frame(1),
    chunk('fdAT', number(2), data),
    one.subarray(end),
  ]);
}

/** A chunk of a WebP. */
export function riff(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function markWebp(bytes: Buffer): Buffer {
  const made = Buffer.concat([bytes, riff('XMP ', Buffer.from(xmp)), riff('NIKO', mark)]);
  made.writeUInt32LE(made.length - 8, 4);
  if (made.toString('latin1', 12, 16) === 'VP8X') {
    made[20] = (made[20] ?? 0) | 0x04;
  }
  return Buffer.concat([made, mark]);
}

function markGif(bytes: Buffer): Buffer {
  const first = 13 + ((bytes[10]! & 0x80) === 0 ? 0 : 3 * 2 ** ((bytes[10]! & 7) + 1));
  const block = (label: number, head: string): Buffer =>
    Buffer.concat([
      Buffer.from([0x21, label]),
      ...[head, MARK].filter(Boolean).map((text) => Buffer.from(String.fromCharCode(text.length) + text, 'latin1')),
      Buffer.from([0]),
    ]);
  return Buffer.concat([
    bytes.subarray(0, first),
    block(0xfe, ''),
    block(0xff, 'XMP DataXMP'),
    block(0xff, 'MGK8BIM0000'),
    bytes.subarray(first),
    mark,
  ]);
}

/** A box of an ISO base media file. */
export function box(type: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
}

function markAvif(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, box('uuid', Buffer.alloc(16, 7), mark), box('free', mark), box('udta', mark), mark]);
}
