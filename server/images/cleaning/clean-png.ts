import { crc32 } from 'node:zlib';
import { orientationOnly } from './exif-orientation.ts';
import { filterBytes } from './filtered-bytes.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
/** The chunks that pixels and their colours need (PNG, third edition), and the frames of an animation. */
const NEEDED = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'mDCV',
  'mDCv',
  'cLLI',
  'cLLi',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
]);

/**
 * A PNG up to its end, with the chunks that its pixels, colours and frames need and how it lies: no texts, no time, no
 * chunks of programs, nothing after the end. Null for what is none, or cut off before its pixels.
 */
export function cleanPng(bytes: Buffer): Buffer | null {
  if (bytes.toString('latin1', 0, 8) !== SIGNATURE) return null;
  const cleaned = filterBytes(bytes);
  cleaned.keep(0, 8);
  let hasPixels = false;
  let isOriented = false;
  for (let at = 8; at + 8 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (type === 'IDAT') {
      hasPixels = true;
    }
    if (end > bytes.length) {
      // How much of a picture that ends too soon can be shown is for the decoder to say.
      if (NEEDED.has(type)) {
        cleaned.keep(at, bytes.length);
      }
      break;
    }
    if (NEEDED.has(type)) {
      cleaned.keep(at, end);
    }
    if (type === 'eXIf' && !isOriented) {
      isOriented = true;
      const tiff = orientationOnly(bytes.subarray(at + 8, end - 4));
      if (tiff !== null) {
        cleaned.replace(at, end, makeChunk(type, tiff));
      }
    }
    if (type === 'IEND') break;
    at = end;
  }
  return hasPixels ? cleaned.finish() : null;
}

function makeChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), content.length + 8);
  return chunk;
}
