import { orientationOnly } from './exif-orientation.ts';
import { filterBytes } from './filtered-bytes.ts';

const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda];
const [APP0, APP1, APP2, APP14] = [0xe0, 0xe1, 0xe2, 0xee];
/** Frames (SOF), DHT, DAC, DQT, DNL, DRI, DHP and EXP: what decoding needs (ITU T.81, table B.1). */
const DECODING = new Set([...range(0xc0, 0xcf).filter((code) => code !== 0xc8), ...range(0xdb, 0xdf)]);
/** Markers that have no length: TEM, RST0 to RST7, SOI. */
const ALONE = new Set([0x01, ...range(0xd0, 0xd8)]);
const EXIF = 'Exif\0\0';
const JFIF = 'JFIF\0';
/** Bytes of a JFIF segment without its thumbnail, and of an Adobe segment, each with marker and length. */
const [JFIF_LENGTH, ADOBE_LENGTH] = [18, 16];

/**
 * A JPEG up to its end, with what decoding needs, its ICC profile, its density and how it lies: no other segment, no
 * thumbnail, no bytes between segments or after the end. Null for what is none, or cut off before its pixels.
 */
export function cleanJpeg(bytes: Buffer): Buffer | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const cleaned = filterBytes(bytes);
  cleaned.keep(0, 2);
  const seen = new Set<number>();
  let hasPixels = false;
  for (let at = bytes.indexOf(0xff, 2); at >= 0;) {
    while (bytes[at + 1] === 0xff) {
      at += 1;
    }
    const code = bytes[at + 1] ?? 0;
    if (code === EOI) {
      cleaned.keep(at, at + 2);
      break;
    }
    if (code === 0 || ALONE.has(code)) {
      at = bytes.indexOf(0xff, at + 2);
      continue;
    }
    const end = at + 4 > bytes.length ? Infinity : at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) break;
    if (end < at + 4) return null;
    if (DECODING.has(code)) {
      cleaned.keep(at, end);
    }
    if (code === APP2 && starts(bytes, at, 'ICC_PROFILE\0')) {
      cleaned.keep(at, end);
    }
    if (code === APP14 && end - at >= ADOBE_LENGTH && starts(bytes, at, 'Adobe')) {
      keepShort(at, end, ADOBE_LENGTH, (segment) => segment);
    }
    if (code === APP0 && !seen.has(APP0) && end - at >= JFIF_LENGTH && starts(bytes, at, JFIF)) {
      seen.add(APP0);
      keepShort(at, end, JFIF_LENGTH, (segment) => segment.fill(0, JFIF_LENGTH - 2));
    }
    if (code === APP1 && !seen.has(APP1) && starts(bytes, at, EXIF)) {
      seen.add(APP1);
      const tiff = orientationOnly(bytes.subarray(at + 4 + EXIF.length, end));
      if (tiff !== null) {
        cleaned.replace(at, end, makeSegment(APP1, Buffer.concat([Buffer.from(EXIF, 'latin1'), tiff])));
      }
    }
    if (code !== SOS) {
      at = bytes.indexOf(0xff, end);
      continue;
    }
    hasPixels = true;
    const scanned = endOfScan(bytes, end);
    cleaned.keep(at, scanned);
    at = scanned < bytes.length ? scanned : -1;
  }
  return hasPixels ? cleaned.finish() : null;

  function keepShort(at: number, end: number, length: number, change: (segment: Buffer) => Buffer): void {
    const segment = Buffer.from(bytes.subarray(at, at + length));
    segment.writeUInt16BE(length - 2, 2);
    cleaned.replace(at, end, change(segment));
  }
}

function starts(bytes: Buffer, segment: number, text: string): boolean {
  return bytes.toString('latin1', segment + 4, segment + 4 + text.length) === text;
}

function makeSegment(code: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Where the compressed data that begins at `from` ends: at the next marker that is no restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0;) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return bytes.length;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}
