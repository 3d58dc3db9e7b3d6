import { randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { fromSections, sectionValue, toSections, type Section } from '#server/catalogue/index/sections.ts';

/**
 * The version of everything that is saved. Raise it whenever `CatalogueData` gets, loses or renames a part, or the numbers
 * of one mean something else: a file of another version is not read.
 */
export const INDEX_VERSION = 8;

/**
 * A file holds plain data: objects and lists of typed arrays, texts, numbers and null. Numbers are in the machine's order.
 *
 *     from 0    8 bytes   `KMWINDEX`
 *     from 8    u32       INDEX_VERSION
 *     from 12   u32       bytes of the table
 *     from 16   u32       CRC-32 of the table
 *     from 20   u32       CRC-32 of the 20 bytes before
 *     from 24             the bytes of each section, one after the other
 *     then                the table, JSON, to the end of the file
 *
 * The head is written last: a file that was not written to its end has none. The table holds `head`, what the writer says
 * of the data; `shape`, the data without its arrays and texts (`toSections`); and of each section its type, bytes and CRC-32.
 */
const MAGIC = 'KMWINDEX';
const HEAD_BYTES = 24;
/** Bytes that are read, written or added up in one turn of the event loop: less than a millisecond. */
const SLICE = 1024 ** 2;
/** A table is some kilobytes. */
const MAX_TABLE = 16 * 1024 ** 2;

type SavedSection = { type: Section['type']; bytes: number; crc: number };

interface Table<Head> {
  head: Head;
  shape: string;
  sections: SavedSection[];
}

/**
 * A file that cannot be used, and why: it is not there; not as it was written; of another version; of another database,
 * release or history; changes since then are no longer known; the file system failed (`cause`).
 */
export class UnusableIndex extends Error {
  readonly reason: 'missing' | 'damaged' | 'version' | 'foreign' | 'old' | 'unreadable';

  constructor(reason: UnusableIndex['reason'], options?: ErrorOptions) {
    super(`the saved index is ${reason}`, options);
    this.reason = reason;
  }
}

/** Writes a file in place of the one at `path` (`putInPlace`). @throws what the file system throws, `ENOSPC` too. */
export function writeIndexFile(path: string, head: object, data: object): Promise<void> {
  return putInPlace(path, (draft) => writeDraft(draft, head, data));
}

/**
 * Data to write: as it is, or of some of its parts how they are made, which is done when their turn to be written comes: so
 * memory never holds all of them.
 */
export type Parts<Data extends object> = { [Part in keyof Data]: Data[Part] | (() => Data[Part]) };

/** Writes a file that is not there yet. @param parts plain data, or functions that make it. @throws what the file system throws; what was written until then stays. */
export async function writeDraft(path: string, head: object, parts: Parts<object>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await writeAll(file, head, parts);
  } finally {
    await file.close();
  }
}

/**
 * Has a file written under a name of its own, and puts it in place of the one at `path` once it is whole: of two that are
 * written at once the later one stays. Nothing is left behind by a failure. @throws what `write` and the file system throw.
 */
export async function putInPlace(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await write(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Reads a file back, each array into memory of its own.
 *
 * @param check looks at the head before the data is read, and throws where it is of no use.
 * @throws UnusableIndex where the file is not what was written, and what `check` and the file system throw.
 */
export async function readIndexFile<Head extends object, Data extends object>(
  path: string,
  check: (head: Head) => void,
): Promise<{ head: Head; data: Data }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UnusableIndex('missing') : error;
  });
  try {
    const { head, shape, sections } = await readTable<Head>(file);
    check(head);
    const read: unknown[] = [];
    let at = HEAD_BYTES;
    for (const section of sections) {
      read.push(sectionValue(await readSection(file, at, section)));
      at += section.bytes;
    }
    return { head, data: fromSections(shape, read) as Data };
  } finally {
    await file.close();
  }
}

