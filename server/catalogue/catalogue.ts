import type { MemoryCatalogue } from '#server/catalogue/index/memory-catalogue.ts';
import type { Database, Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { FollowedCatalogue } from './followed-catalogue.ts';
import { IndexSaver } from './saving/index-saver.ts';

/** The published comics in the memory of this process, kept as the database has them. The database stays the truth. */
export interface Catalogue {
  /** The catalogue as it was at most a few seconds ago; null before it is built and while it is behind: ask the database. */
  ready(): MemoryCatalogue | null;
  /** Loads what was saved or builds, in the background, then follows every change. Whatever fails is tried again. */
  start(): void;
  /** Loads what was saved and takes in all that has changed since, but for counters, which are read next; false where nothing saved is of use. */
  load(): Promise<boolean>;
  /** Builds anew, from what is committed now, and waits for it. Unless it was started, it answers from that until told more. */
  build(): Promise<void>;
  /** Takes in everything that was committed up to now, counters too; builds where it must. */
  catchUp(): Promise<void>;
  /** Takes in the comics that were changed up to now, where it was built; not the counters. */
  follow(): Promise<void>;
  /** Ends everything it does. */
  close(): Promise<void>;
  readonly state: CatalogueState;
}

/** How a catalogue is, for people who watch a site. */
export interface CatalogueState {
  /** Whether it answers; else the database does. */
  ready: boolean;
  /** Published comics when it was built, bytes of memory, comics that have changed since. */
  comics: number;
  bytes: number;
  changed: number;
  /** Seconds the last build took; null before the first. */
  buildSeconds: number | null;
  /** Seconds it took to load what was saved; null where it was built. */
  loadSeconds: number | null;
  /** Seconds since it was as the database; null before it was. */
  behindSeconds: number | null;
}

/**
 * A catalogue that is not built yet and does nothing until it is told to.
 *
 * @param url the address of `db`, where it has one: builds read from there by themselves.
 * @param folder where its index is saved and loaded from; without one, or where it cannot be written, it is built at every start.
 */
export function createCatalogue({ db, url, log, folder }: Options): Catalogue {
  return new DatabaseCatalogue(log, new IndexSaver({ db, url }, folder, log));
}

interface Options {
  db: Db;
  url?: Database['url'];
  log: Log;
  folder?: string;
}

/** Milliseconds between two looks for changes, after which it is behind, and before a failed build is tried again. */
const LOOK_EVERY = 1_000;
const BEHIND_AFTER = 3_000;
const RETRY_AFTER = 10_000;
/** It is built anew when more comics have changed than a twentieth, at least 200 and at most 3,000: they are looked at one by one. */
const MAX_CHANGED = { part: 0.05, least: 200, most: 3_000 };
/** While it answers, builds take one part in this many of the time at most. */
const BUILD_PART = 20;

class DatabaseCatalogue implements Catalogue {
  readonly #log: Log;
  readonly #saver: IndexSaver;
  readonly #closing = new AbortController();
  #current: FollowedCatalogue | null = null;
  #building: Promise<void> | null = null;
  #lastBuild: { endedAt: number; took: number; failed: boolean } | null = null;
  #buildSeconds: number | null = null;
  #loadSeconds: number | null = null;
  /** Everything that touches what is followed happens in line. */
  #line: Promise<void> = Promise.resolve();
  #started = false;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;

  constructor(log: Log, saver: IndexSaver) {
    this.#log = log;
    this.#saver = saver;
  }

  ready(): MemoryCatalogue | null {
    const current = this.#current;
    if (current === null || current.lost || (this.#started && performance.now() - current.currentAt > BEHIND_AFTER)) {
      return null;
    }
    return current.catalogue;
  }

  start(): void {
    if (this.#started || this.#closing.signal.aborted) return;
    this.#started = true;
    void this.load()
      .catch((error: unknown) => this.#fail(error))
      .then(() => this.#look());
  }

  async load(): Promise<boolean> {
    const started = performance.now();
    let loaded: FollowedCatalogue | null = null;
    await this.#inLine(async () => {
      loaded = await this.#saver.load();
      this.#closing.signal.throwIfAborted();
      if (loaded === null) return;
      await this.#current?.close();
      this.#current = loaded;
      this.#loadSeconds = (performance.now() - started) / 1000;
      this.#log.info({ ...this.state }, 'the catalogue in memory is loaded');
    });
    return loaded !== null;
  }

  build(): Promise<void> {
    this.#building ??= this.#build().finally(() => {
      this.#building = null;
    });
    return this.#building;
  }

  async catchUp(): Promise<void> {
    await this.#inLine(async () => {
      await this.#current?.follow();
    });
    if (this.#current === null || this.#current.lost) return this.build();
    await this.#current.count();
  }

  follow(): Promise<void> {
    return this.#inLine(async () => {
      if (!this.#closing.signal.aborted) {
        await this.#current?.follow();
      }
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    clearTimeout(this.#timer);
    await Promise.allSettled([this.#current?.close(), this.#building, this.#line]);
    if (this.#current?.lost === false) {
      await this.#saver.save(this.#current);
    }
    this.#current = null;
  }

  get state(): CatalogueState {
    const { catalogue, currentAt } = this.#current ?? {};
    return {
      ready: this.ready() !== null,
      comics: catalogue?.size ?? 0,
      bytes: catalogue?.bytes ?? 0,
      changed: catalogue?.changed ?? 0,
      buildSeconds: this.#buildSeconds,
      loadSeconds: this.#loadSeconds,
      behindSeconds: currentAt === undefined ? null : (performance.now() - currentAt) / 1000,
    };
  }

  /** Follows, starts what is due in the background, and comes again. */
  async #look(): Promise<void> {
    try {
      await this.#inLine(async () => {
        await this.#current?.follow();
      });
      this.#failing = false;
    } catch (error) {
      this.#fail(error);
    }
    if (this.#closing.signal.aborted) return;
    if (this.#building === null && this.#buildIsDue()) {
      void this.build().catch((error: unknown) => this.#fail(error));
    }
    if (this.#current?.lost === false) {
      this.#saver.saveSometimes(this.#current);
    }
    if (this.#current?.countIsDue) {
      void this.#current.count().catch((error: unknown) => this.#fail(error));
    }
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY).unref();
  }

  /** A failure is told of once, until it is over. */
  #fail(error: unknown): void {
    if (this.#failing || this.#closing.signal.aborted) return;
    this.#failing = true;
    this.#log.warn({ err: error }, 'the catalogue in memory is behind; the database is asked');
  }

  #buildIsDue(): boolean {
    const current = this.#current;
    const { endedAt, took, failed } = this.#lastBuild ?? { endedAt: -Infinity, took: 0, failed: false };
    const rested = performance.now() - endedAt;
    if (current === null || current.lost) return rested >= (failed ? RETRY_AFTER : took);
    const { names, size } = current.catalogue;
    const changed = Math.max(current.catalogue.changed, names.changed);
    const { part, least, most } = MAX_CHANGED;
    return (
      changed > Math.min(most, Math.max(least, size * part)) && rested >= (failed ? RETRY_AFTER : took * BUILD_PART)
    );
  }

  async #build(): Promise<void> {
    const started = performance.now();
    let failed = true;
    try {
      const fresh = await this.#saver.build(this.#closing.signal);
      await this.#inLine(async () => {
        await fresh.follow();
        this.#closing.signal.throwIfAborted();
        const former = this.#current;
        this.#current = fresh;
        await former?.close();
      });
      failed = false;
      this.#buildSeconds = (performance.now() - started) / 1000;
      this.#log.info({ ...this.state }, 'the catalogue in memory is built');
    } finally {
      const endedAt = performance.now();
      this.#lastBuild = { endedAt, took: endedAt - started, failed };
    }
  }

  #inLine(work: () => Promise<void>): Promise<void> {
    const turn = this.#line.then(work);
    this.#line = turn.catch(() => undefined);
    return turn;
  }
}
