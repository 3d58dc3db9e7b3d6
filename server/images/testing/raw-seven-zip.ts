import { crc32 } from 'node:zlib';

/** One entry of a 7z as it shall be written. */
export interface RawSevenZipEntry {
  name: string;
  data?: Buffer;
  crc?: number;
}

/**
 * Promises the bytes of a 7z without compression, or with the method and properties of `coder` over the bytes as they
 * are, which is then a lie. `headerOffset` moves the place where its header is said to be.
 */
export function rawSevenZip(
  entries: RawSevenZipEntry[],
  { coder = [0x01, 0x00], headerOffset = 0 }: { coder?: number[]; headerOffset?: number } = {},
): Buffer {
  const all = entries.map(({ data = Buffer.from('page') }) => data);
  const packed = Buffer.concat(all);
  const sums = all.map((data, at) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(entries[at]?.crc ?? crc32(data));
    return sum;
  });
  const names = Buffer.concat([Buffer.from([0]), ...entries.map(({ name }) => Buffer.from(`${name}\0`, 'utf16le'))]);
  const header = Buffer.concat([
    Buffer.from([0x01, 0x04, 0x06]),
    number(0),
    number(1),
    Buffer.from([0x09]),
    number(packed.length),
    Buffer.from([0x00]),
    Buffer.from([0x07, 0x0b]),
    number(1),
    Buffer.from([0x00]),
    number(1),
    Buffer.from(coder),
    Buffer.from([0x0c]),
    number(packed.length),
    Buffer.from([0x00]),
    Buffer.from([0x08, 0x0d]),
    number(all.length),
    Buffer.from([0x09]),
    ...all.slice(0, -1).map((data) => number(data.length)),
    Buffer.from([0x0a, 0x01]),
    ...sums,
    Buffer.from([0x00, 0x00]),
    Buffer.from([0x05]),
    number(entries.length),
    Buffer.from([0x11]),
    number(names.length),
    names,
    Buffer.from([0x00, 0x00]),
  ]);
  const start = Buffer.alloc(20);
  start.writeBigUInt64LE(BigInt(packed.length + headerOffset), 0);
  start.writeBigUInt64LE(BigInt(header.length), 8);
  start.writeUInt32LE(crc32(header), 16);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(start));
  return Buffer.concat([Buffer.from('7z\xbc\xaf\x27\x1c\0\x04', 'latin1'), sum, start, packed, header]);
}

function number(value: number): Buffer {
  if (value < 0x80) return Buffer.from([value]);
  if (value < 0x4000) return Buffer.from([0x80 | (value >> 8), value & 0xff]);
  return Buffer.from([0xe0 | (value >> 24), value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff]);
}
