import type { TermUses } from '#server/catalogue/names/term-uses.ts';
import { viewLevel } from '#server/search/relevance.ts';
import { emptyBitmap, setBit, type Bitmap } from './bitmap.ts';
import { collectGarbage } from './collect-garbage.ts';
import { orderByKey, orderByValue, type OrderData } from './order.ts';
import { PackedInts } from './packed-ints.ts';
import { TextReader } from './row-text.ts';
import { sortBy } from './sort-by.ts';
import { firstNotBelow } from './sorted-values.ts';

/** The counters of comics: one number of each column belongs to one comic. Ids in any order, none twice. */
export interface CounterColumns {
  ids: Int32Array;
  favorites: Int32Array;
  /** `comic_stats.score`. */
  score: Int32Array;
  day: Int32Array;
  week: Int32Array;
  month: Int32Array;
  year: Int32Array;
  total: Int32Array;
}

/** The comics that were viewed within a time, by views, then id. */
export interface ViewedWithin {
  order: OrderData;
  members: Bitmap;
}

/** The counters of counters: made by `counterData`, typed arrays only. */
export interface CounterData {
  favorites: OrderData;
  score: OrderData;
  views: OrderData;
  /** By place: `viewLevel` of all views. */
  levels: Uint8Array;
  /** By level, the highest first, of equal ones the last place first. */
  byLevel: OrderData;
  /** The comics with any view. */
  viewed: Bitmap;
  windows: Record<'day' | 'week' | 'month' | 'year', ViewedWithin>;
  /** The counters of comics that the catalogue was built without, by id. */
  others: CounterColumns;
  uses: TermUses;
}

/** Collects the counters that come as text (`COUNTER_FIELDS`). */
export class CounterReader {
  private readonly lists = Array.from({ length: 8 }, () => new PackedInts());

  addChunk(text: string): void {
    const reader = new TextReader(text);
    while (!reader.atEnd) {
      for (const list of this.lists) {
        list.push(reader.number());
      }
    }
  }

  /** The columns of all that was collected; afterwards nothing is left of it here. */
  columns(): CounterColumns {
    const [ids, favorites, score, day, week, month, year, total] = this.lists.map((list) => list.take());
    return {
      ids: ids!,
      favorites: favorites!,
      score: score!,
      day: day!,
      week: week!,
      month: month!,
      year: year!,
      total: total!,
    };
  }
}

/**
 * The orders by counters of the comics of a catalogue. It takes half a second for a million: call it in a process beside this one.
 *
 * @param ids the catalogue's comics in its own order (`MemoryCatalogue.ids`).
 */
export function counterData(ids: Int32Array, columns: CounterColumns, uses: TermUses): CounterData {
  const byId = indicesById(ids);
  const places = findPlaces(ids, byId, columns.ids);
  const known = (column: Int32Array) => {
    collectGarbage();
    const values = new Int32Array(ids.length);
    for (let row = 0; row < places.length; row += 1) {
      if (places[row]! >= 0) {
        values[places[row]!] = column[row]!;
      }
    }
    return values;
  };
  const total = known(columns.total);
  const levels = Uint8Array.from(total, viewLevel);
  return {
    favorites: orderByValue(known(columns.favorites), byId),
    score: orderByValue(known(columns.score), byId),
    views: orderByValue(total, byId),
    levels,
    byLevel: orderByKey(levels.map((level) => 255 - level)),
    viewed: positivePlaces(total),
    windows: {
      day: viewedWithin(known(columns.day), byId),
      week: viewedWithin(known(columns.week), byId),
      month: viewedWithin(known(columns.month), byId),
      year: viewedWithin(known(columns.year), byId),
    },
    others: otherCounters(columns, places),
    uses,
  };
}

/** The indices of ids, ascending by id. */
export function indicesById(ids: Int32Array): Int32Array {
  const indices = new Int32Array(ids.length);
  for (let index = 0; index < ids.length; index += 1) {
    indices[index] = index;
  }
  sortBy(ids, indices);
  return indices;
}

/** Where each of some ids stands among `ids`, or -1. @param byId `indicesById(ids)`. */
export function findPlaces(ids: Int32Array, byId: Int32Array, wanted: Int32Array): Int32Array {
  const sorted = ids.map((_, at) => ids[byId[at]!]!);
  let last = -1;
  return wanted.map((id) => {
    // They often come by id: then the next one is the next.
    const at = sorted[last + 1] === id ? last + 1 : firstNotBelow(sorted, id);
    last = at;
    return sorted[at] === id ? byId[at]! : -1;
  });
}

function viewedWithin(views: Int32Array, byId: Int32Array): ViewedWithin {
  return {
    order: orderByValue(
      views,
      byId,
      byId.filter((place) => views[place]! > 0),
    ),
    members: positivePlaces(views),
  };
}

function positivePlaces(values: Int32Array): Bitmap {
  const bits = emptyBitmap(values.length);
  values.forEach((value, place) => {
    if (value > 0) {
      setBit(bits, place);
    }
  });
  return bits;
}

function otherCounters(columns: CounterColumns, places: Int32Array): CounterColumns {
  const rows = indicesById(columns.ids).filter(
    (row) => places[row] === -1 && columns.favorites[row]! + columns.score[row]! + columns.total[row]! > 0,
  );
  const of = (column: Int32Array) => rows.map((row) => column[row]!);
  return {
    ids: of(columns.ids),
    favorites: of(columns.favorites),
    score: of(columns.score),
    day: of(columns.day),
    week: of(columns.week),
    month: of(columns.month),
    year: of(columns.year),
    total: of(columns.total),
  };
}
