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
   * so memory never holds it twice. Where it cannot be saved, the file is one that goes away.
   *
   * @throws as `buildIndex` and `FollowedCatalogue.load`.
   */
  build(signal: AbortSignal): Promise<FollowedCatalogue> {
    return withScratchFolder(async (scratch) => {
      // Before anything is read, so that nothing that changes meanwhile is missed.
      const { db } = this.#from;
      const moment = await readMoment(db);
      const standing: Standing = { origin: await readOrigin(db), build: randomUUID(), moment };
      let place = new SavedIndex(scratch);
      await buildIndex(this.#from, signal, async (write) => {
        const writeIndex = (path: string) => write(path, standing);
        if (this.#saved !== null && (await this.#saveBuild(this.#saved, writeIndex, signal))) {
          this.#last = { build: standing.build, newest: null };
          place = this.#saved;
        } else {
          this.#last = null;
          await place.save(writeIndex);
        }
      });
      signal.throwIfAborted();
      return FollowedCatalogue.load(this.#from, place, standing.build);
    });
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

  /** Whether a build was saved. */
  async #saveBuild(saved: SavedIndex, write: (path: string) => Promise<void>, signal: AbortSignal): Promise<boolean> {
    try {
      await saved.save(write);
      this.#failing = false;
      return true;
    } catch (error) {
      signal.throwIfAborted();
      this.#fail(error);
      return false;
    }
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
