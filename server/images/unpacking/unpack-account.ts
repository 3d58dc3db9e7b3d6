import { problem } from '#contract/problems.ts';
import type { ArchiveLimits } from '#server/images/archives/archive-limits.ts';
import { decodeNames, entryPath, shownName } from '#server/images/archives/entry-names.ts';
import type { ExpectedFile, ListedFile, UnpackedFile } from './unpack-protocol.ts';
import { isWanted } from './unpacking.ts';

/** Promises the paths of what an archive lists. Throws `archive-suspicious` {entry, reason: path}. */
export function expectedFiles(listed: readonly ListedFile[]): ExpectedFile[] {
  const names = decodeNames(listed.map(({ name }) => name));
  return listed.map(({ size, crc }, at) => {
    const name = names[at] as string;
    const path = entryPath(name);
    if (path === null) throw problem('archive-suspicious', { entry: shownName(name), reason: 'path' });
    return { path, size, crc };
  });
}

/**
 * Promises each file that an archive says it holds and that is wanted, with what was unpacked of it: bytes of the same
 * size and sum, whatever they were called. What is not among them is damaged. Files without a sum are found by their
 * path.
 */
export function accountFor(
  expected: readonly ExpectedFile[],
  unpacked: readonly UnpackedFile[],
  limits: ArchiveLimits,
): UnpackedFile[] {
  const whole = new Map<string, UnpackedFile[]>();
  const add = (key: string, file: UnpackedFile): void => {
    whole.set(key, [...(whole.get(key) ?? []), file]);
  };
  for (const file of unpacked) {
    if (file.damaged) continue;
    add(`sum ${file.crc}`, file);
    add(`path ${file.path}`, file);
  }
  const taken = new Set<UnpackedFile>();
  return expected
    .filter(({ path, size }) => isWanted(path, size ?? 0, limits))
    .map(({ path, size, crc }) => {
      const same = whole.get(crc === null ? `path ${path}` : `sum ${crc}`) ?? [];
      const file = same.find((each) => !taken.has(each) && (size === null || each.size === size));
      if (file === undefined) return { path, size: 0, at: 0, damaged: true, crc: 0 };
      taken.add(file);
      return { ...file, path };
    });
}
