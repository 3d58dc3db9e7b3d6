import { crc32 } from 'node:zlib';
import { problem } from '#contract/problems.ts';
import { readBytes } from './read-bytes.ts';
import type { ListedFile } from './unpack-protocol.ts';

/** Of one block of a RAR: where the next begins, and the file that it is, or that it ends the archive. */
interface Block {
  next: number;
  file?: ListedFile;
  isEnd?: boolean;
}

/** Bytes that most headers fit into, and more than any takes: a name and some records. */
const [HEAD_BYTES, HEADER_BYTES] = [1024, 64 * 1024];

/**
 * Promises the files that a RAR of `bytes` bytes, open as `fd`, says it holds, in its order: only its headers are read,
 * each of which has a sum. RAR 4 and 5.
 *
 * @throws Problem `archive-unreadable`, `archive-encrypted`; `archive-truncated` where its end is missing or stands in
 * another volume; `archive-damaged` where the headers behind a damaged one cannot be found; `archive-solid` for a RAR 4
 * whose files are packed together.
 */
export function readRarHeaders(fd: number, bytes: number): ListedFile[] {
  const isRar5 = readBytes(fd, 6, 7)[0] === 1;
  const files: ListedFile[] = [];
  for (let at = isRar5 ? 8 : 7; ;) {
    // Every RAR since version 3 has a block that ends it; what older ones packed cannot be read anyway.
    if (at >= bytes) throw problem('archive-truncated');
    const block = (isRar5 ? readBlock5 : readBlock4)(fd, at);
    if (block === null) throw problem(files.length === 0 ? 'archive-unreadable' : 'archive-damaged');
    if (block.next > bytes) throw problem('archive-truncated');
    if (block.file) {
      files.push(block.file);
    }
    if (block.isEnd) {
      refuseMore(fd, block.next, bytes, isRar5);
      return files;
    }
    at = block.next;
  }
}

/** Some programs append zeros or a few words; blocks behind the end are of an archive that was put together wrongly. */
function refuseMore(fd: number, start: number, end: number, isRar5: boolean): void {
  if (end - start > HEADER_BYTES) throw problem('archive-damaged');
  const tail = readBytes(fd, start, end);
  for (let at = 0; at + 7 < tail.length; at += 1) {
    if (isRar5 ? isHeader5(tail.subarray(at)) : isHeader4(tail.subarray(at))) throw problem('archive-damaged');
  }
}

function headerAt(fd: number, at: number, isHeader: (head: Buffer) => boolean): Buffer | null {
  const head = readBytes(fd, at, at + HEAD_BYTES);
  if (isHeader(head)) return head;
  const all = readBytes(fd, at, at + HEADER_BYTES);
  return isHeader(all) ? all : null;
}

function isHeader5(head: Buffer): boolean {
  if (head.length < 7) return false;
  const size = number(head, 4);
  const end = size.next + size.value;
  return size.value > 1 && end <= head.length && crc32(head.subarray(4, end)) === head.readUInt32LE(0);
}

function isHeader4(head: Buffer): boolean {
  const size = head.length < 7 ? 0 : head.readUInt16LE(5);
  return size >= 7 && size <= head.length && (crc32(head.subarray(2, size)) & 0xffff) === head.readUInt16LE(0);
}

function readBlock5(fd: number, at: number): Block | null {
  const head = headerAt(fd, at, isHeader5);
  if (head === null) return null;
  const size = number(head, 4);
  const header = head.subarray(0, size.next + size.value);
  let place = size.next;
  const read = (): number => {
    const { value, next } = number(header, place);
    place = next;
    return value;
  };
  const [type, flags] = [read(), read()];
  if ((flags & 0x01) !== 0) {
    read();
  }
  const data = (flags & 0x02) === 0 ? 0 : read();
  const next = at + header.length + data;
  if (type === 4) throw problem('archive-encrypted');
  if (type === 5) return endBlock(next, (read() & 0x01) !== 0);
  if (type === 1) return endsElsewhere((read() & 0x01) !== 0) ?? { next };
  if (type !== 2) return { next };
  endsElsewhere((flags & 0x18) !== 0);
  const kind = read();
  const unpacked = read();
  read();
  if ((kind & 0x02) !== 0) {
    place += 4;
  }
  const crc = (kind & 0x04) === 0 ? null : header.readUInt32LE((place += 4) - 4);
  read();
  read();
  const length = read();
  if ((kind & 0x01) !== 0) return { next };
  const name = { bytes: header.subarray(place, place + length), utf8: true };
  return { next, file: { name, size: (kind & 0x08) === 0 ? unpacked : null, crc } };
}

