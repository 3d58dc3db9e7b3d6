import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a ZIP as it shall be written, true or not. */
export interface RawEntry {
  name: string | Buffer;
  data?: Buffer;
  method?: number;
  flags?: number;
  mode?: number;
  crc?: number;
  size?: number;
  localName?: string;
  /** Whether it lies in the file and not in the directory. */
  unlisted?: boolean;
  /** Points at the header of the entry with this index instead of an own one. */
  sharing?: number;
}

/** Promises the bytes of a ZIP written field by field, so that any of them can lie; `count` is how many entries its end record says. */
export function rawZip(
  entries: RawEntry[],
  {
    comment = '',
    prefix = '',
    suffix = '',
    count,
  }: { comment?: string; prefix?: string | Buffer; suffix?: string | Buffer; count?: number } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const { data = Buffer.from('page'), method = 0, flags = 0, mode = 0 } = entry;
    const name = Buffer.from(entry.name as string);
    const localName = Buffer.from((entry.localName ?? entry.name) as string);
    const packed = method === 8 ? deflateRawSync(data) : data;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(entry.crc ?? crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.size ?? data.length, 18);
    const local = Buffer.from(fields);
    local.writeUInt16LE(localName.length, 22);
    fields.writeUInt16LE(name.length, 22);
    offsets.push(entry.sharing === undefined ? at : (offsets[entry.sharing] as number));
    if (entry.sharing === undefined) {
      const written = Buffer.concat([Buffer.from('PK\x03\x04'), local, localName, packed]);
      parts.push(written);
      at += written.length;
    }
    if (entry.unlisted) continue;
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offsets.at(-1) as number, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, tail, name);
  }
  const size = Buffer.concat(directory).length;
  const end = Buffer.alloc(18);
  const listed = count ?? entries.filter(({ unlisted }) => !unlisted).length;
  end.writeUInt16LE(listed, 4);
  end.writeUInt16LE(listed, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return Buffer.concat([
    Buffer.from(prefix as string),
    ...parts,
    ...directory,
    Buffer.from('PK\x05\x06'),
    end,
    Buffer.from(comment),
    Buffer.from(suffix as string),
  ]);
}
