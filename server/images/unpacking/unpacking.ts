import { writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { problem } from '#contract/problems.ts';
import type { ArchiveLimits } from '#server/images/archives/archive-limits.ts';
import { entryPath, isJunk, pageCandidate, shownName } from '#server/images/archives/entry-names.ts';
import { MiB } from '#server/images/byte-units.ts';
import type { UnpackedFile } from './unpack-protocol.ts';

/** The claims of a header in an archive about an entry. `size` is 0 where it does not say. */
export interface EntryHeader {
  name: string;
  size: number;
  /** `odd` is a kind of file whose bytes are not simply those of the file. */
  kind: 'file' | 'folder' | 'odd' | 'other';
}

/** Writes what is wanted of an archive, one entry behind the other, and counts what it is asked to unpack. */
export interface Unpacking {
  /**
   * Begins the next entry and promises whether its bytes are wanted. What is not goes through `skip`; of an odd kind, what would be wanted is missing.
   * Throws `archive-too-many-entries`, `archive-too-large` and `archive-suspicious` {entry, reason: path, link or ratio}.
   */
  enter(header: EntryHeader): boolean;
  /** Takes bytes of the entry that was entered last. Throws `archive-too-large`, `archive-suspicious` {reason: ratio}, `storage-full`. */
  put(bytes: Uint8Array): void;
  /** Counts bytes of the entry that was entered last that nobody wants. Throws as `put`. */
  skip(bytes: number): void;
  /** Says that the entry that was entered last cannot be read to its end. */
  damage(): void;
  /** The wanted files, in the order of the archive. */
  files: UnpackedFile[];
}

/** Promises an unpacking of an archive of `packed` bytes into the file open as `fd`. */
export function createUnpacking(fd: number, packed: number, limits: ArchiveLimits): Unpacking {
  const files: UnpackedFile[] = [];
  let current: UnpackedFile = { path: '', size: 0, at: 0, damaged: false, crc: 0 };
  let [entries, unpacked, written] = [0, 0, 0];

  function check(size: number, total: number): void {
    if (size > limits.entryBytes) throw problem('archive-too-large', { limit: limits.entryBytes / MiB });
    if (total > limits.totalBytes) throw problem('archive-too-large', { limit: limits.totalBytes / MiB });
    if (total > limits.ratioFrom && total > packed * limits.ratio) {
      throw problem('archive-suspicious', { entry: current.path, reason: 'ratio' });
    }
  }

  function grow(bytes: number): void {
    unpacked += bytes;
    current.size += bytes;
    check(current.size, unpacked);
  }

  return {
    files,
    enter({ name, size, kind }) {
      entries += 1;
      if (entries > limits.entries) throw problem('archive-too-many-entries', { limit: limits.entries });
      const path = entryPath(name);
      if (path === null) throw problem('archive-suspicious', { entry: shownName(name), reason: 'path' });
      if (kind === 'other') throw problem('archive-suspicious', { entry: path, reason: 'link' });
      current = { path, size: 0, at: written, damaged: false, crc: 0 };
      check(size, unpacked + size);
      const wanted = isWanted(path, size, limits);
      if (wanted && kind === 'odd') {
        files.push({ ...current, missing: true });
      }
      if (wanted && kind === 'file') {
        files.push(current);
      }
      return wanted && kind === 'file';
    },
    put(bytes) {
      grow(bytes.length);
      current.crc = crc32(bytes, current.crc);
      written += bytes.length;
      writeWhole(fd, bytes);
    },
    skip: grow,
    damage() {
      current.damaged = true;
    },
  };
}

/** Whether a file is unpacked: a page, what is known of pages, or a page's text. */
export function isWanted(path: string, size: number, limits: ArchiveLimits): boolean {
  if (isJunk(path)) return false;
  if (pageCandidate(path) !== null) return true;
  return (
    (/(^|\/)comicinfo\.xml$/i.test(path) && size <= limits.metadataBytes) ||
    (/\.txt$/i.test(path) && size <= limits.textBytes)
  );
}

/** Writes all of `bytes` at the end of what was written. Throws `storage-full`. */
function writeWhole(fd: number, bytes: Uint8Array): void {
  try {
    for (let done = 0; done < bytes.length;) {
      done += writeSync(fd, bytes, done);
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? problem('storage-full') : error;
  }
}
