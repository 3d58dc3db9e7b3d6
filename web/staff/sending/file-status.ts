import type { UploadFile } from '#contract/uploads.ts';
import type { PickedFile } from '#web/ui/media/picked-files.ts';

/** The fate of files that were given to an upload. */
export interface FileStatus {
  /** They belong to files of it that have not wholly arrived: these go on. */
  again: { file: UploadFile; given: PickedFile }[];
  /** They are new to it. */
  fresh: PickedFile[];
  /** They have arrived already. */
  there: PickedFile[];
}

/**
 * Tells which of the given files an upload knows: by path and size, or by name and size where the folder they lay in was
 * not given. No file is taken for two.
 */
export function fileStatus(given: readonly PickedFile[], known: readonly UploadFile[]): FileStatus {
  const taken: FileStatus = { again: [], fresh: [], there: [] };
  const open = known.filter(({ state }) => state !== 'refused');
  const used = new Set<number>();
  for (const one of given) {
    const fits = (file: UploadFile) => !used.has(file.id) && file.bytes === one.file.size;
    const file =
      open.find((each) => fits(each) && each.path === one.path) ??
      open.find((each) => fits(each) && isLostFile(each) && fileName(each.path) === fileName(one.path));
    if (file === undefined) {
      taken.fresh.push(one);
      continue;
    }
    used.add(file.id);
    if (isLostFile(file)) {
      taken.again.push({ file, given: one });
    } else {
      taken.there.push(one);
    }
  }
  return taken;
}

/** Whether bytes of a file have yet to come. */
export function isLostFile({ state }: Pick<UploadFile, 'state'>): boolean {
  return state === 'receiving';
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
