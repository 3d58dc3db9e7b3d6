import type { Condition } from '#server/search/condition.ts';
import { viewLevel } from '#server/search/relevance.ts';
import { clearBit, countBits, emptyBitmap, hasBit, setBit, setRange, type Bitmap } from './bitmap.ts';
import { isShown, matches, textLength, type CatalogueRow, type Counters } from './catalogue-row.ts';
import type { CounterColumns, CounterData } from './counter-data.ts';
import type { Order } from './order.ts';
import { firstNotBelow } from './sorted-values.ts';

/** Counters, and the orders by them. */
export interface CurrentCounters {
  data: CounterData;
  favorites: Order;
  views: Order;
}

/** The comics that are other than when a catalogue was built: changed, new or gone. They are looked at one by one. */
export class ChangedComics {
  /** The places whose comics are as they were built. */
  readonly unchanged: Bitmap;
  private readonly size: number;
  private readonly placeFor: (id: number) => number;
  private readonly rows = new Map<number, CatalogueRow>();
  private readonly gone = new Set<number>();
  private readonly counters = new Map<number, Counters>();
  private current: CurrentCounters;

  /** @param size how many places the catalogue has. @param placeFor the place of a comic, or -1. */
  constructor(size: number, placeFor: (id: number) => number, current: CurrentCounters) {
    this.current = current;
    this.size = size;
    this.placeFor = placeFor;
    this.unchanged = emptyBitmap(size);
    setRange(this.unchanged, 0, size);
  }

  /** How many they are. */
  get count(): number {
    return this.rows.size + this.gone.size;
  }

  /** Their ids. */
  get ids(): number[] {
    return [...this.rows.keys(), ...this.gone];
  }

  replace(rows: readonly CatalogueRow[], gone: readonly number[]): void {
    for (const row of rows) {
      this.rows.set(row.id, row);
      this.gone.delete(row.id);
    }
    for (const id of gone) {
      this.rows.delete(id);
      if (this.placeFor(id) >= 0) {
        this.gone.add(id);
      }
    }
    for (const id of [...rows.map((row) => row.id), ...gone]) {
      const place = this.placeFor(id);
      if (place >= 0) {
        clearBit(this.unchanged, place);
      }
    }
  }

  /** Takes new counters. */
  recount(counters: CurrentCounters): void {
    this.current = counters;
    this.counters.clear();
  }

  /** One of them as it is now; undefined where it is none of them, or gone. */
  row(id: number): CatalogueRow | undefined {
    return this.rows.get(id);
  }

  /** Those that are shown and fulfil a condition, with their counters. */
  matching(rating: 'safe' | 'all', condition: Condition): { row: CatalogueRow; counters: Counters }[] {
    return [...this.rows.values()].flatMap((row) => {
      const counters = this.countersFor(row.id);
      return isShown(row, rating) && matches(row, condition, counters) ? [{ row, counters }] : [];
    });
  }

  /** The same, with what ranking reads of them. */
  fitting(
    rating: 'safe' | 'all',
    condition: Condition,
  ): { id: number; search: string; letters: number; level: number }[] {
    return this.matching(rating, condition).map(({ row: { id, search } }) => {
      const { levels, others } = this.current.data;
      const place = this.placeFor(id);
      const level = place >= 0 ? levels[place]! : viewLevel(counterOfOther(others, 'total', id));
      return { id, search, letters: textLength(search), level };
    });
  }

  /** Whether one of them was viewed within a window. */
  isViewed(id: number, window: 'day' | 'week' | 'month' | 'year' | 'all'): boolean {
    const { data } = this.current;
    const place = this.placeFor(id);
    if (place < 0) return counterOfOther(data.others, window === 'all' ? 'total' : window, id) > 0;
    return hasBit(window === 'all' ? data.viewed : data.windows[window].members, place);
  }

  /** The counters of one of them. They are looked up when they are read: few conditions do, and it takes a while. */
  private countersFor(id: number): Counters {
    const find = () => {
      if (!this.counters.has(id)) {
        this.findCounters();
      }
      return this.counters.get(id)!;
    };
    return {
      get favorites() {
        return find().favorites;
      },
      get views() {
        return find().views;
      },
    };
  }

  /** Finds all counters that are not known yet, in one walk along each order. */
  private findCounters(): void {
    const { data, favorites, views } = this.current;
    const wanted = [...this.rows.keys()].filter((id) => !this.counters.has(id));
    const places = emptyBitmap(this.size);
    for (const id of wanted) {
      const place = this.placeFor(id);
      if (place >= 0) {
        setBit(places, place);
      }
    }
    const favoritesAt = valuesWithin(favorites, places);
    const viewsAt = valuesWithin(views, places);
    for (const id of wanted) {
      const place = this.placeFor(id);
      this.counters.set(
        id,
        place >= 0
          ? { favorites: favoritesAt.get(place) ?? 0, views: viewsAt.get(place) ?? 0 }
          : {
              favorites: counterOfOther(data.others, 'favorites', id),
              views: counterOfOther(data.others, 'total', id),
            },
      );
    }
  }
}

/** The values of the things of a set. */
function valuesWithin(order: Order, bits: Bitmap): Map<number, number> {
  const found = new Map<number, number>();
  order.walk(bits, { first: 0, backwards: false, skip: 0, take: countBits(bits) }, (thing, at) => {
    found.set(thing, order.valueAt(at));
  });
  return found;
}

function counterOfOther(others: CounterColumns, column: keyof CounterColumns, id: number): number {
  const at = firstNotBelow(others.ids, id);
  return others.ids[at] === id ? others[column][at]! : 0;
}
