import { crc32 } from 'node:zlib';
import { problem } from '#contract/problems.ts';
import { readBytes } from './read-bytes.ts';
import type { ListedFile } from './unpack-protocol.ts';

/** Properties of a header by their numbers, as the format names them. */
const [END, HEADER, MAIN_STREAMS, FILES, PACK, UNPACK, SUBSTREAMS] = [0, 1, 4, 5, 6, 7, 8];
const [SIZES, SUMS, FOLDERS, UNPACK_SIZES, STREAM_COUNTS] = [9, 10, 11, 12, 13];
const [ADDITIONAL_STREAMS, PROPERTIES, EMPTY_STREAM, EMPTY_FILE, NAMES, ENCODED] = [3, 2, 14, 15, 17, 23];
const START_BYTES = 32;
/** More than the names of as many files as an archive may hold take. */
export const HEADER_BYTES = 32 * 1024 * 1024;

/** Bytes that come out of a coder: a file, or several one behind the other. */
interface Stream {
  size: number;
  crc: number | null;
}

/**
 * Promises the files that a 7z of `bytes` bytes, open as `fd`, says it holds, in its order. Its header is one piece
 * with a sum.
 *
 * @param unpack gives the bytes of a header that is itself packed: the 7z it is given holds one file and nothing else.
 * @throws Problem `archive-truncated`, `archive-unreadable`, `archive-damaged`.
 */
export function readSevenZipHeader(fd: number, bytes: number, unpack: (archive: Buffer) => Buffer): ListedFile[] {
  const start = readBytes(fd, 0, START_BYTES);
  const isStart = start.length === START_BYTES && crc32(start.subarray(12)) === start.readUInt32LE(8);
  if (!isStart) throw problem('archive-unreadable');
  const [offset, size] = [START_BYTES + Number(start.readBigUInt64LE(12)), Number(start.readBigUInt64LE(20))];
  if (size === 0) return [];
  if (offset + size > bytes) throw problem('archive-truncated');
  if (size > HEADER_BYTES) throw problem('archive-unreadable');
  let header = readBytes(fd, offset, offset + size);
  if (crc32(header) !== start.readUInt32LE(28)) throw problem('archive-unreadable');
  try {
    // A header may be packed, and that which says how may be, too.
    for (let depth = 0; header[0] === ENCODED && depth < 4; depth += 1) {
      header = unpackedHeader(fd, header, unpack);
    }
    return listFiles(new Cursor(header));
  } catch (error) {
    if (error instanceof RangeError) throw problem('archive-damaged');
    throw error;
  }
}

