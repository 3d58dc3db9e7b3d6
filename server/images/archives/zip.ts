import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';
import { problem } from '#contract/problems.ts';
import { MiB } from '#server/images/byte-units.ts';
import type { ExpectedFile } from '#server/images/unpacking/unpack-protocol.ts';
import type { ArchiveEntry, Container } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { readDirectory } from './zip-directory.ts';
import type { ZipEnd } from './zip-directory.ts';
import { findUnlisted, type ZipSpan } from './zip-gaps.ts';
import { decodeNames, entryPath, isJunk, pageCandidate, shownName } from './entry-names.ts';

const inflate = promisify(inflateRaw);

const LOCAL_BYTES = 30;

type LocatedEntry = ArchiveEntry & { entry: Entry; start: number };

function refuse(entry: string, reason: string): never {
  throw problem('archive-suspicious', { entry: shownName(entry), reason });
}

function checkSizes(name: string, entry: Entry, limits: ArchiveLimits): void {
  const { uncompressedSize: size, compressedSize: packed } = entry;
  // Packed bytes are read as a whole, too, however little they say they hold.
  if (Math.max(size, packed) > limits.entryBytes) {
    throw problem('archive-too-large', { limit: limits.entryBytes / MiB });
  }
  if (size > limits.ratioFrom && size > packed * limits.ratio) {
    refuse(name, 'ratio');
  }
}

function checkEntry(name: string, path: string | null, entry: Entry, limits: ArchiveLimits): void {
  if (path === null) {
    refuse(name, 'path');
  }
  if (entry.generalPurposeBitFlag & 0x2041) throw problem('archive-encrypted');
  // The upper half holds the mode of Unix; anything but a file (10), a folder (4) or nothing is a link, a pipe or a device.
  const kind = (entry.externalFileAttributes >>> 28) & 0xf;
  if (![0, 4, 8].includes(kind)) {
    refuse(name, 'link');
  }
  checkSizes(name, entry, limits);
}

/** The method that a file which is wanted is packed with and that is not read here; null for a ZIP as most are. */
function otherMethod(files: readonly LocatedEntry[]): string | null {
  const other = files.find(
    ({ path, entry }) =>
      (pageCandidate(path) !== null || /comicinfo\.xml$/i.test(path)) &&
      !isJunk(path) &&
      ![0, 8].includes(entry.compressionMethod),
  );
  return other === undefined
    ? null
    : (methodNames.get(other.entry.compressionMethod) ?? String(other.entry.compressionMethod));
}

const methodNames = new Map([
  [1, 'Shrink'],
  [6, 'Implode'],
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'XZ'],
  [98, 'PPMd'],
  [99, 'AES'],
]);

// The two copies of a header must agree, or two programs would see two archives in one file.
async function locate(file: FileHandle, base: number, name: string, entry: Entry): Promise<number> {
  const local = Buffer.alloc(LOCAL_BYTES + entry.fileNameLength);
  const at = base + entry.relativeOffsetOfLocalHeader;
  const { bytesRead } = await file.read(local, 0, local.length, at);
  if (bytesRead < local.length || local.readUInt32LE(0) !== 0x04034b50) throw problem('archive-truncated');
  const same =
    local.readUInt16LE(8) === entry.compressionMethod &&
    (local.readUInt16LE(6) & 1) === (entry.generalPurposeBitFlag & 1) &&
    local.readUInt16LE(26) === entry.fileNameLength &&
    local.subarray(LOCAL_BYTES).equals(entry.fileNameRaw);
  if (!same) {
    refuse(name, 'headers');
  }
  return at + local.length + local.readUInt16LE(28);
}

/** The bytes of the entries, in the order of the file. */
function listSpans(entries: LocatedEntry[], { base, directory }: ZipEnd): ZipSpan[] {
  const spans = entries.map(({ path, entry, start }) => ({
    path,
    from: base + entry.relativeOffsetOfLocalHeader,
    to: start + entry.compressedSize,
    described: (entry.generalPurposeBitFlag & 8) !== 0,
  }));
  spans.sort((a, b) => a.from - b.from);
  let free = 0;
  for (const { path, from, to } of spans) {
    if (from < free) {
      refuse(path, 'overlap');
    }
    free = to;
  }
  if (free > directory) throw problem('archive-truncated');
  return spans;
}

