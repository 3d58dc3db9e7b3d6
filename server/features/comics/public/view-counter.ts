import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { utcDay } from '#contract/utc-day.ts';
import { createBufferedCounter } from '#server/concurrency/buffered-counter.ts';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import type { Deps } from '#server/deps.ts';
import { addVisits, rollPopularity } from './queries-views.ts';

/** Counts readers, at most one view a visitor, comic and UTC day. */
export interface ViewCounter {
  /** Notes that a visitor opened a comic's pages. Programs known to be robots are not counted. */
  count(visitor: { address: string; agent: string }, comicId: number): void;
  /** Writes what was noted since the last time. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

/** Visits of a day that one process remembers, so as not to ask the database about them again; about 40 MB at most. */
const MAX_VISITS = 500_000;
/** Visits that wait to be written, while the database is away; those beyond are not counted. */
const MAX_WAITING = 200_000;
const ROBOT =
  /bot\b|bot\/|crawl|spider|slurp|archiver|facebookexternalhit|embedly|preview|headless|lighthouse|monitor|curl\/|wget\//i;

/**
 * A counter that keeps visitors apart by a keyed hash of address and agent, whose key changes every UTC day; nothing
 * else is kept of them. The hashes of a day are shared by all processes through the database, so that a visitor is one
 * on each of them, and deleted after the day. It writes every five seconds and rolls the windows of popularity when a new
 * day begins.
 */
export function createViewCounter(deps: Pick<Deps, 'db' | 'secret' | 'now' | 'log'>): ViewCounter {
  const seen = new LRUCache<bigint, true>(growingTo(MAX_VISITS));
  let salt = { day: '', key: '' };
  let rolledTo = '';

  const roll = async (today: string) => {
    if (rolledTo === today) return;
    try {
      await rollPopularity(deps.db, today);
      rolledTo = today;
    } catch (error) {
      deps.log.error({ err: error }, 'popularity was not rolled');
    }
  };
  const { add, flush, close } = createBufferedCounter<bigint, { day: string; comicId: number | null }>({
    max: MAX_WAITING,
    sum: (visit) => visit,
    async write(visits) {
      const today = utcDay(deps.now());
      try {
        // A day that was written is written again after a later one failed: its visits count once.
        for (const [day, some] of Map.groupBy(visits, ([, visit]) => visit.day)) {
          await addVisits(
            deps.db,
            day,
            some.map(([visit, { comicId }]) => ({ visit, comicId })),
          );
        }
      } finally {
        await roll(today);
      }
    },
    log: deps.log,
    failure: 'views were not written',
  });
  const note = (day: string, visit: bigint, comicId: number | null) => {
    if (!seen.has(visit) && add(visit, { day, comicId })) {
      seen.set(visit, true);
    }
  };

  return {
    count({ address, agent }, comicId) {
      if (ROBOT.test(agent.slice(0, 500))) return;
      const day = utcDay(deps.now());
      if (salt.day !== day) {
        salt = { day, key: createHmac('sha256', deps.secret).update(`views:${day}`).digest('base64') };
        seen.clear();
      }
      const named = (text: string) => createHmac('sha256', salt.key).update(text).digest().readBigInt64BE();
      note(day, named(`${address}\n${agent}\n${comicId}`), comicId);
      note(day, named(`${address}\n${agent}`), null);
    },
    flush,
    close,
  };
}
