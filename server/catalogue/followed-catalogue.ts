import { countAll, type ReadFrom } from '#server/catalogue/build/loading.ts';
import { MemoryCatalogue } from '#server/catalogue/index/memory-catalogue.ts';
import { parseRows } from '#server/catalogue/index/row-text.ts';
import { parseTerms } from '#server/catalogue/names/term-row.ts';
import { hasMoment, readChanges, readOrigin, readRowsById, readTermsById, type Moment } from './queries.ts';
import { UnusableIndex } from './saving/index-file.ts';
import type { SavedIndex, Standing } from './saving/saved-index.ts';

/** More changes than this are not taken in one by one: the catalogue is made anew. */
const MAX_CHANGES = 10_000;
/** Comics read in one statement. */
const AT_ONCE = 500;
/** Counters are read at most this often, in milliseconds, and for one part in this many of the time. */
const COUNT_EVERY = 5_000;
const COUNT_PART = 20;

/** A catalogue, and how far it has followed the database. */
export class FollowedCatalogue {
  readonly catalogue: MemoryCatalogue;
  /** Changes may have been missed: it must be made anew. */
  lost = false;
  /** When it was as the database is, in milliseconds of the process's clock. */
  currentAt: number;
  readonly #from: ReadFrom;
  readonly #closing = new AbortController();
  readonly #origin: string;
  readonly #build: string;
  #moment: Moment;
  /** Transactions at or after the horizon whose changes were taken in. */
  #seen: string[] = [];
  #counted: { moment: Moment; next: number };
  #counting: Promise<void> | null = null;

  private constructor(from: ReadFrom, catalogue: MemoryCatalogue, standing: Standing, startedAt: number) {
    this.#from = from;
    this.catalogue = catalogue;
    this.currentAt = startedAt;
    this.#origin = standing.origin;
    this.#build = standing.build;
    this.#moment = standing.moment;
    this.#counted = { moment: standing.moment, next: performance.now() + COUNT_EVERY };
  }

  /**
   * The one that was saved, brought forward to what is committed now; its counters are those of when it was built until they
   * are next read, which is due at once.
   *
   * @param built the build whose counters were read just now. @throws UnusableIndex, and what the file system and the database throw.
   */
  static async load(from: ReadFrom, saved: SavedIndex, built?: string): Promise<FollowedCatalogue> {
    const { standing, data, changed } = await saved.load(await readOrigin(from.db));
    if (!(await hasMoment(from.db, standing.moment))) throw new UnusableIndex('foreign');
    const loaded = new FollowedCatalogue(from, new MemoryCatalogue(data), standing, performance.now());
    if (standing.build !== built) {
      loaded.#counted = { moment: { ...standing.moment, snapshot: '' }, next: 0 };
    }
    await loaded.#replace(changed);
    await loaded.follow();
    if (loaded.lost) throw new UnusableIndex('old');
    return loaded;
  }

  /** How far it has followed the database. */
  get standing(): Standing {
    return { origin: this.#origin, build: this.#build, moment: this.#moment };
  }

  /** Takes in the comics that have changed; not to be called twice at once. */
  async follow(): Promise<void> {
    const startedAt = performance.now();
    const { lost, transactions, ids, ...moment } = await readChanges(
      this.#from.db,
      this.#moment.horizon,
      this.#seen,
      MAX_CHANGES,
    );
    if (lost || ids.length > MAX_CHANGES) {
      this.lost = true;
      return;
    }
    if (ids.length > 0) {
      await this.#replace(ids);
    }
    const horizon = BigInt(moment.horizon);
    this.#seen = [...this.#seen, ...transactions].filter((tx) => BigInt(tx) >= horizon);
    this.#moment = moment;
    this.currentAt = startedAt;
  }

  /** Whether something was written since the counters were read, and it is time to read them; at once on a new day. */
  get countIsDue(): boolean {
    const { moment, next } = this.#counted;
    return this.#moment.day !== moment.day || (this.#moment.snapshot !== moment.snapshot && performance.now() >= next);
  }

  /** Reads all counters. One call at a time does, another one waits for it. */
  count(): Promise<void> {
    this.#counting ??= this.#count().finally(() => {
      this.#counting = null;
    });
    return this.#counting;
  }

  /** Ends what it does. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    await this.#counting;
  }

  /** @param ids as `readChanges` names comics and terms. */
  async #replace(ids: readonly number[]): Promise<void> {
    const { comics = [], terms = [] } = Object.groupBy(ids, (id) => (id > 0 ? 'comics' : 'terms'));
    const rows = await this.#read(comics, async (part) => parseRows(await readRowsById(this.#from.db, part)));
    this.catalogue.replace(rows, missingIds(comics, rows));
    const termIds = terms.map((id) => -id);
    const named = await this.#read(termIds, async (part) => parseTerms(await readTermsById(this.#from.db, part)));
    this.catalogue.names.replace(named, missingIds(termIds, named));
  }

  async #read<Row>(ids: readonly number[], read: (ids: readonly number[]) => Promise<Row[]>): Promise<Row[]> {
    const rows: Row[] = [];
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      this.#closing.signal.throwIfAborted();
      rows.push(...(await read(ids.slice(from, from + AT_ONCE))));
    }
    return rows;
  }

  async #count(): Promise<void> {
    const started = performance.now();
    const moment = this.#moment;
    try {
      this.catalogue.recount(await countAll(this.#from, this.catalogue.ids, this.#closing.signal));
      this.#counted.moment = moment;
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
    } finally {
      const ended = performance.now();
      this.#counted.next = ended + Math.max(COUNT_EVERY, (ended - started) * COUNT_PART);
    }
  }
}

function missingIds(ids: readonly number[], rows: readonly { id: number }[]): number[] {
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
}
