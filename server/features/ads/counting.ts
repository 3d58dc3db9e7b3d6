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

/** Seconds between two writes of the counters, so that a busy ad is not a busy row. */
const FLUSH_SECONDS = 5;
/** Ads counted between two writes; made up ids beyond it are lost. */
const MOST = 1000;

/** A counter of this process. */
export function createAdCounter(deps: Pick<Deps, 'db' | 'now' | 'log'>): AdCounter {
  let pending = new Map<number, { views: number; clicks: number }>();
  let writing: Promise<void> = Promise.resolve();
  const add = (id: number, kind: 'views' | 'clicks', by: number) => {
    const counts = pending.get(id) ?? { views: 0, clicks: 0 };
    counts[kind] += by;
    if (pending.size < MOST || pending.has(id)) { pending.set(id, counts); }
  };
  const write = async () => {
    const taken = pending;
    pending = new Map();
    try {
      await addAdCounts(deps.db, deps.now().toISOString().slice(0, 10), [...taken].map(([id, counts]) => ({ id, ...counts })));
    } catch (error) {
      deps.log.error({ err: error }, 'views of ads were not written; they are kept for the next time');
      for (const [id, { views, clicks }] of taken) { add(id, 'views', views); add(id, 'clicks', clicks); }
    }
  };
  const flush = () => (writing = writing.then(write));
  const timer = setInterval(() => void flush(), FLUSH_SECONDS * 1000).unref();
  return {
    count({ views, clicks }) {
      for (const id of new Set(views)) { add(id, 'views', 1); }
      for (const id of new Set(clicks)) { add(id, 'clicks', 1); }
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
