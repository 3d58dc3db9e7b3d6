import type { Repository } from './repository.ts';
import { listBlobs } from './restoring.ts';

const DIGITS = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

/**
 * Forgets the backups of a repository that are older than some days, but for the newest, and what none of the others needs any
 * more. Objects whose names begin alike are gone through together, so that memory does not grow with the site.
 *
 * @param days 0: nothing is forgotten.
 * @returns the backups that are gone.
 */
export async function pruneBackups(
  repository: Repository,
  { days, now, signal }: { days: number; now: Date; signal: AbortSignal },
): Promise<string[]> {
  if (days === 0) return [];
  const [, ...older] = await repository.list();
  const oldest = idTime(new Date(now.getTime() - days * 86_400_000));
  const gone = older.filter((id) => id < oldest);
  if (gone.length === 0) return [];
  for (const id of gone) {
    await repository.forget(id);
  }
  const chunks = new Set<string>();
  const lists: string[] = [];
  for (const id of await repository.list()) {
    const { tables, files, blobs, evidence } = await repository.read(id);
    lists.push(...blobs.lists, ...evidence.lists);
    for (const hash of [...[...tables, ...files].flatMap((each) => each.chunks), ...blobs.lists, ...evidence.lists]) {
      chunks.add(hash);
    }
  }
  const distinct = [...new Set(lists)];
  for (const digits of DIGITS) {
    signal.throwIfAborted();
    const names = await repository.names('chunks', digits);
    for (const hash of chunks) {
      if (hash.startsWith(digits)) {
        names.delete(repository.nameFor(hash));
      }
    }
    for (const name of names.keys()) {
      await repository.remove('chunks', digits, name);
    }
  }
  await pruneBlobs(repository, distinct, signal);
  return gone;
}

async function pruneBlobs(repository: Repository, lists: readonly string[], signal: AbortSignal): Promise<void> {
  // Each list is in the order of its hashes: which digits stand in it is known from one reading.
  const within = new Map<string, string[]>();
  for (const list of lists) {
    for await (const blobs of listBlobs(repository, [list])) {
      for (const digits of new Set(blobs.map(({ hash }) => hash.slice(0, 2)))) {
        within.set(digits, [...(within.get(digits) ?? []), list]);
      }
    }
  }
  for (const digits of DIGITS) {
    signal.throwIfAborted();
    const names = await repository.names('blobs', digits);
    for await (const blobs of names.size === 0 ? [] : listBlobs(repository, within.get(digits) ?? [])) {
      for (const { hash } of blobs) {
        if (hash.startsWith(digits)) {
          names.delete(repository.nameFor(hash));
        }
      }
    }
    for (const name of names.keys()) {
      await repository.remove('blobs', digits, name);
    }
  }
}

/** A moment as the names of backups begin with it. */
export function idTime(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '');
}
