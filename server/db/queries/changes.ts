import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';

/** The catalogue's change sequence, as a column: it moves whenever what lists show may have changed. */
export const changeNumber = sql<string>`(select last_value::text from catalogue_changes)`;

const asking = new WeakMap<Db, Promise<string>>();

/**
 * Where the catalogue's change sequence stands. Who asks within one turn of the event loop is answered by one statement, sent
 * after all of them asked: a page asks for many lists at once.
 */
export function readChange(db: Db): Promise<string> {
  const known = asking.get(db);
  if (known) return known;
  const answer = turn().then(async () => {
    asking.delete(db);
    const { rows } = await sql<{ change: string }>`${sql.raw(PREPARED)} select ${changeNumber} as change`.execute(db);
    return rows[0]?.change ?? '';
  });
  asking.set(db, answer);
  return answer;
}

/** Milliseconds from which on a computation counts as slow. */
const SLOW = 50;
/** Comics or terms from which on a list is large: below, nobody waits for its count. */
export const LARGE = 10_000;

interface Entry<Value> {
  change: string;
  /** Moments of the process's clock, in milliseconds. */
  goodUntil: number;
  oldUntil: number;
  value: Promise<Value>;
}

/**
 * Milliseconds after a change in which cheap values are computed anew each time: the sequence moves when rows are written,
 * but the rows are seen when their transaction ends.
 */
const SETTLING = 3_000;

/** A value is kept this many times as long as it took to make, whatever changes: making it then takes 5 % of the time at most. */
const KEPT_TIMES = 20;

/**
 * Remembers what was computed from the catalogue until the catalogue changes, and `seconds` at most (the change
 * sequence of a replica can be a little ahead of its rows).
 *
 * A large value that took long to compute is kept for 20 times that long even when the catalogue changes, so that an
 * import into a large library does not make every reader wait. What is asked for twice at once is computed once.
 */
export class CatalogueMemo<Value extends {}> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #milliseconds: number;
  readonly #isLarge: (value: Value) => boolean;
  #change = '';
  #changedAt = 0;

  /** @param options `most` values are remembered; `isLarge` says which ones may outlive a change. */
  constructor(options: { most: number; seconds: number; isLarge(value: Value): boolean }) {
    this.#entries = new LRUCache(growingTo(options.most));
    this.#milliseconds = options.seconds * 1000;
    this.#isLarge = options.isLarge;
  }

  /** The value of a key at a change number; a failed computation is not remembered. */
  async get(key: string, change: string, compute: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    const started = performance.now();
    if (change !== this.#change) {
      this.#change = change;
      this.#changedAt = started;
    }
    if (known && (started < known.oldUntil || (known.change === change && started < known.goodUntil))) {
      return known.value;
    }
    const entry: Entry<Value> = { change, goodUntil: Infinity, oldUntil: 0, value: compute() };
    this.#entries.set(key, entry);
    try {
      const value = await entry.value;
      const now = performance.now();
      const extraMilliseconds = now - started > SLOW && this.#isLarge(value) ? (now - started) * KEPT_TIMES : 0;
      entry.oldUntil = now + extraMilliseconds;
      entry.goodUntil = started - this.#changedAt < SETTLING ? 0 : started + this.#milliseconds;
      return value;
    } catch (error) {
      if (this.#entries.get(key) === entry) {
        this.#entries.delete(key);
      }
      throw error;
    }
  }
}
