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

interface Entry<Value> { change: string; at: number; value: Promise<Value> }

/**
 * Remembers what was computed from the catalogue until the catalogue changes, and `seconds` at most (a replica's change
 * sequence and uncommitted changes can be a little ahead of its rows). What is asked for twice at once is computed once.
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
    if (known && known.change === change && performance.now() - known.at < this.#milliseconds) { return known.value; }
    const entry: Entry<Value> = { change, at: performance.now(), value: compute() };
    this.#entries.set(key, entry);
    entry.value.catch(() => { if (this.#entries.get(key) === entry) { this.#entries.delete(key); } });
    return entry.value;
  }
}
