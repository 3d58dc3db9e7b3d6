import type { Db } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { countThrottle, uncountThrottle } from '#server/db/queries/throttles.ts';

/**
 * Counts one of something that may happen `most` times in `seconds`; the count holds over all processes. Calls made at
 * the same time cannot slip past it, for each is counted before anything is done.
 *
 * @param key what is counted and for whom, for example `login 192.0.2.7`; only its hash is kept.
 * @returns null when it may go on; else whole seconds, 1 to `seconds`, to wait: the caller throws its problem with `{seconds}`.
 */
export function throttle(db: Db, key: string, most: number, seconds: number): Promise<number | null> {
  return countThrottle(db, hashSecret(key), most, seconds);
}

/** Gives back one that `throttle` counted, because it turned out not to be what is limited. */
export function unthrottle(db: Db, key: string): Promise<void> {
  return uncountThrottle(db, hashSecret(key));
}
