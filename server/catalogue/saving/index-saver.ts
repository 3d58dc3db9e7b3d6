import type { Db } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';
import { FollowedCatalogue } from '../followed-catalogue.ts';
import { UnusableIndex } from './index-file.ts';
import { SavedIndex } from './saved-index.ts';

/** Milliseconds between two savings, and after one that failed. */
const SAVE_EVERY = 60_000;
const RETRY_AFTER = 600_000;

/** Saves what a process follows, so that its next start has it; that it cannot is said once, and nothing waits for it. */
export class IndexSaver {
  readonly #saved: SavedIndex;
  readonly #log: Log;
  /** The last thing saved: of which build, and the newest change. */
  #last: { build: string; newest: string | null } | null = null;
  #next = 0;
  #failing = false;
  #saving: Promise<void> | null = null;

  constructor(folder: string, log: Log) {
    this.#saved = new SavedIndex(folder);
    this.#log = log;
  }

  /** The saved index, brought forward; null where none is of use, and the log says why. @throws what the database throws. */
  async load(db: Db): Promise<FollowedCatalogue | null> {
    try {
      const loaded = await FollowedCatalogue.load(db, this.#saved);
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

  /** Saves in the background what is new, once a minute at most. */
  saveSometimes(current: FollowedCatalogue): void {
    if (this.#saving === null && performance.now() >= this.#next) {
      void this.save(current);
    }
  }

  /** Saves what is new: an index that was built, or the changes since. Never rejects. */
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
    if (this.#last?.build === build && this.#last.newest === moment.newest) return;
    let failed = true;
    try {
      if (this.#last?.build !== build) {
        await this.#saved.save(standing, catalogue.built);
      }
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
