import type { Condition } from '#server/search/condition.ts';
import { clearBit, countBits, emptyBitmap, hasBit, invert, setRange, type Bitmap } from './bitmap.ts';
import { isShown, matches, NO_COUNTERS, type CatalogueRow, type Counters } from './catalogue-row.ts';
import type { CounterColumns, CounterData } from './counter-data.ts';
import type { Order } from './order.ts';
import { firstNotBelow } from './sorted-values.ts';

/** Counters, and the orders by them. */
export interface CurrentCounters { data: CounterData; favorites: Order; views: Order }

/** The comics that are other than when a catalogue was built: changed, new or gone. They are looked at one by one. */
export class ChangedComics {
  /** The places whose comics are as they were built. */
  readonly unchanged: Bitmap;
  private readonly size: number;
  private readonly placeOf: (id: number) => number;
  private readonly rows = new Map<number, CatalogueRow>();
  private readonly gone = new Set<number>();
  private counters = new Map<number, Counters>();

  /** @param size how many places the catalogue has. @param placeOf the place of a comic, or -1. */
  constructor(size: number, placeOf: (id: number) => number) {
    this.size = size;
    this.placeOf = placeOf;
    this.unchanged = emptyBitmap(size);
    setRange(this.unchanged, 0, size);
  }

  /** How many they are. */
  get count(): number {
    return this.rows.size + this.gone.size;
  }

  replace(rows: readonly CatalogueRow[], gone: readonly number[], counters: CurrentCounters): void {
    for (const row of rows) {
      this.rows.set(row.id, row);
      this.gone.delete(row.id);
    }
    for (const id of gone) {
      this.rows.delete(id);
      if (this.placeOf(id) >= 0) { this.gone.add(id); }
    }
    for (const id of [...this.rows.keys(), ...this.gone]) {
      const place = this.placeOf(id);
      if (place >= 0) { clearBit(this.unchanged, place); }
    }
    this.recount(counters);
  }

  /** Looks their counters up anew. */
  recount({ data, favorites: byFavorites, views: byViews }: CurrentCounters): void {
    if (this.rows.size === 0) { return; }
    const changed = this.unchanged.slice();
    invert(changed, this.size);
    const favorites = valuesWithin(byFavorites, changed);
    const views = valuesWithin(byViews, changed);
    this.counters = new Map([...this.rows.keys()].map((id) => {
      const place = this.placeOf(id);
      return [id, place >= 0
        ? { favorites: favorites.get(place) ?? 0, views: views.get(place) ?? 0 }
        : { favorites: counterOfOther(data.others, 'favorites', id), views: counterOfOther(data.others, 'total', id) }];
    }));
  }

  /** Those that are shown and fulfil a condition, with their counters. */
  matching(rating: 'safe' | 'all', condition: Condition): { row: CatalogueRow; counters: Counters }[] {
    return [...this.rows.values()].flatMap((row) => {
      const counters = this.counters.get(row.id) ?? NO_COUNTERS;
      return isShown(row, rating) && matches(row, condition, counters) ? [{ row, counters }] : [];
    });
  }

  /** Whether one of them was viewed within a window. */
  isViewed(id: number, window: 'day' | 'week' | 'month' | 'year' | 'all', data: CounterData): boolean {
    const place = this.placeOf(id);
    if (place < 0) { return counterOfOther(data.others, window === 'all' ? 'total' : window, id) > 0; }
    return hasBit(window === 'all' ? data.viewed : data.windows[window].members, place);
  }
}

/** The values of the things of a set. */
function valuesWithin(order: Order, bits: Bitmap): Map<number, number> {
  const found = new Map<number, number>();
  order.walk(bits, { first: 0, backwards: false, skip: 0, take: countBits(bits) }, (thing, at) => { found.set(thing, order.valueAt(at)); });
  return found;
}

function counterOfOther(others: CounterColumns, column: keyof CounterColumns, id: number): number {
  const at = firstNotBelow(others.ids, id);
  return others.ids[at] === id ? others[column][at]! : 0;
}