async function readEntry(file: FileHandle, { entry, start }: LocatedEntry): Promise<Buffer> {
  const packed = Buffer.alloc(entry.compressedSize);
  const { bytesRead } = await file.read(packed, 0, packed.length, start);
  const size = entry.uncompressedSize;
  const stored = entry.compressionMethod === 0 || size === 0;
  // zlib stops at the size that the directory promised, so a page can never grow beyond what was checked.
  const bytes = stored ? packed.subarray(0, size) : await inflate(packed, { maxOutputLength: size }).catch(() => null);
  const whole = bytes !== null && bytesRead === packed.length && bytes.length === size && crc32(bytes) === entry.crc32;
  if (!whole) throw problem('page-undecodable');
  return bytes;
}

async function locateAll(
  file: FileHandle,
  zipEnd: ZipEnd,
  entries: Entry[],
  limits: ArchiveLimits,
): Promise<{ files: LocatedEntry[]; missing: ArchiveEntry[] }> {
  const raw = entries.map((entry) => ({ bytes: entry.fileNameRaw, utf8: (entry.generalPurposeBitFlag & 0x800) !== 0 }));
  const names = decodeNames(raw);
  const located: LocatedEntry[] = [];
  let total = 0;
  for (const [i, entry] of entries.entries()) {
    const name = names[i] as string;
    const path = entryPath(name);
    checkEntry(name, path, entry, limits);
    total += entry.uncompressedSize;
    if (total > limits.totalBytes) throw problem('archive-too-large', { limit: limits.totalBytes / MiB });
    const start = await locate(file, zipEnd.base, name, entry);
    located.push({ path: path ?? '', size: entry.uncompressedSize, entry, start: start });
  }
  const unlisted = await findUnlisted(file, listSpans(located, zipEnd), zipEnd);
  const known = new Set(located.map(({ path }) => path));
  // An entry of the same name is an older one that a program has replaced.
  const missing = decodeNames([...raw, ...unlisted])
    .slice(raw.length)
    .filter((name) => !/[\\/]$/.test(name))
    .map(entryPath)
    .filter((path) => path !== null && !known.has(path));
  return {
    // Folders have been checked like files; they hold nothing.
    files: located.filter((_, i) => !/[\\/]$/.test(names[i] as string)),
    missing: missing.map((path) => ({ path: path as string, size: 0, missing: true })),
  };
}

/** A ZIP whose entries have been checked. */
export interface OpenZip extends Container {
  isEpub: boolean;
  /** The method that some page is packed with and that is not read here. */
  otherMethod: string | null;
  /** The sums that its files must have. */
  sums: ExpectedFile[];
}

/**
 * Promises the files of a ZIP after all checks of the whole archive. `file` stays open and is closed by the container. What lies between the entries of
 * the directory and is a page is missing.
 * Throws `archive-encrypted`, `archive-truncated`, `archive-unreadable`, `archive-damaged`, `archive-too-many-entries`, `archive-too-large`
 * and `archive-suspicious` {entry, reason: path, link, ratio, headers or overlap}.
 */
export async function openZip(file: FileHandle, end: ZipEnd, limits: ArchiveLimits): Promise<OpenZip> {
  const { entries, comment } = await readDirectory(file, end, limits.entries);
  const { files, missing } = await locateAll(file, end, entries, limits);
  const mimetype = files.find(({ path, size }) => path === 'mimetype' && size < 100);
  const type =
    mimetype === undefined
      ? ''
      : (
          await readEntry(file, mimetype).catch(() => {
            throw problem('archive-damaged');
          })
        ).toString('latin1');
  return {
    container: 'zip',
    files: [...files, ...missing],
    comment: comment.toString('utf8'),
    read: (entry) => readEntry(file, entry as LocatedEntry),
    close: () => file.close(),
    isEpub: type.trim() === 'application/epub+zip',
    otherMethod: otherMethod(files),
    sums: files.map(({ path, size, entry }) => ({ path, size, crc: entry.crc32 })),
  };
}
