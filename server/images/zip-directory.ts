import type { FileHandle } from 'node:fs/promises';
import { RandomAccessReader, fromRandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { isProblem, problem } from '#contract/problems.ts';

/** Where a ZIP lies in its file: `base` bytes stand before it (a self-extractor), `end` is the first byte behind its comment. */
export interface ZipEnd {
  base: number;
  end: number;
}

const END_BYTES = 22;

/**
 * Promises where the ZIP in `file` lies, known by its end record, or null when the last 64 KiB hold none.
 * Bytes before the first entry and behind the comment are allowed, as programs that read archives allow them.
 */
export async function findZipEnd(file: FileHandle, size: number): Promise<ZipEnd | null> {
  const tail = Buffer.alloc(Math.min(size, END_BYTES + 0xffff));
  const start = size - tail.length;
  await file.read(tail, 0, tail.length, start);
  for (let at = tail.lastIndexOf('PK\x05\x06', tail.length - END_BYTES, 'latin1'); at >= 0; at = tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1')) {
    const end = start + at + END_BYTES + tail.readUInt16LE(at + 20);
    if (end > size) {
      if (at === 0) { break; }
      continue;
    }
    const directorySize = tail.readUInt32LE(at + 12);
    const directoryOffset = tail.readUInt32LE(at + 16);
    const isZip64 = directorySize === 0xffffffff || directoryOffset === 0xffffffff || (at >= 20 && tail.readUInt32LE(at - 20) === 0x07064b50);
    return { base: isZip64 ? 0 : Math.max(0, start + at - directorySize - directoryOffset), end };
  }
  return null;
}

/** Reads the central directory out of a file that stays open for the pages. */
class DirectoryReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #base: number;
  constructor(file: FileHandle, base: number) {
    super();
    this.#file = file;
    this.#base = base;
  }
  override read(buffer: Buffer, offset: number, length: number, position: number, done: (error: Error | null, bytesRead?: number) => void): void {
    this.#file.read(buffer, offset, length, this.#base + position).then(
      ({ bytesRead }) => done(bytesRead === length ? null : new Error('unexpected EOF'), bytesRead),
      (error: Error) => done(error),
    );
  }
  override close(done: (error: Error | null) => void): void {
    done(null);
  }
}

async function read(file: FileHandle, { base, end }: ZipEnd, limit: number): Promise<{ entries: Entry[]; comment: Buffer }> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, decodeStrings: false, autoClose: false } as const;
    fromRandomAccessReader(new DirectoryReader(file, base), end - base, options, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  if (zip.entryCount > limit) { throw problem('archive-too-many-entries', { limit }); }
  const entries: Entry[] = [];
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return { entries, comment: zip.comment as unknown as Buffer };
}

/**
 * Promises what the central directory says, unchecked: the entries with names as bytes, and the comment of the archive.
 * Throws `archive-too-many-entries` {limit} before reading them, `archive-encrypted`, `archive-truncated` and `archive-unreadable`.
 */
export async function readDirectory(file: FileHandle, end: ZipEnd, limit: number): Promise<{ entries: Entry[]; comment: Buffer }> {
  try {
    return await read(file, end, limit);
  } catch (error) {
    if (isProblem(error)) { throw error; }
    const { message } = error as Error;
    if (message.includes('encrypt')) { throw problem('archive-encrypted'); }
    throw problem(message.includes('EOF') ? 'archive-truncated' : 'archive-unreadable');
  }
}
