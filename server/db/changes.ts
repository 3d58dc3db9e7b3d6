import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './database.ts';

/** The catalogue's change sequence, as a column: it moves whenever what lists show may have changed. */
export const changeNumber = sql<string>`(select last_value::text from catalogue_changes)`;

/** Where the catalogue's change sequence stands. */
export async function readChange(db: Db): Promise<string> {
  const { rows } = await sql<{ change: string }>`select ${changeNumber} as change`.execute(db);
  return rows[0]?.change ?? '';
}

/** Milliseconds from which on a computation counts as slow. */
const SLOW = 50;

interface Entry<Value> {
  change: string;
  /** Moments of the process's clock, in milliseconds. */
  goodUntil: number;
  oldUntil: number;
  value: Promise<Value>;
}

/** A value is kept this many times as long as it took to make, whatever changes: making it then takes 5 % of the time at most. */
const KEPT_TIMES = 20;

/**
 * Remembers what was computed from the catalogue until the catalogue changes, and `seconds` at most (a replica's change
 * sequence and uncommitted changes can be a little ahead of its rows).
 *
 * What took long to compute is kept for 20 times that long even when the catalogue changes, so that an import does not
 * make every reader wait; what is asked for twice at once is computed once.
 */
export class CatalogueMemo<Value extends {}> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #milliseconds: number;

  constructor(options: { most: number; seconds: number }) {
    this.#entries = new LRUCache({ max: options.most });
    this.#milliseconds = options.seconds * 1000;
  }

  /** The value of a key at a change number; a failed computation is not remembered. */
  async get(key: string, change: string, compute: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    const started = performance.now();
    if (known && (started < known.oldUntil || (known.change === change && started < known.goodUntil))) { return known.value; }
    const entry: Entry<Value> = { change, goodUntil: Infinity, oldUntil: 0, value: compute() };
    this.#entries.set(key, entry);
    try {
      return await entry.value;
    } catch (error) {
      if (this.#entries.get(key) === entry) { this.#entries.delete(key); }
      throw error;
    } finally {
      const now = performance.now();
      entry.goodUntil = started + this.#milliseconds;
      entry.oldUntil = now + (now - started > SLOW ? (now - started) * KEPT_TIMES : 0);
    }
  }
}
