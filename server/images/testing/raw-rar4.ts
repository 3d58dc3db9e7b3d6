import { crc32 } from 'node:zlib';

/** One entry of a RAR 4 as it shall be written: stored, as a file. */
export interface RawRar4Entry {
  name: string | Buffer;
  data?: Buffer;
  crc?: number;
  /** Of its header: 0x10 solid, 0x200 a name of Unicode. */
  flags?: number;
}

/** Promises the bytes of a RAR 4 written field by field; without the block that ends it unless `end`. */
export function rawRar4(entries: RawRar4Entry[], { end = true } = {}): Buffer {
  const files = entries.flatMap(({ name, data = Buffer.from('page'), crc, flags = 0 }) => {
    const bytes = Buffer.from(name as string);
    const fields = Buffer.alloc(25);
    fields.writeUInt32LE(data.length, 0);
    fields.writeUInt32LE(data.length, 4);
    fields[8] = 3;
    fields.writeUInt32LE(crc ?? crc32(data), 9);
    fields[17] = 20;
    fields[18] = 0x30;
    fields.writeUInt16LE(bytes.length, 19);
    fields.writeUInt32LE(0o100644, 21);
    return [block(0x74, 0x8000 | flags, Buffer.concat([fields, bytes])), data];
  });
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\0', 'latin1'),
    block(0x73, 0, Buffer.alloc(6)),
    ...files,
    ...(end ? [block(0x7b, 0x4000, Buffer.alloc(0))] : []),
  ]);
}

function block(type: number, flags: number, fields: Buffer): Buffer {
  const head = Buffer.alloc(7);
  head[2] = type;
  head.writeUInt16LE(flags, 3);
  head.writeUInt16LE(7 + fields.length, 5);
  const bytes = Buffer.concat([head, fields]);
  bytes.writeUInt16LE(crc32(bytes.subarray(2)) & 0xffff, 0);
  return bytes;
}
