import { crc32 } from 'node:zlib';

/** One entry of a RAR 5 as it shall be written, true or not: stored, as a file. */
export interface RawRarEntry {
  name: string;
  data?: Buffer;
  crc?: number;
  /** The header's value for its size unpacked. */
  size?: number;
  /** The link that the entry is, of `linkKind` 1 (symbolic) or 4 (hard). */
  linkKind?: number;
  encrypted?: boolean;
}

/** Promises the bytes of a RAR 5 written field by field, so that any of them can lie. */
export function rawRar(entries: RawRarEntry[], { end = true } = {}): Buffer {
  const files = entries.flatMap(({ name, data = Buffer.from('page'), crc, size, linkKind, encrypted }) => {
    const bytes = Buffer.from(name);
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc ?? crc32(data));
    const link =
      linkKind === undefined
        ? Buffer.alloc(0)
        : record(5, Buffer.concat([number(linkKind), number(0), number(11), Buffer.from('/etc/passwd')]));
    const secret = encrypted
      ? record(1, Buffer.concat([number(0), number(0), Buffer.from([15]), Buffer.alloc(32)]))
      : Buffer.alloc(0);
    const extra = Buffer.concat([link, secret]);
    const fields = [
      number(0x02 | (extra.length > 0 ? 0x01 : 0)),
      ...(extra.length > 0 ? [number(extra.length)] : []),
      number(data.length),
      number(0x04),
      number(size ?? data.length),
      number(0o100644),
      sum,
      number(0),
      number(1),
      number(bytes.length),
      bytes,
      extra,
    ];
    return [block(2, fields), data];
  });
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x01\0', 'latin1'),
    block(1, [number(0), number(0)]),
    ...files,
    ...(end ? [block(5, [number(0), number(0)])] : []),
  ]);
}

function block(type: number, fields: Buffer[]): Buffer {
  const body = Buffer.concat([number(type), ...fields]);
  const sized = Buffer.concat([number(body.length), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(sized));
  return Buffer.concat([sum, sized]);
}

function record(type: number, data: Buffer): Buffer {
  const body = Buffer.concat([number(type), data]);
  return Buffer.concat([number(body.length), body]);
}

/** Groups of seven bits, lowest first. */
function number(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | 0x80);
  }
  return Buffer.from([...bytes, rest]);
}
