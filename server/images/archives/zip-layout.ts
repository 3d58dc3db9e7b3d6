import { crc32 } from 'node:zlib';

/** A run of bytes of a file: given here, or those of a blob. */
export type Part = { size: number; crc32: number } & ({ bytes: Buffer } | { blob: string });

/** A file in a ZIP, in one or more runs. Names are of at most 65,535 bytes. */
export interface LayoutEntry {
  name: string;
  parts: readonly Part[];
  modified: Date;
}

/** A file that is known to the byte before any of its blobs is read. */
export interface Layout {
  parts: Part[];
  /** In bytes. */
  size: number;
}

const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;

/** A run of bytes that is at hand. */
export function layoutPart(bytes: Buffer): Part {
  return { bytes, size: bytes.length, crc32: crc32(bytes) };
}

/**
 * Lays out a ZIP of these entries, stored as they are, in their order (PKWARE APPNOTE 6.3.10): names in UTF-8 and marked
 * as such, sizes and CRC-32 in front of the bytes, 64-bit fields where and only where a number needs them. The same
 * entries always give the same bytes, so that a download can go on at any of them. A layout can be the content of an
 * entry of another.
 */
export function layOutZip(entries: readonly LayoutEntry[]): Layout {
  const parts: Part[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const described = describe(entry, offset);
    const local = layoutPart(localHeader(described));
    parts.push(local, ...entry.parts);
    directory.push(centralHeader(described));
    offset += local.size + described.size;
  }
  const central = Buffer.concat(directory);
  const end = layoutPart(Buffer.concat([central, endRecord(entries.length, central.length, offset)]));
  return { parts: [...parts, end], size: offset + end.size };
}

interface EntryRecord {
  name: Buffer;
  size: number;
  crc: number;
  time: number;
  date: number;
  offset: number;
}

function describe({ name, parts, modified }: LayoutEntry, offset: number): EntryRecord {
  const [first] = parts;
  const crc = parts.slice(1).reduce((joined, part) => joinCrc32(joined, part.crc32, part.size), first?.crc32 ?? 0);
  const time = (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1);
  // The first year that fits is 1980, the last 2107.
  const year = Math.min(Math.max(modified.getUTCFullYear(), 1980), 2107);
  const date = ((year - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate();
  return { name: Buffer.from(name), size: parts.reduce((sum, part) => sum + part.size, 0), crc, time, date, offset };
}

function localHeader(entry: EntryRecord): Buffer {
  const isLong = entry.size >= MAX_32;
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, entry, 4, isLong, isLong ? 20 : 0);
  return Buffer.concat([header, entry.name, isLong ? longFields(entry.size, entry.size) : Buffer.alloc(0)]);
}

function centralHeader(entry: EntryRecord): Buffer {
  const isFar = entry.offset >= MAX_32;
  const isLong = entry.size >= MAX_32;
  const long =
    isLong || isFar
      ? longFields(...(isLong ? [entry.size, entry.size] : []), ...(isFar ? [entry.offset] : []))
      : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  // Made on Unix, so that the upper half of the attributes is a mode: a file that its owner may write.
  header.writeUInt16LE(0x0300 | 45, 4);
  writeCommon(header, entry, 6, isLong || isFar, long.length);
  header.writeUInt32LE(0o100644 * 0x1_0000, 38);
  header.writeUInt32LE(Math.min(entry.offset, MAX_32), 42);
  return Buffer.concat([header, entry.name, long]);
}

/** The fields that both headers of an entry have, from the version that is needed on. */
function writeCommon(
  header: Buffer,
  { name, size, crc, time, date }: EntryRecord,
  at: number,
  isLong: boolean,
  extra: number,
): void {
  header.writeUInt16LE(isLong ? 45 : 20, at);
  header.writeUInt16LE(0x0800, at + 2);
  header.writeUInt16LE(time, at + 6);
  header.writeUInt16LE(date, at + 8);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(Math.min(size, MAX_32), at + 14);
  header.writeUInt32LE(Math.min(size, MAX_32), at + 18);
  header.writeUInt16LE(name.length, at + 22);
  header.writeUInt16LE(extra, at + 24);
}

/** The extra field of ZIP64 with the numbers that did not fit. */
function longFields(...values: number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => field.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return field;
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  return count < MAX_16 && size < MAX_32 && offset < MAX_32 ? end : Buffer.concat([longEnd(count, size, offset), end]);
}

/** The end record of ZIP64, and where it stands. */
function longEnd(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(0x0300 | 45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + size), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/**
 * The CRC-32 of two runs of bytes behind each other, from theirs and the second one's size: the first is moved by as
 * many bytes, which is a multiplication by x⁸ⁿ in the field that CRCs are remainders in.
 */
export function joinCrc32(first: number, second: number, size: number): number {
  let moved = first;
  // x⁸, with the bits in the mirrored order of this CRC.
  for (let power = 0x0080_0000, left = size; left > 0; left = Math.floor(left / 2), power = times(power, power)) {
    if (left % 2 === 1) {
      moved = times(moved, power);
    }
  }
  return (moved ^ second) >>> 0;
}

function times(left: number, right: number): number {
  let product = 0;
  let shifted = right;
  for (let bit = 0x8000_0000; bit !== 0; bit >>>= 1) {
    if ((left & bit) !== 0) {
      product ^= shifted;
    }
    shifted = shifted & 1 ? (shifted >>> 1) ^ 0xedb8_8320 : shifted >>> 1;
  }
  return product >>> 0;
}
