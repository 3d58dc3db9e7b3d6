/** The counters of comics, a column each, row by row; ids in any order. */
export interface CounterColumns {
  ids: Int32Array; favorites: Uint32Array; day: Uint32Array; week: Uint32Array; month: Uint32Array; year: Uint32Array; total: Uint32Array;
}

/** What `MemoryCatalogue` knows of counters: made by `counterData`, typed arrays only, transferable. */
export interface CounterData { placeholder: Uint8Array }

/** Collects the counters that come as text (`COUNTER_FIELDS`). */
export class CounterReader {
  addChunk(text: string): void { throw new Error(text); }
  columns(): CounterColumns { throw new Error(); }
}

/**
 * The orders by counters of the comics of a catalogue; slow (a second for a million): call it in a worker.
 *
 * @param ids the catalogue's comics in its own order (`MemoryCatalogue.ids`, `CatalogueData.ids`).
 */
export function counterData(ids: Int32Array, columns: CounterColumns): CounterData { throw new Error(`${ids} ${columns}`); }
