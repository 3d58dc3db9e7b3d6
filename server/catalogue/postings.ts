import { countBits, countCommon, emptyBitmap, setBit, unite, type Bitmap } from './bitmap.ts';
import { GrowingInts } from './growing-ints.ts';

/**
 * For each of many things the ascending places where it is: a long list is a bitmap, a short one the gaps between its
 * places (the first one from -1), less 1, as bytes of 7 bits, the lowest first, 128 added where more follow.
 */
export interface PostingsData {
  places: number;
  /** Where a list's gaps begin in `gaps`; one more than there are lists. */
  offsets: Uint32Array;
  gaps: Uint8Array;
  /** The lists that are bitmaps, ascending; their bitmaps stand in `bitmaps` in this order. */
  long: Uint32Array;
  bitmaps: Bitmap;
}

/** A list with more than this part of all places is a bitmap: faster, and no larger where a gap takes two bytes. */
const LONG_PART = 1 / 16;

/**
 * The postings of things at places.
 *
 * @param order the row that stands at each place.
 * @param starts where a row's things begin in `things`; one more than there are rows. A thing may be there twice.
 */
export function postingsOf(lists: number, order: Int32Array, starts: Int32Array, things: Int32Array): PostingsData {
  const places = order.length;
  const last = new Int32Array(lists).fill(-1);
  const counts = new Uint32Array(lists);
  const bytes = new Uint32Array(lists);
  for (let place = 0; place < places; place += 1) {
    const row = order[place]!;
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      const thing = things[at]!;
      const gap = place - last[thing]! - 1;
      if (gap < 0) { continue; }
      last[thing] = place;
      counts[thing]! += 1;
      bytes[thing]! += gap < 1 << 7 ? 1 : gap < 1 << 14 ? 2 : gap < 1 << 21 ? 3 : 4;
    }
  }
  const offsets = new Uint32Array(lists + 1);
  const bitmapOf = new Map<number, Bitmap>();
  const words = emptyBitmap(places).length;
  const longLists = Uint32Array.from(counts.keys().filter((list) => counts[list]! > places * LONG_PART));
  const bitmaps = new Int32Array(words * longLists.length);
  longLists.forEach((list, index) => { bitmapOf.set(list, bitmaps.subarray(index * words, (index + 1) * words)); });
  for (let list = 0; list < lists; list += 1) { offsets[list + 1] = offsets[list]! + (bitmapOf.has(list) ? 0 : bytes[list]!); }
  const gaps = new Uint8Array(offsets[lists]!);
  const ends = offsets.slice();
  const isLong = new Uint8Array(lists);
  longLists.forEach((list) => { isLong[list] = 1; });
  last.fill(-1);
  for (let place = 0; place < places; place += 1) {
    const row = order[place]!;
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      const thing = things[at]!;
      if (isLong[thing] === 1) {
        setBit(bitmapOf.get(thing)!, place);
        continue;
      }
      let gap = place - last[thing]! - 1;
      if (gap < 0) { continue; }
      last[thing] = place;
      let end = ends[thing]!;
      for (; gap > 127; gap >>>= 7) { gaps[end++] = gap & 127 | 128; }
      gaps[end++] = gap;
      ends[thing] = end;
    }
  }
  return { places, offsets, gaps, long: longLists, bitmaps };
}

/** The postings of groups of lists: where any list of a group is. */
export function unitePostings(data: PostingsData, groups: readonly (readonly number[])[]): PostingsData {
  const postings = new Postings(data);
  const bits = emptyBitmap(data.places);
  const offsets = new Uint32Array(groups.length + 1);
  const gaps = new GrowingInts();
  const long: number[] = [];
  const bitmaps: Bitmap[] = [];
  groups.forEach((lists, group) => {
    bits.fill(0);
    for (const list of lists) { postings.addTo(list, bits); }
    if (countBits(bits) > data.places * LONG_PART) {
      long.push(group);
      bitmaps.push(bits.slice());
    } else {
      addGaps(bits, gaps);
    }
    offsets[group + 1] = gaps.length;
  });
  const joined = new Int32Array(bits.length * long.length);
  bitmaps.forEach((bitmap, index) => { joined.set(bitmap, index * bits.length); });
  return { places: data.places, offsets, gaps: Uint8Array.from(gaps.values()), long: Uint32Array.from(long), bitmaps: joined };
}

function addGaps(bits: Bitmap, gaps: GrowingInts): void {
  let last = -1;
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word]!; left !== 0; left &= left - 1) {
      const place = (word << 5) + 31 - Math.clz32(left & -left);
      let gap = place - last - 1;
      last = place;
      for (; gap > 127; gap >>>= 7) { gaps.push(gap & 127 | 128); }
      gaps.push(gap);
    }
  }
}

/** Reads postings. */
export class Postings {
  private readonly data: PostingsData;
  private readonly long = new Map<number, Bitmap>();

  constructor(data: PostingsData) {
    this.data = data;
    const words = emptyBitmap(data.places).length;
    data.long.forEach((list, index) => { this.long.set(list, data.bitmaps.subarray(index * words, (index + 1) * words)); });
  }

  /** The bitmap of a long list, not to be changed; null for a short one. */
  bitmap(list: number): Bitmap | null {
    return this.long.get(list) ?? null;
  }

  /** Adds the places of a list to a set. */
  addTo(list: number, bits: Bitmap): void {
    const long = this.bitmap(list);
    if (long) {
      unite(bits, long);
      return;
    }
    const { offsets, gaps } = this.data;
    const end = offsets[list + 1]!;
    let place = -1;
    for (let at = offsets[list]!; at < end;) {
      let byte = gaps[at++]!;
      let gap = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = gaps[at++]!;
        gap |= (byte & 127) << shift;
      }
      place += gap + 1;
      bits[place >> 5]! |= 1 << (place & 31);
    }
  }

  /** How many places of a list are in a set. */
  countIn(list: number, bits: Bitmap): number {
    const long = this.bitmap(list);
    if (long) { return countCommon(bits, long); }
    const { offsets, gaps } = this.data;
    const end = offsets[list + 1]!;
    let place = -1;
    let count = 0;
    for (let at = offsets[list]!; at < end;) {
      let byte = gaps[at++]!;
      let gap = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = gaps[at++]!;
        gap |= (byte & 127) << shift;
      }
      place += gap + 1;
      count += bits[place >> 5]! >>> (place & 31) & 1;
    }
    return count;
  }
}
