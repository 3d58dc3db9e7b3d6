import type { CatalogueData } from './catalogue-data.ts';

/** Makes a catalogue from rows: seconds of work and much memory for a million comics, so it runs in a worker. */
export class CatalogueBuilder {
  /** Comics as text (`ROW_FIELDS`); none twice. Fastest when they come by id. */
  addChunk(text: string): void { throw new Error(text); }
  /** The next ids in the order of titles, ascending. What has no place in it comes last. */
  addTitleOrder(ids: Int32Array): void { throw new Error(String(ids)); }
  /** Counters as text (`COUNTER_FIELDS`). What has none counts 0. */
  addCounters(text: string): void { throw new Error(text); }
  /** The catalogue; the builder is of no use afterwards. */
  finish(): CatalogueData { throw new Error(); }
}