/** Reads a header from its start. Throws RangeError at its end. */
class Cursor {
  #at = 0;
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  get at(): number {
    return this.#at;
  }
  take(length: number): Buffer {
    if (length < 0 || this.#at + length > this.bytes.length) throw new RangeError('the header ends');
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }
  byte(): number {
    return this.take(1)[0] as number;
  }
  /** The first byte says by its leading ones how many follow. */
  number(): number {
    const first = this.byte();
    let value = 0;
    for (let i = 0, mask = 0x80; i < 8; i += 1, mask >>= 1) {
      if ((first & mask) === 0) return value + (first & (mask - 1)) * 2 ** (8 * i);
      value += this.byte() * 2 ** (8 * i);
    }
    return value;
  }
  /** A number of things that follow, each of which takes a bit or more. */
  count(): number {
    const value = this.number();
    if (value > this.bytes.length * 8) throw new RangeError('more than a header can tell of');
    return value;
  }
  bits(count: number): boolean[] {
    const bytes = this.take(Math.ceil(count / 8));
    return Array.from({ length: count }, (_, at) => ((bytes[at >> 3] as number) & (0x80 >> (at & 7))) !== 0);
  }
  sums(count: number): (number | null)[] {
    const known = this.byte() === 0 ? this.bits(count) : Array<boolean>(count).fill(true);
    return known.map((is) => (is ? this.take(4).readUInt32LE() : null));
  }
  expect(property: number): void {
    if (this.byte() !== property) throw new RangeError('another property than expected');
  }
}

function unpackedHeader(fd: number, header: Buffer, unpack: (archive: Buffer) => Buffer): Buffer {
  const cursor = new Cursor(header.subarray(1));
  const {
    packed,
    size,
    streams: [only],
    rest,
  } = readStreams(cursor);
  const folders = cursor.bytes.subarray(rest, cursor.at - 1);
  const data = readBytes(fd, START_BYTES + packed, START_BYTES + packed + size);
  // The same streams, at the start of a 7z whose one file is called "h".
  const own = Buffer.concat([
    Buffer.from([HEADER, MAIN_STREAMS, PACK, 0]),
    folders,
    Buffer.from([SUBSTREAMS, END, END, FILES, 1, NAMES, 5, 0, 0x68, 0, 0, 0, END, END]),
  ]);
  const start = Buffer.alloc(20);
  start.writeBigUInt64LE(BigInt(data.length), 0);
  start.writeBigUInt64LE(BigInt(own.length), 8);
  start.writeUInt32LE(crc32(own), 16);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(start));
  const unpacked = unpack(Buffer.concat([Buffer.from('7z\xbc\xaf\x27\x1c\0\x04', 'latin1'), sum, start, data, own]));
  const whole = only?.size === unpacked.length && (only.crc === null || only.crc === crc32(unpacked));
  if (!whole) throw problem('archive-damaged');
  return unpacked;
}

/**
 * The description of streams: where the packed bytes begin behind the start, how many they are, and what they hold; `rest`
 * is what follows the place.
 */
function readStreams(cursor: Cursor): { packed: number; size: number; streams: Stream[]; rest: number } {
  let [packed, size, rest] = [0, 0, 0];
  let folders: Stream[] = [];
  let streams: Stream[] | null = null;
  for (let property = cursor.byte(); property !== END; property = cursor.byte()) {
    if (property === PACK) {
      packed = cursor.number();
      rest = cursor.at;
      const count = cursor.count();
      for (let inner = cursor.byte(); inner !== END; inner = cursor.byte()) {
        if (inner === SUMS) {
          cursor.sums(count);
          continue;
        }
        if (inner !== SIZES) throw new RangeError('unknown');
        for (let i = 0; i < count; i += 1) {
          size += cursor.number();
        }
      }
    } else if (property === UNPACK) {
      folders = readFolders(cursor);
    } else if (property === SUBSTREAMS) {
      streams = readSubstreams(cursor, folders);
    } else {
      throw new RangeError('unknown');
    }
  }
  return { packed, size, streams: streams ?? folders, rest };
}

function readFolders(cursor: Cursor): Stream[] {
  cursor.expect(FOLDERS);
  const count = cursor.count();
  if (cursor.byte() !== 0) throw new RangeError('told elsewhere');
  const shapes = Array.from({ length: count }, () => readFolder(cursor));
  cursor.expect(UNPACK_SIZES);
  const sizes = shapes.map(({ outputs, main }) => Array.from({ length: outputs }, () => cursor.number())[main] ?? 0);
  let sums: (number | null)[] = [];
  for (let inner = cursor.byte(); inner !== END; inner = cursor.byte()) {
    if (inner !== SUMS) throw new RangeError('unknown');
    sums = cursor.sums(count);
  }
  return sizes.map((size, at) => ({ size, crc: sums[at] ?? null }));
}

