import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { problem } from '#contract/problems.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import type { Archive, ArchiveEntry, Container } from './archive-entry.ts';
import { SIGNATURE_BYTES, containerFormat, rarIsEncrypted, startsAsZip } from './container.ts';
import { isJunk, pageCandidate, stemOf } from './entry-names.ts';
import { sortNaturally } from './natural-order.ts';
import { openFolderEntries } from './folder.ts';
import { findZipEnd } from './zip-directory.ts';
import { openZip } from './zip.ts';

/** The formats that are named in refusals because they are coming. */
const COMING = 'RAR (CBR), 7z (CB7), TAR (CBT), PDF, EPUB';

function arrange(container: Container, limits: ArchiveLimits): Archive {
  const files = container.files.filter(({ path }) => !isJunk(path));
  const texts = new Map(files.filter(({ path, size }) => /\.txt$/i.test(path) && size <= limits.textBytes).map((file) => [stemOf(file.path), file]));
  const pages = files.flatMap((file) => {
    const candidate = pageCandidate(file.path);
    return candidate === null ? [] : [Object.assign(file, candidate, { text: texts.get(stemOf(file.path)) ?? null })];
  });
  if (pages.length === 0) { throw problem('archive-empty'); }
  const depth = (file: ArchiveEntry): number => file.path.split('/').length;
  const metadata = files.filter(({ path, size }) => /(^|\/)comicinfo\.xml$/i.test(path) && size <= limits.metadataBytes);
  return {
    entries: sortNaturally(pages, ({ path }) => path),
    metadataFiles: sortNaturally(metadata, ({ path }) => path).sort((a, b) => depth(a) - depth(b)),
    comment: container.comment,
    read: container.read,
    close: container.close,
  };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) { return file; }
    await file.close();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') { throw problem('archive-unreadable'); }
    throw problem('archive-not-found');
  }
  throw problem('archive-unreadable');
}

async function openContainer(file: FileHandle, limits: ArchiveLimits): Promise<Container> {
  const { size } = await file.stat();
  const head = Buffer.alloc(Math.min(SIGNATURE_BYTES, size));
  await file.read(head, 0, head.length, 0);
  if (size === 0) { throw problem('archive-empty'); }
  const other = containerFormat(head);
  if (other === 'RAR' && rarIsEncrypted(head)) { throw problem('archive-encrypted'); }
  if (other !== null) { throw problem('archive-format-unsupported', { format: other, coming: COMING }); }
  const end = await findZipEnd(file, size);
  if (end === null) { throw problem(startsAsZip(head) ? 'archive-truncated' : 'archive-unreadable'); }
  const container = await openZip(file, end, limits);
  if (container.isEpub) { throw problem('archive-format-unsupported', { format: 'EPUB', coming: COMING }); }
  return container;
}

/**
 * Promises an open archive that has passed every check; close it. The container is known by its bytes, never by its extension, and nothing is unpacked.
 * Throws `archive-not-found`, `archive-unreadable`, `archive-empty` (no candidate for a page), `archive-encrypted`, `archive-truncated`,
 * `archive-format-unsupported` {format, coming}, `archive-too-many-entries` {limit}, `archive-too-large` {limit} (MiB) and, for an archive that no honest
 * program writes, `archive-suspicious` {entry, reason}.
 */
export async function openArchive(path: string, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Archive> {
  const file = await openFile(path);
  try {
    return arrange(await openContainer(file, limits), limits);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Promises the images that lie directly in a folder, in the shape of an archive; folders inside are chapters of their own and are not read.
 * Throws `archive-not-found`, `archive-empty`, `archive-too-many-entries` {limit}, `archive-too-large` {limit} and, for a link among the images, `archive-suspicious`.
 */
export async function openFolder(path: string, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Archive> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isDirectory()) { throw problem('archive-not-found'); }
  return arrange(await openFolderEntries(path, limits), limits);
}
