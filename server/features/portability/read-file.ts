import { gunzipSync } from 'node:zlib';
import { problem } from '#contract/problems.ts';
import { MAX_PLACES, type ForeignEntry, type ForeignLibrary } from './foreign-library.ts';
import { readExport } from './read-export.ts';
import { readMal } from './read-mal.ts';
import { readMihon } from './read-mihon.ts';

/** Most bytes of a file when it is unpacked: backups of large libraries have ten. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Most lists that one comic is on. */
const MAX_LISTS = 200;

/**
 * The content of a file, whichever of the known programs wrote it; its name and type do not matter.
 *
 * @throws Problem `import-file-unknown` for anything else, `import-file-broken` for an export of ours that was changed, `request-too-large` for what unpacks to more than 64 MiB.
 */
export function readFile(bytes: Buffer, now: Date): ForeignLibrary {
  const content = unpacked(bytes);
  const first = content
    .subarray(0, 64)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (first.startsWith('{')) {
    const read = readExport(content.toString('utf8'), now);
    if (read) return { source: 'komawari', entries: bounded(read.entries), categories: [], account: read.account };
  } else if (first.startsWith('<')) {
    const entries = readMal(content.toString('utf8'));
    if (entries) return { source: 'mal', entries: bounded(entries), categories: [], account: null };
  } else {
    const read = readMihon(content, now);
    if (read) return { source: 'mihon', ...read, entries: bounded(read.entries), account: null };
  }
  throw problem('import-file-unknown');
}

function bounded(entries: readonly ForeignEntry[]): ForeignEntry[] {
  let left = MAX_PLACES;
  return entries.map((entry) => {
    const chapters = entry.chapters.slice(0, left);
    left -= chapters.length;
    return { ...entry, chapters, lists: entry.lists.slice(0, MAX_LISTS) };
  });
}

function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw problem(
      (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'request-too-large' : 'import-file-unknown',
    );
  }
}
