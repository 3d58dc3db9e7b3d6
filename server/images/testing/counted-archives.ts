// The work of this thread for an archive, to be opened where it is counted (`openCounted`).
import { isProblem } from '#contract/problems.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '#server/images/archives/archive-limits.ts';
import { openArchive } from '#server/images/archives/archive.ts';

/** How opening an archive and reading its entries ends: how many were read and how many were not, or why none could be. */
export type ArchiveOutcome = { good: number; bad: number } | { code: string; params: unknown };

/** Opens an archive and reads all that it has at once. @param folder where it may be unpacked. */
export async function readArchive(
  path: string,
  limits: Partial<ArchiveLimits>,
  folder: string,
): Promise<ArchiveOutcome> {
  try {
    const archive = await openArchive(path, { ...ARCHIVE_LIMITS, ...limits }, folder);
    const read = await Promise.all(
      archive.entries.map((entry) =>
        archive.read(entry).then(
          () => true,
          () => false,
        ),
      ),
    );
    await archive.close();
    return { good: read.filter(Boolean).length, bad: read.filter((good) => !good).length };
  } catch (error) {
    if (isProblem(error)) return { code: error.code, params: error.params };
    throw error;
  }
}