const [MAIN, FILE, SERVICE, END] = [0x73, 0x74, 0x7a, 0x7b];

function readBlock4(fd: number, at: number): Block | null {
  const head = headerAt(fd, at, isHeader4);
  if (head === null) return null;
  const [type, flags] = [head[2], head.readUInt16LE(3)];
  const header = head.subarray(0, head.readUInt16LE(5));
  const isFile = type === FILE || type === SERVICE;
  if (isFile && header.length < 32) return null;
  if (type === END) return endBlock(at + header.length, (flags & 0x01) !== 0);
  if (type === MAIN) return endsElsewhere((flags & 0x01) !== 0) ?? { next: at + header.length };
  const large = isFile && (flags & 0x100) !== 0;
  const hasData = header.length >= 11 && (isFile || (flags & 0x8000) !== 0);
  const data = hasData ? header.readUInt32LE(7) + (large ? header.readUInt32LE(32) * 2 ** 32 : 0) : 0;
  const next = at + header.length + data;
  if (type !== FILE || (flags & 0xe0) === 0xe0) return { next };
  endsElsewhere((flags & 0x03) !== 0);
  if ((flags & 0x04) !== 0) throw problem('archive-encrypted');
  if ((flags & 0x10) !== 0) throw problem('archive-solid');
  const start = large ? 40 : 32;
  const name = header.subarray(start, start + header.readUInt16LE(26));
  const isUnicode = (flags & 0x200) !== 0;
  return {
    next,
    file: {
      name: isUnicode ? { bytes: Buffer.from(unicodeName(name)), utf8: true } : { bytes: name, utf8: false },
      size: header.readUInt32LE(11) + (large ? header.readUInt32LE(36) * 2 ** 32 : 0),
      crc: header.readUInt32LE(16),
    },
  };
}

function endBlock(next: number, elsewhere: boolean): Block {
  endsElsewhere(elsewhere);
  return { next, isEnd: true };
}

/** Throws `archive-truncated` for one of several volumes. */
function endsElsewhere(elsewhere: boolean): null {
  if (elsewhere) throw problem('archive-truncated');
  return null;
}

/** Groups of seven bits, lowest first. */
function number(head: Buffer, start: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 10; i += 1) {
    const byte = head[start + i] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: start + i + 1 };
  }
  return { value, next: start + 10 };
}

/**
 * A name of RAR 4: its plain letters, a zero, and how Unicode differs from them, two bits a letter; or UTF-8 without a
 * zero.
 */
function unicodeName(name: Buffer): string {
  const zero = name.indexOf(0);
  if (zero < 0) return name.toString('utf8');
  const [plain, coded] = [name.subarray(0, zero), name.subarray(zero + 1)];
  const letters: number[] = [];
  const high = (coded[0] ?? 0) << 8;
  let [at, flags, bits] = [1, 0, 0];
  const byte = (): number => coded[at++] ?? 0;
  while (at < coded.length && letters.length < name.length * 2) {
    if (bits === 0) {
      [flags, bits] = [byte(), 8];
    }
    bits -= 2;
    const kind = (flags >> bits) & 3;
    if (kind === 0) {
      letters.push(byte());
    }
    if (kind === 1) {
      letters.push(byte() | high);
    }
    if (kind === 2) {
      letters.push(byte() | (byte() << 8));
    }
    if (kind === 3) {
      const length = byte();
      const [shift, above] = (length & 0x80) === 0 ? [0, 0] : [byte(), high];
      for (let left = (length & 0x7f) + 2; left > 0; left -= 1) {
        letters.push((((plain[letters.length] ?? 0) + shift) & 0xff) | above);
      }
    }
  }
  return String.fromCharCode(...letters);
}
