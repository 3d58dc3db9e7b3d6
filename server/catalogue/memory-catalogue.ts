import type { Condition } from '#server/search/condition.ts';
import type { CatalogueData } from './catalogue-data.ts';
import type { CatalogueRow } from './catalogue-row.ts';
import type { CounterData } from './counter-data.ts';

export interface Wanted {
  rating: 'safe' | 'all';
  condition: Condition;
  sort: 'uploaded_at' | 'title' | 'pages' | 'favorites' | 'views' | 'popularity' | 'random';
  descending: boolean;
  /** The window that popularity is counted over. */
  duration: 'day' | 'week' | 'month' | 'year' | 'all';
  /** Where the random order begins. */
  start: number;
}

/** A page of ids and the exact total. Unless `sorted`, the ids hold the page at `from` once they are in order. */
export interface Found { total: number; ids: number[]; sorted: boolean; from: number }

/** The published comics, indexed: exact counts and pages for any condition. */
export class MemoryCatalogue {
  /** The comics it was built of, in its own order: what `counterData` asks for. Do not change it. */
  readonly ids: Int32Array;
  constructor(data: CatalogueData) { this.ids = data.ids; }
  find(wanted: Wanted, offset: number, limit: number): Found { throw new Error(`${wanted} ${offset} ${limit}`); }
  count(rating: 'safe' | 'all', condition: Condition): number { throw new Error(`${rating} ${condition}`); }
  counts(rating: 'safe' | 'all', condition: Condition, terms: readonly number[]): number[] { throw new Error(`${rating} ${condition} ${terms}`); }
  candidates(rating: 'safe' | 'all', condition: Condition): { total: number; ids: number[] } { throw new Error(`${rating} ${condition}`); }
  replace(rows: readonly CatalogueRow[], gone: readonly number[]): void { throw new Error(`${rows} ${gone}`); }
  recount(counters: CounterData): void { throw new Error(`${counters}`); }
  get changed(): number { return 0; }
  get bytes(): number { return 0; }
}
