import { utcDay } from '#contract/utc-day.ts';
import { createBufferedCounter } from '#server/concurrency/buffered-counter.ts';
import type { Deps } from '#server/deps.ts';
import { addAdCounts } from './queries.ts';

/** Counts how often ads are seen and clicked; nothing is kept of who did. */
export interface AdCounter {
  count(seen: { views: readonly number[]; clicks: readonly number[] }): void;
  /** Writes what was counted since the last time. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

/** Ads counted between two writes; made up ids beyond it are lost. */
const MAX_WAITING = 1000;

/** A counter of this process. */
export function createAdCounter({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): AdCounter {
  const { add, flush, close } = createBufferedCounter<number, { views: number; clicks: number }>({
    max: MAX_WAITING,
    sum: (one, other) => ({ views: one.views + other.views, clicks: one.clicks + other.clicks }),
    write: (counts) =>
      addAdCounts(
        db,
        utcDay(now()),
        [...counts].map(([id, count]) => ({ id, ...count })),
      ),
    log,
    failure: 'views of ads were not written',
  });
  return {
    count({ views, clicks }) {
      for (const id of new Set(views)) {
        add(id, { views: 1, clicks: 0 });
      }
      for (const id of new Set(clicks)) {
        add(id, { views: 0, clicks: 1 });
      }
    },
    flush,
    close,
  };
}
