import type { FileHandle } from 'node:fs/promises';
import { RandomAccessReader, fromRandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { isProblem, problem } from '#contract/problems.ts';

/**
 * Where a ZIP lies in its file: `base` bytes stand before it (a self-extractor), `end` is the first byte behind its comment. Its directory lies from
 * `directory` to `directoryEnd`, where its end record begins.
 */
export interface ZipEnd {
  base: number;
  end: number;
  directory: number;
  directoryEnd: number;
}

const [END_BYTES, LOCATOR_BYTES, END64_BYTES, ENTRY_BYTES] = [22, 20, 56, 46];

/**
 * Promises where the ZIP in `file` lies, known by its end record, or null when the last 64 KiB hold none.
 * Bytes before the first entry and behind the comment are allowed, as programs that read archives allow them.
 */
export async function findZipEnd(file: FileHandle, size: number): Promise<ZipEnd | null> {
  const tail = Buffer.alloc(Math.min(size, END_BYTES + 0xffff));
  const start = size - tail.length;
  await file.read(tail, 0, tail.length, start);
  for (
    let at = tail.lastIndexOf('PK\x05\x06', tail.length - END_BYTES, 'latin1');
    at >= 0;
    at = tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
  ) {
    const end = start + at + END_BYTES + tail.readUInt16LE(at + 20);
    if (end > size) {
      if (at === 0) break;
      continue;
    }
    const isZip64 = at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === 0x07064b50;
    if (isZip64) {
      return {
        base: 0,
        end,
        ...(await findZip64Directory(file, Number(tail.readBigUInt64LE(at - LOCATOR_BYTES + 8)))),
      };
    }
    const directorySize = tail.readUInt32LE(at + 12);
    const base = Math.max(0, start + at - directorySize - tail.readUInt32LE(at + 16));
    return { base, end, directory: start + at - directorySize, directoryEnd: start + at };
  }
  return null;
}

async function findZip64Directory(file: FileHandle, at: number): Promise<Pick<ZipEnd, 'directory' | 'directoryEnd'>> {
  const record = Buffer.alloc(END64_BYTES);
  const { bytesRead } = await file.read(record, 0, END64_BYTES, at);
  if (bytesRead < END64_BYTES) throw problem('archive-damaged');
  return { directory: Number(record.readBigUInt64LE(48)), directoryEnd: at };
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
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#file.read(buffer, offset, length, this.#base + position).then(
      ({ bytesRead }) => done(bytesRead === length ? null : new Error('unexpected EOF'), bytesRead),
      (error: Error) => done(error),
    );
  }
  override close(done: (error: Error | null) => void): void {
    done(null);
  }
}

async function readEntries(
  file: FileHandle,
  { base, end, directory, directoryEnd }: ZipEnd,
  limit: number,
): Promise<{ entries: Entry[]; comment: Buffer }> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, decodeStrings: false, autoClose: false } as const;
    fromRandomAccessReader(new DirectoryReader(file, base), end - base, options, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  if (zip.entryCount > limit) throw problem('archive-too-many-entries', { limit });
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
  const declaredEnd = entries.reduce(
    (sum, { fileNameLength, extraFieldLength, fileCommentLength }) =>
      sum + ENTRY_BYTES + fileNameLength + extraFieldLength + fileCommentLength,
    directory,
  );
  if (declaredEnd !== directoryEnd && !(await isSignature(file, declaredEnd, directoryEnd))) {
    throw problem('archive-damaged');
  }
  return { entries, comment: zip.comment as unknown as Buffer };
}

/** Whether the only thing between the entries and the end record is the signature that a directory may have. */
async function isSignature(file: FileHandle, start: number, end: number): Promise<boolean> {
  const head = Buffer.alloc(6);
  await file.read(head, 0, head.length, start);
  return head.readUInt32LE(0) === 0x05054b50 && start + head.length + head.readUInt16LE(4) === end;
}

/**
 * Promises what the central directory says, unchecked: the entries with names as bytes, and the comment of the archive.
 * Throws `archive-too-many-entries` {limit} before reading them, `archive-encrypted`, `archive-truncated`, `archive-unreadable` and `archive-damaged` for a
 * directory that holds more or less than its end record says.
 */
export async function readDirectory(
  file: FileHandle,
  end: ZipEnd,
  limit: number,
): Promise<{ entries: Entry[]; comment: Buffer }> {
  try {
    return await readEntries(file, end, limit);
  } catch (error) {
    if (isProblem(error)) throw error;
    const { message } = error as Error;
    if (message.includes('encrypt')) throw problem('archive-encrypted');
    throw problem(message.includes('EOF') ? 'archive-truncated' : 'archive-unreadable');
  }
}
