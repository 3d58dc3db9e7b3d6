import { orientationOnly } from './exif-orientation.ts';
import { filterBytes, type FilteredBytes } from './filtered-bytes.ts';

/** The chunks that a picture and an animation need (RFC 9649); `EXIF` is looked at by itself. */
const NEEDED = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L', 'ANIM', 'ANMF']);
const FRAME = new Set(['ALPH', 'VP8 ', 'VP8L']);
/** Bits of a `VP8X` chunk that say there is EXIF, or XMP. */
const [EXIF_BIT, XMP_BIT] = [0x08, 0x04];
/** Bytes of the head of a file, of a chunk, and of what a frame says before its chunks. */
const [FILE, CHUNK, FRAME_HEAD] = [12, 8, 16];

interface Chunk {
  type: string;
  start: number;
  /** Without the byte that makes its length even. */ dataEnd: number;
  end: number;
}

/**
 * A WebP with the chunks that its picture or its frames need, its ICC profile and how it lies: no XMP, no chunks of
 * programs, nothing after the end. Null for what is none, or cut off.
 */
export function cleanWebp(bytes: Buffer): Buffer | null {
  if (bytes.length < FILE + CHUNK || !/^RIFF....WEBP$/s.test(bytes.toString('latin1', 0, FILE))) return null;
  const declaredEnd = CHUNK + bytes.readUInt32LE(4);
  // Some encoders count the last byte that makes a length even, and leave it out.
  if (declaredEnd > bytes.length + 1) return null;
  const cleaned = filterBytes(bytes);
  cleaned.keep(0, FILE);
  const end = Math.min(declaredEnd, bytes.length);
  let flags: { at: number; value: number } | null = null;
  let hasPixels = false;
  let isOriented = false;
  for (const chunk of chunksIn(bytes, FILE, end)) {
    const { type, start } = chunk;
    if (type === 'VP8X' && chunk.dataEnd > start + CHUNK) {
      flags ??= { at: cleaned.length() + CHUNK, value: bytes[start + CHUNK] ?? 0 };
    }
    if (type === 'ANMF') {
      keepFrame(cleaned, bytes, chunk);
    } else if (NEEDED.has(type)) {
      cleaned.keep(start, chunk.end);
    }
    if (type === 'EXIF' && !isOriented) {
      const tiff = orientationOnly(withoutPrefix(bytes.subarray(start + CHUNK, chunk.dataEnd)));
      if (tiff !== null) {
        cleaned.replace(start, chunk.end, makeChunk(tiff));
      }
      isOriented = tiff !== null;
    }
    hasPixels ||= type === 'ANMF' || type === 'VP8 ' || type === 'VP8L';
    // A file without `VP8X` is its first picture alone.
    if (hasPixels && flags === null) break;
  }
  if (!hasPixels) return null;
  if (flags !== null) {
    cleaned.patch(flags.at, Buffer.from([(flags.value & ~(EXIF_BIT | XMP_BIT)) | (isOriented ? EXIF_BIT : 0)]));
  }
  if (cleaned.length() < bytes.length) {
    cleaned.patch(4, uint32(cleaned.length() - CHUNK));
  }
  return cleaned.finish();
}

/** The chunks one after another, up to one that does not end before `to`. */
function* chunksIn(bytes: Buffer, from: number, to: number): Generator<Chunk> {
  for (let start = from; start + CHUNK <= to;) {
    const dataEnd = start + CHUNK + bytes.readUInt32LE(start + 4);
    if (dataEnd > to) return;
    const end = Math.min(to, dataEnd + ((dataEnd - start) % 2));
    yield { type: bytes.toString('latin1', start, start + 4), start, dataEnd, end };
    start = end;
  }
}

function keepFrame(cleaned: FilteredBytes, bytes: Buffer, { start, dataEnd, end }: Chunk): void {
  const inside = start + CHUNK + FRAME_HEAD;
  const at = cleaned.length();
  if (inside > dataEnd) {
    cleaned.keep(start, end);
    return;
  }
  cleaned.keep(start, inside);
  for (const chunk of chunksIn(bytes, inside, dataEnd)) {
    if (FRAME.has(chunk.type)) {
      cleaned.keep(chunk.start, chunk.end);
    }
  }
  const length = cleaned.length() - at - CHUNK;
  cleaned.patch(at + 4, uint32(length));
  // A frame whose last chunk had no byte to make it even has it after itself.
  if (length % 2 === 1) {
    cleaned.replace(dataEnd, end, Buffer.alloc(end - dataEnd));
  }
}

/** Some programs write what stands before EXIF in a JPEG. */
function withoutPrefix(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

function makeChunk(tiff: Buffer): Buffer {
  return Buffer.concat([Buffer.from('EXIF', 'latin1'), uint32(tiff.length), tiff, Buffer.alloc(tiff.length % 2)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
