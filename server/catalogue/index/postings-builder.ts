import { emptyBitmap, setBit, type Bitmap } from './bitmap.ts';
import { GrowingBits } from './growing-bits.ts';
import { BYTES, LONG, MAX_BYTE, MAX_PAIR, PAIRS, type PostingsData } from './postings.ts';

/** A list with more than this part of all places is a bitmap: faster, and not much larger. */
const LONG_PART = 1 / 16;
/** The gaps of a list with more than these parts of all places are bytes, and pairs of bytes. */
const [BYTES_PART, PAIRS_PART] = [1 / 256, 1 / 4096];
/** So many places are collected at a time. */
const AT_ONCE = 4 * 1024 ** 2;
/** Bytes behind the gaps that a reader may look at. */
const SPARE = 8;

/** Packs lists of places one after the other. */
export class PostingsBuilder {
  private readonly places: number;
  private readonly offsets: Uint32Array;
  private readonly rests: Uint8Array;
  private readonly gaps = new GrowingBits();
  private readonly long: number[] = [];
  private readonly bitmaps: Bitmap[] = [];
  private lists = 0;

  /** @param places places are below this. @param lists so many lists will be added. */
  constructor(places: number, lists: number) {
    this.places = places;
    this.offsets = new Uint32Array(lists + 1);
    this.rests = new Uint8Array(lists);
  }

  /** Adds the next list. @param sorted ascending, none twice. */
  add(sorted: Int32Array): void {
    if (sorted.length > this.places * LONG_PART) {
      const bits = emptyBitmap(this.places);
      for (const place of sorted) {
        setBit(bits, place);
      }
      this.rests[this.lists] = LONG;
      this.long.push(this.lists);
      this.bitmaps.push(bits);
    } else if (sorted.length > this.places * BYTES_PART) {
      this.addNumbers(sorted, BYTES, MAX_BYTE);
    } else if (sorted.length > this.places * PAIRS_PART) {
      this.addNumbers(sorted, PAIRS, MAX_PAIR);
    } else if (sorted.length > 0) {
      this.addGaps(sorted);
    }
    this.lists += 1;
    this.offsets[this.lists] = this.gaps.bytes;
  }

  finish(): PostingsData {
    const words = emptyBitmap(this.places).length;
    const bitmaps = new Int32Array(words * this.long.length);
    this.bitmaps.forEach((bitmap, index) => {
      bitmaps.set(bitmap, index * words);
    });
    return {
      places: this.places,
      offsets: this.offsets,
      rests: this.rests,
      gaps: this.gaps.finish(SPARE),
      long: Uint32Array.from(this.long),
      bitmaps,
    };
  }

  private addNumbers(sorted: Int32Array, kind: number, most: number): void {
    this.rests[this.lists] = kind;
    let last = -1;
    const add = (number: number) => {
      this.gaps.add(number & 0xff, 8);
      if (most === MAX_PAIR) {
        this.gaps.add(number >>> 8, 8);
      }
    };
    for (const place of sorted) {
      let gap = place - last - 1;
      last = place;
      for (; gap >= most; gap -= most) {
        add(most);
      }
      add(gap);
    }
  }

  private addGaps(sorted: Int32Array): void {
    const { gaps } = this;
    const mean = (sorted[sorted.length - 1]! + 1) / sorted.length;
    // Where gaps are as random, the rest is best as large as seven tenths of the mean (Golomb).
    const k = Math.max(0, Math.round(Math.log2(mean * 0.69)));
    this.rests[this.lists] = k;
    let last = -1;
    for (const place of sorted) {
      const gap = place - last - 1;
      last = place;
      const ones = gap >>> k;
      if (ones + 1 + k <= 30) {
        gaps.add(((((1 << ones) - 1) << 1) << k) | (gap & ((1 << k) - 1)), ones + 1 + k);
      } else {
        gaps.addOnes(ones);
        gaps.add(gap & ((1 << k) - 1), k + 1);
      }
    }
    gaps.addOnes((8 - gaps.over) % 8);
  }
}

/** The lists of some rows, each valid until the next is asked for. */
export interface RowLists {
  at(row: number): Int32Array;
}

/**
 * The postings of things at places. The rows are read once for every so many things, so that no more places are held.
 *
 * @param lists things are below this.
 * @param order the row that stands at each place.
 * @param rows what each row has; a thing may be there twice. @param thingFor the thing that a number of theirs means.
 * @param atOnce so many places are collected while the rows are read once.
 */
export function buildPostings(
  lists: number,
  order: Int32Array,
  rows: RowLists,
  thingFor: (value: number) => number,
  atOnce = AT_ONCE,
): PostingsData {
  const counts = new Int32Array(lists);
  for (const row of order) {
    for (const value of rows.at(row)) {
      counts[thingFor(value)]! += 1;
    }
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  const most = counts.reduce((larger, count) => Math.max(larger, count), 0);
  const places = new Int32Array(Math.min(total, Math.max(atOnce, most)));
  const ends = new Int32Array(lists);
  const last = new Int32Array(lists).fill(-1);
  const builder = new PostingsBuilder(order.length, lists);
  for (let from = 0; from < lists;) {
    let to = from;
    for (let held = 0; to < lists && held + counts[to]! <= places.length; to += 1) {
      ends[to] = held;
      held += counts[to]!;
    }
    for (let place = 0; place < order.length; place += 1) {
      for (const value of rows.at(order[place]!)) {
        const thing = thingFor(value);
        if (thing < from || thing >= to || last[thing] === place) continue;
        last[thing] = place;
        places[ends[thing]!] = place;
        ends[thing]! += 1;
      }
    }
    for (let begin = 0; from < to; from += 1) {
      builder.add(places.subarray(begin, ends[from]));
      begin += counts[from]!;
    }
  }
  return builder.finish();
}