/** The head of a file, without its data. @throws as `readIndexFile`. */
export async function readIndexHead<Head extends object>(path: string): Promise<Head> {
  let head: Head | undefined;
  const stop = new Error('the head is read');
  await readIndexFile<Head, object>(path, (found) => {
    head = found;
    throw stop;
  }).catch((error: unknown) => {
    if (error !== stop) throw error;
  });
  return head!;
}

async function writeAll(file: FileHandle, head: object, parts: Parts<object>): Promise<void> {
  let at = HEAD_BYTES;
  const saved: SavedSection[] = [];
  const shapes: string[] = [];
  for (const [name, part] of Object.entries(parts) as [string, unknown][]) {
    const { shape, sections } = toSections(typeof part === 'function' ? part() : part, saved.length);
    shapes.push(`${JSON.stringify(name)}:${shape}`);
    for (const { type, bytes } of sections) {
      const crc = await eachSlice(bytes, (slice, from) => writeWhole(file, slice, at + from));
      saved.push({ type, bytes: bytes.length, crc });
      at += bytes.length;
    }
  }
  const shape = `{${shapes.join()}}`;
  const table = Buffer.from(JSON.stringify({ head, shape, sections: saved } satisfies Table<object>));
  await writeWhole(file, table, at);
  const start = Buffer.alloc(HEAD_BYTES);
  start.write(MAGIC, 'latin1');
  start.writeUInt32LE(INDEX_VERSION, 8);
  start.writeUInt32LE(table.length, 12);
  start.writeUInt32LE(crc32(table), 16);
  start.writeUInt32LE(crc32(start.subarray(0, 20)), 20);
  await writeWhole(file, start, 0);
}

async function readTable<Head>(file: FileHandle): Promise<Table<Head>> {
  const { size } = await file.stat();
  const start = await readWhole(file, 0, HEAD_BYTES, size);
  if (start.toString('latin1', 0, 8) !== MAGIC || crc32(start.subarray(0, 20)) !== start.readUInt32LE(20)) {
    throw new UnusableIndex('damaged');
  }
  if (start.readUInt32LE(8) !== INDEX_VERSION) throw new UnusableIndex('version');
  const length = start.readUInt32LE(12);
  const text = await readWhole(file, size - length, Math.min(length, MAX_TABLE), size);
  if (crc32(text) !== start.readUInt32LE(16)) throw new UnusableIndex('damaged');
  const table = JSON.parse(text.toString()) as Table<Head>;
  const bytes = table.sections.reduce((sum, section) => sum + section.bytes, HEAD_BYTES + length);
  if (bytes !== size) throw new UnusableIndex('damaged');
  return table;
}

async function readSection(file: FileHandle, at: number, { type, bytes, crc }: SavedSection): Promise<Section> {
  // Memory of its own, so that it is given back when this array alone is done with.
  const held = Buffer.allocUnsafeSlow(bytes);
  const found = await eachSlice(held, async (slice, from) => {
    const { bytesRead } = await file.read(slice, 0, slice.length, at + from);
    if (bytesRead !== slice.length) throw new UnusableIndex('damaged');
  });
  if (found !== crc) throw new UnusableIndex('damaged');
  return { type, bytes: held };
}

/** Does something with each slice of some bytes, in turns of the event loop of their own. Their CRC-32 afterwards. */
async function eachSlice(bytes: Uint8Array, work: (slice: Uint8Array, from: number) => Promise<void>): Promise<number> {
  let crc = 0;
  for (let from = 0; from < bytes.length; from += SLICE) {
    const slice = bytes.subarray(from, from + SLICE);
    await work(slice, from);
    crc = crc32(slice, crc);
  }
  return crc;
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  // A disk that is full takes a part of the bytes, and says so when it is given the rest.
  for (let written = 0; written < bytes.length;) {
    written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
  }
}

async function readWhole(file: FileHandle, at: number, length: number, size: number): Promise<Buffer> {
  if (at < 0 || at + length > size) throw new UnusableIndex('damaged');
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead !== length) throw new UnusableIndex('damaged');
  return bytes;
}
