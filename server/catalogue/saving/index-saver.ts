import { randomUUID } from 'node:crypto';
import { buildIndex, type ReadFrom } from '#server/catalogue/build/loading.ts';
import { readMoment, readOrigin } from '#server/catalogue/queries.ts';
import type { Log } from '#server/log.ts';
import { FollowedCatalogue } from '../followed-catalogue.ts';
import { UnusableIndex } from './index-file.ts';
import { SavedIndex, type Standing } from './saved-index.ts';
import { withScratchFolder } from './scratch-folder.ts';

/** Milliseconds between two savings, and after one that failed. */
const SAVE_EVERY = 60_000;
const RETRY_AFTER = 600_000;

/** A build, and where it was written to. */
interface FinishedBuild {
  index: SavedIndex;
  build: string;
}

/** An index was built and could not be written; `cause` says why. */
class UnsavableIndex extends Error {}

/**
 * Builds and saves what a process follows, so that its next start has it; that it cannot be saved is said once, and nothing
 * waits for it.
 */
export class IndexSaver {
  readonly #saved: SavedIndex | null;
  readonly #from: ReadFrom;
  readonly #log: Log;
  /** The build that is saved, and its newest change; null where it could not be. */
  #last: { build: string; newest: string | null } | null = null;
  #next = 0;
  /** When it is tried again to save a build. */
  #retryAt = 0;
  #failing = false;
  #saving: Promise<void> | null = null;

  /** @param folder without one nothing is saved. */
  constructor(from: ReadFrom, folder: string | undefined, log: Log) {
    this.#from = from;
    this.#saved = folder === undefined ? null : new SavedIndex(folder);
    this.#log = log;
  }

  /** The saved index, brought forward; null where none is of use, and the log says why. @throws what the database throws. */
  async load(): Promise<FollowedCatalogue | null> {
    if (this.#saved === null) return null;
    try {
      const loaded = await FollowedCatalogue.load(this.#from, this.#saved);
      // How far it was brought forward is not saved yet.
      this.#last = { build: loaded.standing.build, newest: null };
      return loaded;
    } catch (error) {
      if (!(error instanceof UnusableIndex)) throw error;
      const { reason, cause } = error;
      if (reason !== 'missing') {
        this.#log.warn(
          { event: 'saved-index', reason, ...(cause === undefined ? {} : { err: cause }) },
          'the saved index is of no use; it is built anew',
        );
      }
      return null;
    }
  }

  /**
   * Builds an index of what is committed now in a process that writes it to a file, and loads it once that process is gone:
   * so memory never holds it twice. Where it cannot be saved it is built again, to a file that goes away, and so are
   * those of the next ten minutes.
   *
   * @throws as `buildIndex` and `FollowedCatalogue.load`.
   */
  build(signal: AbortSignal): Promise<FollowedCatalogue> {
    return withScratchFolder(async (scratch) => {
      const place = (await this.#buildSaved(signal)) ?? (await this.#buildInto(new SavedIndex(scratch), signal));
      signal.throwIfAborted();
      return FollowedCatalogue.load(this.#from, place.index, place.build);
    });
  }

  /** Builds one that is saved; null where it cannot be. */
  async #buildSaved(signal: AbortSignal): Promise<FinishedBuild | null> {
    if (this.#saved === null || performance.now() < this.#retryAt) return null;
    try {
      const built = await this.#buildInto(this.#saved, signal);
      this.#last = { build: built.build, newest: null };
      this.#failing = false;
      return built;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UnsavableIndex)) throw error;
      this.#retryAt = performance.now() + RETRY_AFTER;
      this.#fail(error.cause);
      return null;
    }
  }

  async #buildInto(index: SavedIndex, signal: AbortSignal): Promise<FinishedBuild> {
    const { db } = this.#from;
    // Before anything is read, so that nothing that changes meanwhile is missed.
    const moment = await readMoment(db);
    const standing: Standing = { origin: await readOrigin(db), build: randomUUID(), moment };
    await buildIndex(this.#from, signal, async (write) => {
      try {
        await index.save((path) => write(path, standing));
      } catch (cause) {
        throw new UnsavableIndex('the index cannot be written', { cause });
      }
    });
    return { index, build: standing.build };
  }

  /** Saves in the background what is new, once a minute at most. */
  saveSometimes(current: FollowedCatalogue): void {
    if (this.#saving === null && performance.now() >= this.#next) {
      void this.save(current);
    }
  }

  /** Saves the changes since an index was saved. Never rejects. */
  save(current: FollowedCatalogue): Promise<void> {
    this.#saving = (this.#saving ?? Promise.resolve())
      .then(() => this.#save(current))
      .finally(() => {
        this.#saving = null;
      });
    return this.#saving;
  }

  async #save({ standing, catalogue }: FollowedCatalogue): Promise<void> {
    const { build, moment } = standing;
    if (this.#saved === null || this.#last?.build !== build || this.#last.newest === moment.newest) return;
    let failed = true;
    try {
      await this.#saved.saveChanges(standing, catalogue.changedIds);
      this.#last = { build, newest: moment.newest };
      failed = false;
      this.#failing = false;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#next = performance.now() + (failed ? RETRY_AFTER : SAVE_EVERY);
    }
  }

  #fail(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.#log.warn(
      { event: 'saved-index', err: error },
      'the index cannot be saved; the site goes on, and its next start builds it anew',
    );
  }
}
