import { setImmediate as turn } from 'node:timers/promises';
import type { Locale } from '#contract/locales.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import { readChanges, readMoment } from '#server/catalogue/queries.ts';
import type { Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CountedTerms } from './counted-terms.ts';
import { NameOrder } from './name-order.ts';
import { readChangedCounts, readCounts, readNames, readNamesById, type KindCounts } from './queries-directory.ts';

/** More changes than this are not taken in one by one: everything is read anew. */
const MAX_CHANGES = 50_000;
/** An order is made anew where more terms have changed since it was asked for. */
const MAX_PLACED = 500;
/** With more terms than this, counts are read once in so many milliseconds at most, as each row is looked at for it. */
const [LARGE, COUNT_EVERY] = [10_000, 1_000];

interface FollowedOrder {
  order: Promise<NameOrder>;
  /** The terms that may have other names than in it. */
  changed: Set<number>;
}

/**
 * The terms of a database in the memory of a process: how many comics have each, and their orders by name, each from when
 * it is first asked for. It follows the changes that the database notes, as a replica shows them, too: what was committed
 * before `follow` is asked is in it after, but counts of more than 10,000 terms may be a second old.
 */
export class Directory {
  readonly #db: Db;
  #kinds: ReadonlyMap<TermKind, CountedTerms> = new Map();
  readonly #orders = new Map<string, FollowedOrder>();
  /** Up to where changes were taken in; null before anything was read. */
  #followed: { horizon: string; seen: readonly string[] } | null = null;
  #counted = { horizon: '', at: 0 };
  /** Whether counts have changed since they were read, and the terms that have. */
  #uncounted: { terms: Set<number> } | null = null;
  #looking: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Takes in what has changed. Who asks within one turn of the event loop, or while it is busy, is answered by one statement. */
  follow(): Promise<void> {
    this.#next ??= Promise.allSettled([this.#looking, turn()]).then(() => {
      this.#next = null;
      this.#looking = this.#look();
      return this.#looking;
    });
    return this.#next;
  }

  /** Whether it was ever as the database is. */
  get isRead(): boolean {
    return this.#counted.horizon !== '';
  }

  /** How many comics have each term of a kind. */
  counts(kind: TermKind): CountedTerms {
    return this.#kinds.get(kind) ?? new CountedTerms();
  }

  /** The terms of a kind by their names in a language. */
  async byName(kind: TermKind, locale: Locale): Promise<NameOrder> {
    const key = `${kind} ${locale}`;
    const known = this.#orders.get(key);
    if (known?.changed.size === 0) return known.order;
    const order = known ? this.#placed(kind, locale, known) : this.#sorted(kind, locale);
    const followed = { order, changed: new Set<number>() };
    this.#orders.set(key, followed);
    order.catch(() => {
      if (this.#orders.get(key) === followed) {
        this.#orders.delete(key);
      }
    });
    return order;
  }

  async #sorted(kind: TermKind, locale: Locale): Promise<NameOrder> {
    return NameOrder.make(locale, await readNames(this.#db, kind, locale));
  }

  async #placed(kind: TermKind, locale: Locale, { order, changed }: FollowedOrder): Promise<NameOrder> {
    return (await order).changed(changed, (ids) => readNamesById(this.#db, kind, locale, ids));
  }

  async #look(): Promise<void> {
    if (this.#followed === null) return this.#begin();
    const { horizon, seen } = this.#followed;
    const changes = await readChanges(this.#db, horizon, seen, MAX_CHANGES);
    if (changes.lost || changes.ids.length > MAX_CHANGES) return this.#begin();
    const oldest = BigInt(changes.horizon);
    this.#followed = {
      horizon: changes.horizon,
      seen: [...seen, ...changes.transactions].filter((tx) => BigInt(tx) >= oldest),
    };
    if (changes.ids.length > 0) {
      const terms = changes.ids.flatMap((id) => (id < 0 ? [-id] : []));
      this.#uncounted = { terms: new Set([...(this.#uncounted?.terms ?? []), ...terms]) };
      for (const [key, { changed }] of this.#orders) {
        terms.forEach((id) => changed.add(id));
        if (changed.size > MAX_PLACED) {
          this.#orders.delete(key);
        }
      }
    }
    await this.#recount(changes.horizon);
  }

  async #begin(): Promise<void> {
    // Before anything is read, so that nothing that changes meanwhile is missed.
    const { horizon } = await readMoment(this.#db);
    this.#followed = null;
    let kinds: ReadonlyMap<TermKind, CountedTerms> = new Map();
    for await (const chunk of readCounts(this.#db)) {
      kinds = applyCounts(kinds, chunk);
    }
    this.#kinds = kinds;
    this.#orders.clear();
    this.#uncounted = null;
    this.#counted = { horizon, at: performance.now() };
    this.#followed = { horizon, seen: [] };
  }

  /** @param horizon of before the counts are read. */
  async #recount(horizon: string): Promise<void> {
    const known = [...this.#kinds.values()].reduce((sum, { size }) => sum + size, 0);
    if (!this.#uncounted || (known > LARGE && performance.now() - this.#counted.at < COUNT_EVERY)) return;
    const at = performance.now();
    const changed = await readChangedCounts(this.#db, this.#counted.horizon, [...this.#uncounted.terms]);
    this.#kinds = applyCounts(this.#kinds, changed);
    this.#uncounted = null;
    this.#counted = { horizon, at };
  }
}

function applyCounts(
  kinds: ReadonlyMap<TermKind, CountedTerms>,
  counts: readonly KindCounts[],
): ReadonlyMap<TermKind, CountedTerms> {
  const gone = counts.flatMap(({ kind, ids }) => (kind === null ? ids : []));
  const next = new Map(Array.from(kinds, ([kind, terms]) => [kind, terms.without(gone)]));
  for (const { kind, ...changed } of counts) {
    if (kind !== null) {
      next.set(kind, (next.get(kind) ?? new CountedTerms()).changed(changed));
    }
  }
  return next;
}

const directoryFor = perDatabase((): { directory: Directory | null } => ({ directory: null }));

/**
 * The terms of a database as they are now; as they were while it does not answer.
 *
 * @param db the database itself: replicas are each behind it by another time.
 */
export async function openDirectory(db: Db): Promise<Directory> {
  const known = directoryFor(db);
  known.directory ??= new Directory(db);
  const { directory } = known;
  await directory.follow().catch((error: unknown) => {
    if (!directory.isRead) throw error;
  });
  return directory;
}
