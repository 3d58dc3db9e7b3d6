import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { problem } from '#contract/problems.ts';

/** Where Madara keeps pages, within the folder of uploads of WordPress. */
const DATA = 'WP-manga/data';
/** Longest path that is taken. */
const MAX_LETTERS = 500;

/**
 * The path of a page below the folder of pages, as Madara's tables have it: relative, or an address of the site itself. Null for a page
 * that is on another server, and for a path that would lead out of that folder.
 */
export function safePagePath(source: string): string | null {
  const at = source.indexOf(`/${DATA}/`);
  const path = at === -1 ? source : source.slice(at + DATA.length + 2);
  const isElsewhere = /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//');
  return isElsewhere ? null : safePath(path);
}

/** A relative path without anything that leads out of its folder; null where that cannot be. */
export function safePath(path: string): string | null {
  if (path.length > MAX_LETTERS || /[\0\\]/.test(path)) return null;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') || /^[a-z]:/i.test(parts[0]!) ? null : parts.join('/');
}

/** The folders of a site's uploads: of all of them, and of the pages of chapters. */
export interface UploadFolders {
  uploads: string;
  pages: string;
}

/**
 * The folders of uploads below what an operator named: that folder may be the one of uploads, one that has `wp-content/uploads`, or the one of pages.
 *
 * @throws Problem `uploads-not-found`.
 */
export async function findUploads(path: string): Promise<UploadFolders> {
  for (const uploads of [path, join(path, 'uploads'), join(path, 'wp-content', 'uploads')]) {
    const pages = await real(join(uploads, DATA));
    if (pages !== null) return { uploads: (await real(uploads))!, pages };
  }
  const only = await real(path);
  if (only === null) throw problem('uploads-not-found');
  return { uploads: only, pages: only };
}

/** Where a path below a folder really is; null where nothing is, or a link leads out of the folder. */
export async function findWithin(folder: string, path: string): Promise<string | null> {
  const safe = safePath(path);
  const found = safe === null ? null : await real(join(folder, safe));
  if (found === null) return null;
  const inside = relative(folder, found);
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? null : found;
}

function real(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}
