import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problem } from '#contract/problems.ts';
import { MiB } from '#server/images/byte-units.ts';
import { openUnpacked, type UnpackingPlace } from '#server/images/unpacking/child-unpack.ts';
import type { Unpack } from '#server/images/unpacking/unpack-protocol.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import type { Archive, ArchiveEntry, Container, PageEntry } from './archive-entry.ts';
import { SIGNATURE_BYTES, containerFormat, rarIsEncrypted, rarIsWhole, sevenZipEnd, startsAsZip } from './container.ts';
import { isJunk, pageCandidate, pathStem } from './entry-names.ts';
import { sortNaturally } from './natural-order.ts';
import { openFolderEntries } from './folder.ts';
import { findZipEnd } from './zip-directory.ts';
import { openEpub } from './epub.ts';
import { openZip } from './zip.ts';

function arrange(container: Container, limits: ArchiveLimits): Archive {
  const files = container.files.filter(({ path }) => !isJunk(path));
  const texts = new Map(
    files
      .filter(({ path, size }) => /\.txt$/i.test(path) && size <= limits.textBytes)
      .map((file) => [pathStem(file.path), file]),
  );
  const entry = (file: ArchiveEntry): PageEntry =>
    Object.assign(file, pageCandidate(file.path) ?? { unsupported: null }, {
      text: texts.get(pathStem(file.path)) ?? null,
    });
  const pages =
    container.pages?.map(entry) ??
    sortNaturally(
      files.filter(({ path }) => pageCandidate(path) !== null),
      ({ path }) => path,
    ).map(entry);
  if (pages.length === 0) throw problem('archive-empty');
  const depth = (file: ArchiveEntry): number => file.path.split('/').length;
  const outermost = (some: readonly ArchiveEntry[]): ArchiveEntry[] =>
    sortNaturally(some, ({ path }) => path).sort((a, b) => depth(a) - depth(b));
  const metadata = files.filter(
    ({ path, size }) => /(^|\/)comicinfo\.xml$/i.test(path) && size <= limits.metadataBytes,
  );
  return {
    container: container.container,
    entries: pages,
    metadataFiles: outermost(metadata),
    downloadFiles: outermost(files.filter(({ path, size }) => isDownloadFile(path) && size <= limits.metadataBytes)),
    comment: container.comment,
    book: container.book ?? null,
    async read(entry) {
      if (entry.missing) throw problem('page-missing');
      return await container.read(entry);
    },
    close: container.close,
  };
}

/** Whether a file is what a downloader says of a gallery (`info.json`), or of a picture beside it (`001.jpg.json`). */
function isDownloadFile(path: string): boolean {
  return /(^|\/)info\.json$/i.test(path) || (/\.json$/i.test(path) && pageCandidate(path.slice(0, -5)) !== null);
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw problem('archive-unreadable');
    throw problem('archive-not-found');
  }
  throw problem('archive-unreadable');
}

async function bytesAt(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  await file.read(bytes, 0, bytes.length, start);
  return bytes;
}

async function openContainer(file: FileHandle, limits: ArchiveLimits, place: UnpackingPlace): Promise<Container> {
  const { size } = await file.stat();
  if (size === 0) throw problem('archive-empty');
  if (size > limits.archiveBytes) throw problem('archive-too-large', { limit: limits.archiveBytes / MiB });
  const head = await bytesAt(file, 0, Math.min(SIGNATURE_BYTES, size));
  const format = containerFormat(head);
  if (format === 'rar' && rarIsEncrypted(head)) throw problem('archive-encrypted');
  if (format === 'rar' && !rarIsWhole(head, await bytesAt(file, Math.max(0, size - SIGNATURE_BYTES), size))) {
    throw problem('archive-truncated');
  }
  if (format === '7z' && sevenZipEnd(head) > size) throw problem('archive-truncated');
  if (format !== null) return await openUnpacked(file, { format }, limits, place);
  const end = await findZipEnd(file, size);
  if (end === null) throw problem(startsAsZip(head) ? 'archive-truncated' : 'archive-unreadable');
  const container = await openZip(file, end, limits);
  const { otherMethod, sums, comment, files } = container;
  if (otherMethod === null) return container.isEpub ? await openEpub(container, limits) : container;
  if (!OTHER_METHODS.has(otherMethod)) throw problem('archive-method-unsupported', { method: otherMethod });
  const unpacked = await openUnpacked(file, { format: 'zip', expected: sums }, limits, place);
  return { ...unpacked, comment, files: [...unpacked.files, ...files.filter(({ missing }) => missing)] };
}

/** The methods of a ZIP, by name, that the library for RAR reads. */
const OTHER_METHODS = new Set(['Deflate64', 'bzip2', 'LZMA', 'XZ', 'PPMd']);

/**
 * Promises an open archive that has passed every check; close it. The container is known by its bytes, never by its extension. ZIP and EPUB are read where
 * they lie; anything else is unpacked by a child process, or by `unpack`, into a nameless file inside `folder`, which holds nothing else. Every page that
 * the archive is known to hold is among the entries, also one that cannot be read.
 * Throws `archive-not-found`, `archive-unreadable`, `archive-empty` (no candidate for a page), `archive-encrypted`, `archive-truncated`,
 * `archive-damaged` (pages are lost, and nobody can tell which), `archive-solid`,
 * `archive-method-unsupported` {method}, `archive-too-many-entries` {limit}, `archive-too-large` {limit} (MiB), `archive-timeout` {seconds}, `archive-memory`
 * {limit} (MiB), `storage-full` and, for an archive that no honest program writes, `archive-suspicious` {entry, reason}.
 */
export async function openArchive(
  path: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
  folder: string = join(tmpdir(), 'komawari-unpacked'),
  unpack?: Unpack,
): Promise<Archive> {
  const file = await openFile(path);
  let container: Container | undefined;
  try {
    container = await openContainer(file, limits, { folder, unpack });
    return arrange(container, limits);
  } catch (error) {
    await (container ?? file).close();
    throw error;
  }
}

/**
 * Promises the images that lie directly in a folder, in the shape of an archive; folders inside are chapters of their own and are not read.
 * Throws `archive-not-found`, `archive-empty`, `archive-too-many-entries` {limit}, `archive-too-large` {limit} and, for
 * a link among the images, `archive-suspicious`.
 */
export async function openFolder(path: string, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Archive> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isDirectory()) throw problem('archive-not-found');
  return arrange(await openFolderEntries(path, limits), limits);
}