/** How many outputs the coders of a folder have, and which of them is no input of another. */
function readFolder(cursor: Cursor): { outputs: number; main: number } {
  let [inputs, outputs] = [0, 0];
  for (let coders = cursor.count(); coders > 0; coders -= 1) {
    const flags = cursor.byte();
    cursor.take(flags & 0x0f);
    const complex = (flags & 0x10) !== 0;
    inputs += complex ? cursor.count() : 1;
    outputs += complex ? cursor.count() : 1;
    if ((flags & 0x20) !== 0) {
      cursor.take(cursor.count());
    }
  }
  const bound = new Set(
    Array.from({ length: Math.max(0, outputs - 1) }, () => {
      cursor.number();
      return cursor.number();
    }),
  );
  const packed = inputs - bound.size;
  if (packed > 1) {
    for (let i = 0; i < packed; i += 1) {
      cursor.number();
    }
  }
  const main = Array.from({ length: Math.min(outputs, 64) }, (_, at) => at).find((at) => !bound.has(at));
  return { outputs, main: main ?? 0 };
}

function readSubstreams(cursor: Cursor, folders: Stream[]): Stream[] {
  let property = cursor.byte();
  let counts = folders.map(() => 1);
  if (property === STREAM_COUNTS) {
    counts = folders.map(() => cursor.count());
    property = cursor.byte();
  }
  const hasSizes = property === SIZES;
  const streams = folders.flatMap(({ size, crc }, at) => {
    const count = counts[at] as number;
    const sizes = Array.from({ length: hasSizes ? Math.max(0, count - 1) : 0 }, () => cursor.number());
    if (count > sizes.length) {
      sizes.push(size - sizes.reduce((sum, each) => sum + each, 0));
    }
    return sizes.map((each): Stream => ({ size: each, crc: count === 1 ? crc : null }));
  });
  if (hasSizes) {
    property = cursor.byte();
  }
  for (; property !== END; property = cursor.byte()) {
    if (property !== SUMS) throw new RangeError('unknown');
    const unknown = streams.filter(({ crc }) => crc === null);
    for (const [at, sum] of cursor.sums(unknown.length).entries()) {
      (unknown[at] as Stream).crc = sum;
    }
  }
  return streams;
}

function listFiles(cursor: Cursor): ListedFile[] {
  cursor.expect(HEADER);
  let streams: Stream[] = [];
  for (let property = cursor.byte(); property !== END; property = cursor.byte()) {
    if (property === PROPERTIES) {
      while (cursor.byte() !== END) {
        cursor.take(cursor.count());
      }
    } else if (property === ADDITIONAL_STREAMS) {
      readStreams(cursor);
    } else if (property === MAIN_STREAMS) {
      ({ streams } = readStreams(cursor));
    } else if (property === FILES) {
      return readFiles(cursor, streams);
    } else {
      throw new RangeError('unknown');
    }
  }
  return [];
}

function readFiles(cursor: Cursor, streams: Stream[]): ListedFile[] {
  const count = cursor.count();
  let empty = Array<boolean>(count).fill(false);
  let emptyFiles: boolean[] = [];
  let names: Buffer[] = [];
  for (let property = cursor.byte(); property !== END; property = cursor.byte()) {
    const inner = new Cursor(cursor.take(cursor.count()));
    if (property === EMPTY_STREAM) {
      empty = inner.bits(count);
    }
    if (property === EMPTY_FILE) {
      emptyFiles = inner.bits(empty.filter(Boolean).length);
    }
    if (property === NAMES && inner.byte() === 0) {
      names = readNames(inner.bytes.subarray(1), count);
    }
  }
  const filled = empty.filter((is) => !is).length;
  if (names.length !== count || streams.length !== filled) throw new RangeError('another number of files');
  let [stream, none] = [0, 0];
  return names.flatMap((bytes, at): ListedFile[] => {
    const name = { bytes, utf8: true };
    if (empty[at]) return emptyFiles[none++] ? [{ name, size: 0, crc: 0 }] : [];
    return [{ name, ...(streams[stream++] as Stream) }];
  });
}

function readNames(bytes: Buffer, count: number): Buffer[] {
  const names = bytes.toString('utf16le').split('\0');
  return names.slice(0, count).map((name) => Buffer.from(name));
}
