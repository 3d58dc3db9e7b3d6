import type { Progress } from '#contract/library.ts';
import type { Db } from '#server/db/database.ts';
import { keepProgress, readingChoices } from './queries-progress.ts';
import { moveShelves } from './queries-shelf-moves.ts';
import type { ReportedPlace } from './rules.ts';

/**
 * Keeps where a member is in what they read, and moves what they read between their shelves where the site has such and
 * they want it. Null on an account that remembers no reading; nothing is kept or moved then.
 */
export async function keepReading(
  db: Db,
  { features }: { readonly features: readonly string[] },
  userId: number,
  reports: readonly ReportedPlace[],
  now: Date,
): Promise<{ progress: Progress[]; unknown: number[] } | null> {
  const { history, moves } = await readingChoices(db, userId);
  if (!history) return null;
  const kept = await keepProgress(db, userId, reports, features.includes('figures'));
  // Not one transaction: a device whose report was not answered sends it again.
  if (moves && features.includes('shelves')) {
    await moveShelves(db, userId, reports, now);
  }
  return kept;
}
