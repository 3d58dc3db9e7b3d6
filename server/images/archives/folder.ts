import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { problem } from '#contract/problems.ts';
import { MiB } from '#server/images/byte-units.ts';
import type { ArchiveEntry, Container } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { isJunk, printable } from './entry-names.ts';

/** `name` is how it is opened. */
interface FolderEntry extends ArchiveEntry {
  name: string;
}

async function listFiles(folder: string, limits: ArchiveLimits): Promise<FolderEntry[]> {
  const names = await readdir(folder);
  if (names.length > limits.entries) throw problem('archive-too-many-entries', { limit: limits.entries });
  const files: FolderEntry[] = [];
  let total = 0;
  for (const name of names.filter((each) => !isJunk(each))) {
    const found = await lstat(join(folder, name));
    if (found.isDirectory()) continue;
    if (!found.isFile()) throw problem('archive-suspicious', { entry: printable(name), reason: 'link' });
    total += found.size;
    files.push({ path: printable(name), name, size: found.size });
  }
  if (total > limits.totalBytes) throw problem('archive-too-large', { limit: limits.totalBytes / MiB });
  return files;
}

/** Promises the files that lie directly in `folder`. Throws `archive-too-many-entries`, `archive-too-large`, and `archive-suspicious` for links and devices. */
export async function openFolderEntries(folder: string, limits: ArchiveLimits): Promise<Container> {
  const files = await listFiles(folder, limits);
  return {
    container: 'folder',
    files,
    comment: '',
    async read(entry) {
      if (entry.size > limits.entryBytes) throw problem('archive-too-large', { limit: limits.entryBytes / MiB });
      // No links, even if one took the place of the file since it was listed.
      const file = await open(
        join(folder, (entry as FolderEntry).name),
        constants.O_RDONLY | constants.O_NOFOLLOW,
      ).catch(() => null);
      if (file === null) throw problem('page-undecodable');
      try {
        const bytes = Buffer.alloc(entry.size);
        const { bytesRead } = await file.read(bytes, 0, entry.size, 0);
        if (bytesRead !== entry.size) throw problem('page-undecodable');
        return bytes;
      } finally {
        await file.close();
      }
    },
    async close() {},
  };
}
