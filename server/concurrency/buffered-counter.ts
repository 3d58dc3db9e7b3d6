import type { Log } from '#server/log.ts';

/** Counts in memory and writes what was counted every few seconds, so that a busy thing is not a busy row. */
export interface BufferedCounter<Key, Count> {
  /** Adds to the count of a key. Answers whether there was room for it. */
  add(key: Key, count: Count): boolean;
  /** Writes what was counted since the last time, after any write under way. Never rejects. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

interface Options<Key, Count> {
  /** Keys that wait to be written, at most, while the database is away; others are not counted. */
  max: number;
  /** Seconds between two writes; 5 where it is not said. */
  everySeconds?: number;
  sum(one: Count, other: Count): Count;
  /** Writes counts, all of them or none; where it rejects they are kept for the next time. It is called without any, too. */
  write(counts: ReadonlyMap<Key, Count>): Promise<void>;
  log: Pick<Log, 'error'>;
  /** The words of the log for counts that were not written. */
  failure: string;
}

/** Promises a counter of this process, with nothing counted. Its timer keeps no process alive. */
export function createBufferedCounter<Key, Count>({
  max,
  everySeconds = 5,
  sum,
  write,
  log,
  failure,
}: Options<Key, Count>): BufferedCounter<Key, Count> {
  let waiting = new Map<Key, Count>();
  let writing: Promise<void> = Promise.resolve();

  const add = (key: Key, count: Count): boolean => {
    const before = waiting.get(key);
    if (before === undefined && waiting.size >= max) return false;
    waiting.set(key, before === undefined ? count : sum(before, count));
    return true;
  };
  const writeAll = async () => {
    const taken = waiting;
    waiting = new Map();
    try {
      await write(taken);
    } catch (error) {
      log.error({ err: error }, `${failure}; they are kept for the next time`);
      const since = waiting;
      waiting = taken;
      for (const [key, count] of since) {
        add(key, count);
      }
    }
  };
  const flush = () => (writing = writing.then(writeAll));
  const timer = setInterval(() => void flush(), everySeconds * 1000).unref();

  return {
    add,
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
