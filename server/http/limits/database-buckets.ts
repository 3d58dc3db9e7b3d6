import { LRUCache } from 'lru-cache';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import type { Deps } from '#server/deps.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { spendTogether } from '#server/db/queries/visitor-buckets.ts';
import type { App } from '#server/http/app-type.ts';
import type { Buckets } from './buckets.ts';
import { spend, WINDOW } from './token-bucket.ts';

/** Addresses that a process remembers; the ones not seen for longest are forgotten first. */
const MAX_ADDRESSES = 100_000;
/** Milliseconds between two times of telling what was taken; of one who takes a lot, and no sooner than that. */
const TELL_EVERY = 1_000;
const TELL_SOON = 50;
/** The part of a full bucket that one takes before it is told of soon. */
const A_LOT = WINDOW / 10;
/** Seconds that the database may take to count while somebody waits; what takes longer is counted here alone. */
const PATIENCE = 3;
/** The error that sums of parts of a minute may have, in milliseconds. */
const ROUNDING = 1;

/**
 * Buckets in memory, and with a database those of all its processes. Whoever asks is answered from memory: what was taken
 * is told to the database once a second, in one statement for everybody, and what others took comes back with it. What has to be exact is
 * told, and waited for, before it is let through. What cannot be told (the database is away) is counted here alone.
 *
 * @param db null where this process is the only one.
 */
export function createBuckets(app: Pick<App, 'log' | 'addHook'>, db: Deps['db'] | null, now: () => Date): Buckets {
  /** When each bucket is full again. What others took can only make it later: no clocks are compared. */
  const fullAt = new LRUCache<string, number>(growingTo(MAX_ADDRESSES));
  let untold = new Map<string, number>();
  let telling: Promise<unknown> | null = null;
  let soon: NodeJS.Timeout | null = null;
  let isAway = false;

  /** Answers whether the database has counted it. */
  async function tell(database: Deps['db'], spent: ReadonlyMap<string, number>): Promise<boolean> {
    const keys = new Map([...spent.keys()].map((key) => [hashSecret(key), key]));
    const counts = new Map([...keys].map(([hash, key]) => [hash, spent.get(key)!]));
    try {
      const answer = await spendTogether(database, counts);
      isAway = false;
      for (const [hash, ahead] of answer) {
        const key = keys.get(hash)!;
        // With what was taken here since.
        fullAt.set(key, Math.max(fullAt.get(key) ?? 0, now().getTime() + ahead + (untold.get(key) ?? 0)));
      }
      return true;
    } catch (error) {
      if (!isAway) {
        app.log.warn({ err: error }, 'limits are counted by this process alone');
      }
      isAway = true;
      return false;
    }
  }

  function tellAll(): void {
    if (db === null || telling !== null || untold.size === 0) return;
    const spent = untold;
    untold = new Map();
    telling = tell(db, spent).finally(() => {
      telling = null;
    });
  }

  if (db !== null) {
    const timer = setInterval(tellAll, TELL_EVERY).unref();
    app.addHook('onClose', async () => {
      clearInterval(timer);
      clearTimeout(soon ?? undefined);
      await telling;
    });
  }

  function takeHere(key: string, perMinute: number, cost: number): number | null {
    const taken = spend(fullAt.get(key) ?? 0, now().getTime(), cost, perMinute, db === null ? WINDOW : 2 * WINDOW);
    fullAt.set(key, taken.fullAt);
    return taken.wait;
  }

  async function takeExactly(database: Deps['db'], key: string, each: number): Promise<number | null> {
    const isTold = await withTimeout(PATIENCE, tell(database, new Map([[key, each]]))).catch(() => false);
    const full = fullAt.get(key) ?? 0;
    const over = full - now().getTime() - WINDOW;
    if (!isTold || over <= ROUNDING) return null;
    // A call that is refused is not counted.
    fullAt.set(key, full - each);
    void tell(database, new Map([[key, -each]]));
    return Math.max(1, Math.ceil(over / 1000));
  }

  return {
    take(key, perMinute, cost, exact) {
      const wait = takeHere(key, perMinute, cost);
      if (wait !== null || db === null) return wait;
      const each = (WINDOW / perMinute) * Math.min(cost, perMinute);
      if (exact) return takeExactly(db, key, each);
      const sum = (untold.get(key) ?? 0) + each;
      if (untold.has(key) || untold.size < MAX_ADDRESSES) {
        untold.set(key, sum);
      }
      if (sum >= A_LOT && soon === null) {
        soon = setTimeout(() => {
          soon = null;
          tellAll();
        }, TELL_SOON).unref();
      }
      return null;
    },
  };
}
