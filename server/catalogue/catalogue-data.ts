import type { CounterData } from './counter-data.ts';

/** What a catalogue in memory is made of: made by `CatalogueBuilder`; `transferables` lists its buffers. */
export interface CatalogueData { ids: Int32Array; counters: CounterData }

/** The buffers of a structure, to hand them to another thread without copying (second argument of `postMessage`). */
export function transferables(data: object): ArrayBuffer[] {
  return Object.values(data).flatMap((value) => ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : typeof value === 'object' && value !== null ? transferables(value) : []);
}
