import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { MemoryCatalogue } from './memory-catalogue.ts';

/** The published comics in the memory of this process, kept as the database has them. The database stays the truth. */
export interface Catalogue {
  /** The catalogue as it was at most a few seconds ago; null before it is built and while it is behind: ask the database. */
  ready(): MemoryCatalogue | null;
  /** Builds in the background, then follows every change. */
  start(): void;
  /** Builds anew, from what is committed now, and waits for it. */
  build(): Promise<void>;
  /** Takes in what was committed up to now. */
  catchUp(): Promise<void>;
  /** Ends everything it does. */
  close(): Promise<void>;
  readonly state: CatalogueState;
}

/** How a catalogue is, for people who watch a site. */
export interface CatalogueState {
  /** Whether it answers; else the database does. */
  ready: boolean;
  /** Published comics, bytes of memory, comics that have changed since it was built. */
  comics: number;
  bytes: number;
  changed: number;
  /** Seconds the last build took; null before the first. */
  buildSeconds: number | null;
  /** Seconds since it last was as the database; null before that. */
  behindSeconds: number | null;
}

/** A catalogue that is not built yet and does nothing until it is told to. */
export function createCatalogue(_deps: { db: Db; log: Log; now(): Date }): Catalogue {
  return {
    ready: () => null,
    start() {},
    async build() {},
    async catchUp() {},
    async close() {},
    state: { ready: false, comics: 0, bytes: 0, changed: 0, buildSeconds: null, behindSeconds: null },
  };
}
