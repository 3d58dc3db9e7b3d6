import type { TrackedEntry } from '#contract/trackers.ts';

/** Minutes until a tracker is tried again that failed so often. */
const WAITS = [1, 5, 15, 60, 180, 360] as const;

/** Seconds until a tracker is tried again that failed so often. */
export function waitAfter(failures: number): number {
  return WAITS[Math.min(Math.max(failures, 1), WAITS.length) - 1]! * 60;
}

/** How an own entry is to be sent: with the score and days that only the tracker has, which nobody here took away. */
export function mergeEntries(own: TrackedEntry, remote: TrackedEntry | null): TrackedEntry {
  if (remote === null) return own;
  return {
    ...own,
    score: own.score ?? remote.score,
    started_on: own.started_on ?? remote.started_on,
    finished_on: own.finished_on ?? remote.finished_on,
    reread: Math.max(own.reread, remote.reread),
  };
}

/**
 * Whether a work was read further at the tracker than here, by someone else than us: then nothing of it is sent until its
 * member has said which counts.
 *
 * @param known the tracker's entry as it was known last; null where it never was.
 */
export function isFurther(own: TrackedEntry, remote: TrackedEntry | null, known: TrackedEntry | null): boolean {
  return remote !== null && remote.chapters > own.chapters && known?.chapters !== remote.chapters;
}

/** The entry of a work that several editions may be: the one that its reader has something of, else the only one; null where nobody can tell. */
export function chooseEdition<Edition extends { touched: boolean }>(editions: readonly Edition[]): Edition | null {
  const touched = editions.filter((each) => each.touched);
  const [only] = touched.length > 0 ? touched : editions;
  return touched.length > 0 || editions.length === 1 ? (only ?? null) : null;
}
