import { problem } from '#contract/problems.ts';
import type { ImageLimits } from './image-limits.ts';

/** The formats that a page may have. */
export type PageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** The facts in the first bytes of an image: sizes in pixels before orientation, null where only a decoder can tell. */
export interface Inspection {
  format: PageFormat;
  width: number | null;
  height: number | null;
  /** True for an animated PNG or AVIF, which decoders report as still. */
  animated: boolean;
}

/** Most scans of a progressive JPEG; encoders write about ten, and three thousand keep a decoder busy for 45 seconds (measured). */
const SCAN_LIMIT = 100;

const latin1 = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);

const otherSignatures: [format: string, pattern: RegExp][] = [
  ['JPEG XL', /^(\xff\x0a|\0\0\0\x0cJXL )/],
  ['JPEG 2000', /^(\0\0\0\x0cjP {2}|\xff\x4f\xff\x51)/],
  ['HEIC', /^....ftyp(hei|hev|mif1|msf1)/s],
  ['BMP', /^BM....\0\0\0\0/s],
  ['TIFF', /^(II[*+]\0|MM\0[*+])/],
  ['PSD', /^8BPS/],
  ['PDF', /^%PDF-/],
  ['SVG', /^[^]{0,1000}<svg/i],
  ['HTML', /^\s*<(!doctype html|html|head|body|script)/i],
];

/** Promises the format of a page by its first 32 bytes, null for anything else. */
export function pictureFormat(bytes: Buffer): PageFormat | null {
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (latin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a/.test(latin1(bytes, 0, 6))) return 'gif';
  if (/^RIFF....WEBP$/s.test(latin1(bytes, 0, 12))) return 'webp';
  if (latin1(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(brands(bytes))) return 'avif';
  return null;
}

const brands = (bytes: Buffer): string => latin1(bytes, 8, Math.min(bytes.readUInt32BE(0), 128));

type Size = [width: number, height: number];

// Walks from marker to marker up to the frame header (SOF), which holds the size.
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    } else {
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return null;
}

function webpSize(bytes: Buffer): Size | null {
  const kind = latin1(bytes, 12, 16);
  if (kind === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (kind === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  if (kind !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

function readSize(format: PageFormat, bytes: Buffer): Size | null {
  if (format === 'jpeg') return jpegSize(bytes);
  if (format === 'png') return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (format === 'gif') return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  return format === 'webp' ? webpSize(bytes) : null;
}

// 0xFFDA cannot stand inside compressed data, so counting it needs no parser.
function hasTooManyScans(bytes: Buffer): boolean {
  const marker = Buffer.from([0xff, 0xda]);
  let scans = 0;
  for (let at = bytes.indexOf(marker); at >= 0 && scans <= SCAN_LIMIT; at = bytes.indexOf(marker, at + 2)) {
    scans += 1;
  }
  return scans > SCAN_LIMIT;
}

/** How many frames an animated PNG says it has; null for a still one. */
function pngFrames(bytes: Buffer): number | null {
  const control = bytes.indexOf('acTL', 8, 'latin1');
  return control > 0 && control < bytes.indexOf('IDAT', 8, 'latin1') && control + 8 <= bytes.length
    ? bytes.readUInt32BE(control + 4)
    : null;
}

/** Throws `page-too-large` {pixels} for a page above the limits of pixels, of a side or of frames, `page-undecodable` for one without pixels. */
export function checkSize(
  { width, height, frames = 1 }: { width: number; height: number; frames?: number },
  limits: ImageLimits,
): void {
  if (width === 0 || height === 0) throw problem('page-undecodable');
  const pixels = width * height * Math.max(frames, 1);
  if (pixels > limits.pixels || Math.max(width, height) > limits.side || frames > limits.frames) {
    throw problem('page-too-large', { pixels });
  }
}

/**
 * Promises what an image is by its bytes, never by its name, without decoding it; the size is within the limits where the header tells it.
 * Throws `page-format-unsupported` {format}, `page-undecodable` (unknown, cut off, or a JPEG with more than 100 scans) and `page-too-large` {pixels}.
 */
export function inspect(bytes: Buffer, limits: ImageLimits): Inspection {
  if (bytes.length < 32) throw problem('page-undecodable');
  const format = pictureFormat(bytes);
  if (format === null) {
    const head = latin1(bytes, 0, 1024);
    const other = otherSignatures.find(([, pattern]) => pattern.test(head));
    throw other === undefined ? problem('page-undecodable') : problem('page-format-unsupported', { format: other[0] });
  }
  if (format === 'jpeg' && hasTooManyScans(bytes)) throw problem('page-undecodable');
  const [width, height] = readSize(format, bytes) ?? [null, null];
  const frames = format === 'png' ? pngFrames(bytes) : null;
  if (width !== null && height !== null) {
    checkSize({ width, height, frames: frames ?? 1 }, limits);
  }
  return { format, width, height, animated: frames !== null || (format === 'avif' && brands(bytes).includes('avis')) };
}
