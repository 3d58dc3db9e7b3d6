import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { problem } from '#contract/problems.ts';
import { isJunk, pageCandidate } from '#server/images/archives/entry-names.ts';
import { sortNaturally } from '#server/images/archives/natural-order.ts';
import type { SaidSource } from './archive-pages.ts';
import { isPartName } from './file-names.ts';
import { namePositions, type FolderContext } from './grouping.ts';

/** An archive, or a folder of pictures, that someone wants imported. */
export interface Source {
  /** As it was named. */
  file: string;
  /** Absolute. */
  path: string;
  /** Size of the archive, or of all files in the folder. */
  bytes: number;
  folder: boolean;
  around: FolderContext | null;
  /** Where somebody else says what it is. */
  said?: SaidSource;
}

/** The extensions of archives, those included that are refused with a reason. */
const ARCHIVE = /\.(cbz|zip|cbr|rar|cb7|7z|cbt|tar|pdf|epub)$/i;

/**
 * The archives and folders of pictures under a path, in natural order: the archive itself, a folder of pictures
 * itself, else everything below the folder. Links below it are not followed.
 *
 * @throws Problem `archive-not-found`, `archive-unreadable`.
 */
export async function findSources(file: string): Promise<Source[]> {
  const path = resolve(file);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw problem(error.code === 'ENOENT' || error.code === 'ENOTDIR' ? 'archive-not-found' : 'archive-unreadable');
  });
  return found.isDirectory()
    ? inFolder(file, path, null)
    : [{ file, path, bytes: found.size, folder: false, around: null }];
}

async function inFolder(file: string, path: string, around: FolderContext | null): Promise<Source[]> {
  const names = await readdir(path).catch(() => {
    throw problem('archive-unreadable');
  });
  const entries = await Promise.all(
    sortNaturally(
      names.filter((name) => !isJunk(name)),
      (name) => name,
    ).map(async (name) => ({ name, found: await lstat(join(path, name)).catch(() => null) })),
  );
  const files = entries.flatMap(({ name, found }) => (found?.isFile() ? [{ name, bytes: found.size }] : []));
  const folders = entries.filter(({ found }) => found?.isDirectory()).map(({ name }) => name);
  const archives = files.filter(({ name }) => ARCHIVE.test(name));
  const archivePlaces = namePositions(archives.map(({ name }) => sourceName(name)));
  const sources: Source[] = archives.map(({ name, bytes }, at) => ({
    file: join(file, name),
    path: join(path, name),
    bytes,
    folder: false,
    around: { folder: basename(path), position: archivePlaces[at] as number },
  }));
  // Pictures beside archives are covers and posters.
  if (archives.length === 0 && files.some(({ name }) => pageCandidate(name) !== null)) {
    const alone =
      around ??
      (isPartName(basename(path))
        ? { folder: basename(join(path, '..')), position: namePositions([basename(path)])[0] as number }
        : null);
    sources.push({ file, path, bytes: files.reduce((sum, each) => sum + each.bytes, 0), folder: true, around: alone });
  }
  const parts = folders.filter(isPartName);
  const places = namePositions(parts);
  for (const name of folders) {
    const part = parts.indexOf(name);
    const inside = part < 0 ? null : { folder: basename(path), position: places[part] as number };
    sources.push(...(await inFolder(join(file, name), join(path, name), inside)));
  }
  return sources;
}

/** The name of a file or folder without the extension of an archive. */
export function sourceName(path: string): string {
  const name = basename(path);
  return ARCHIVE.test(name) ? name.slice(0, -extname(name).length) : name;
}

/**
 * A hash that tells one source from every other: the SHA-256 of an archive's bytes, or of the names and bytes of the files in
 * a folder; of one of which somebody else says what it is, that of its key.
 *
 * @throws Problem `archive-not-found`, `archive-unreadable`.
 */
export async function hashSource(source: Pick<Source, 'path' | 'folder' | 'said'>): Promise<string> {
  if (source.said !== undefined) return saidHash(source.said.key);
  try {
    if (!source.folder) return await hashFile(source.path);
    const names = (await readdir(source.path)).filter((name) => !isJunk(name)).sort();
    const whole = createHash('sha256').update('folder\n');
    for (const name of names) {
      const path = join(source.path, name);
      if ((await lstat(path)).isFile()) {
        whole.update(`${JSON.stringify(name)} ${await hashFile(path)}\n`);
      }
    }
    return whole.digest('hex');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw problem(code === 'ENOENT' || code === 'ENOTDIR' ? 'archive-not-found' : 'archive-unreadable');
  }
}

/** The hash of what somebody else says under a key. */
export function saidHash(key: string): string {
  return createHash('sha256').update(`said\n${key}`).digest('hex');
}

/** Bytes read at a time: large enough that hashing, not reading, takes the time. */
const CHUNK = 1024 ** 2;

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}
