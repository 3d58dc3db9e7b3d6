import { intersectionCount, emptyBitmap, union, type Bitmap } from './bitmap.ts';

/**
 * For each of many things the ascending places where it is. A list with many places is a bitmap. Of any other the gaps
 * between its places (the first one from -1), less 1, are kept. Of a list with fewer but still many places they are bytes, or
 * two bytes each, the lower one first: the largest number says that the gap is so much larger than what follows. Else they are bits, highest first (Rice code): so many ones
 * as 2^k goes into the gap, a zero, and the rest in k bits. A list begins with a byte; ones fill its last one.
 */
export interface PostingsData {
  /** Places are below this. */
  places: number;
  /** Where the bytes of a list begin; one more than there are lists. */
  offsets: Uint32Array;
  /** The k of each list, or one of the next three. */
  rests: Uint8Array;
  /** All lists, and 8 bytes more. */
  gaps: Uint8Array;
  /** The lists that are bitmaps, ascending; their bitmaps stand in `bitmaps` in this order. */
  long: Uint32Array;
  bitmaps: Bitmap;
}

/** In place of the k: the list is a bitmap; its gaps are bytes, or two bytes: a little more memory, and a third of the time. */
export const [LONG, BYTES, PAIRS] = [253, 254, 255];
/** The largest numbers of a byte and of two. */
export const [MAX_BYTE, MAX_PAIR] = [0xff, 0xffff];

/** Reads postings. */
export class Postings {
  private readonly data: PostingsData;
  private readonly gaps: DataView;
  private readonly long = new Map<number, Bitmap>();
  private decoded = new Int32Array(1024);

  constructor(data: PostingsData) {
    this.data = data;
    this.gaps = new DataView(data.gaps.buffer, data.gaps.byteOffset, data.gaps.byteLength);
    const words = emptyBitmap(data.places).length;
    data.long.forEach((list, index) => {
      this.long.set(list, data.bitmaps.subarray(index * words, (index + 1) * words));
    });
  }

  /** The bitmap of a long list, not to be changed; null for a short one. */
  bitmap(list: number): Bitmap | null {
    return this.data.rests[list] === LONG ? this.long.get(list)! : null;
  }

  /** Adds the places of a list to a set. */
  addTo(list: number, bits: Bitmap): void {
    const long = this.bitmap(list);
    if (long) {
      union(bits, long);
      return;
    }
    const rest = this.data.rests[list]!;
    if (rest === BYTES) {
      this.addBytes(list, bits);
      return;
    }
    if (rest === PAIRS) {
      this.addPairs(list, bits);
      return;
    }
    const count = this.decode(list);
    const { decoded } = this;
    for (let at = 0; at < count; at += 1) {
      const place = decoded[at]!;
      bits[place >> 5]! |= 1 << (place & 31);
    }
  }

  /** Takes the places of a short list off a set. */
  removeFrom(list: number, bits: Bitmap): void {
    const count = this.decode(list);
    const { decoded } = this;
    for (let at = 0; at < count; at += 1) {
      const place = decoded[at]!;
      bits[place >> 5]! &= ~(1 << (place & 31));
    }
  }

  /** Takes off a set what is not in a short list. */
  keepIn(list: number, bits: Bitmap): void {
    const common = this.commonPlaces(list, bits);
    bits.fill(0);
    for (let at = 0; at < common.length; at += 1) {
      const place = common[at]!;
      bits[place >> 5]! |= 1 << (place & 31);
    }
  }

  /** How many places of a list are in a set. */
  countIn(list: number, bits: Bitmap): number {
    const long = this.bitmap(list);
    if (long) return intersectionCount(bits, long);
    const count = this.decode(list);
    const { decoded } = this;
    let common = 0;
    for (let at = 0; at < count; at += 1) {
      const place = decoded[at]!;
      common += (bits[place >> 5]! >>> (place & 31)) & 1;
    }
    return common;
  }

  /** The places of a short list that are in a set, ascending: a view that the next call overwrites. */
  commonPlaces(list: number, bits: Bitmap): Int32Array {
    const count = this.decode(list);
    const { decoded } = this;
    let common = 0;
    for (let at = 0; at < count; at += 1) {
      const place = decoded[at]!;
      decoded[common] = place;
      common += (bits[place >> 5]! >>> (place & 31)) & 1;
    }
    return decoded.subarray(0, common);
  }

  /** The places of a list: a view that the next call overwrites. */
  placesFor(list: number): Int32Array {
    const long = this.bitmap(list);
    const count = long ? this.decodeLong(long) : this.decode(list);
    return this.decoded.subarray(0, count);
  }

  private addBytes(list: number, bits: Bitmap): void {
    const { gaps, offsets } = this.data;
    const end = offsets[list + 1]!;
    let place = -1;
    for (let at = offsets[list]!; at < end; at += 1) {
      const byte = gaps[at]!;
      // 0 for 255, else 1: no branch that would be guessed wrong.
      const is = (byte - MAX_BYTE) >>> 31;
      place = (place + byte + is) | 0;
      bits[place >> 5]! |= is << (place & 31);
    }
  }

  private addPairs(list: number, bits: Bitmap): void {
    const { gaps, offsets } = this.data;
    const end = offsets[list + 1]!;
    let place = -1;
    for (let at = offsets[list]!; at < end; at += 2) {
      const pair = gaps[at]! | (gaps[at + 1]! << 8);
      const is = (pair - MAX_PAIR) >>> 31;
      place = (place + pair + is) | 0;
      bits[place >> 5]! |= is << (place & 31);
    }
  }

  private decodeBytes(list: number): number {
    const { gaps, offsets } = this.data;
    const end = offsets[list + 1]!;
    this.makeRoom(end - offsets[list]!);
    const { decoded } = this;
    let count = 0;
    let place = -1;
    for (let at = offsets[list]!; at < end; at += 1) {
      const byte = gaps[at]!;
      const is = (byte - MAX_BYTE) >>> 31;
      place = (place + byte + is) | 0;
      decoded[count] = place;
      count = (count + is) | 0;
    }
    return count;
  }

  private decodePairs(list: number): number {
    const { gaps, offsets } = this.data;
    const end = offsets[list + 1]!;
    this.makeRoom((end - offsets[list]!) / 2);
    const { decoded } = this;
    let count = 0;
    let place = -1;
    for (let at = offsets[list]!; at < end; at += 2) {
      const pair = gaps[at]! | (gaps[at + 1]! << 8);
      const is = (pair - MAX_PAIR) >>> 31;
      place = (place + pair + is) | 0;
      decoded[count] = place;
      count = (count + is) | 0;
    }
    return count;
  }

  /** Writes the places of a short list to `decoded`. How many they are. */
  private decode(list: number): number {
    if (this.data.rests[list] === BYTES) return this.decodeBytes(list);
    if (this.data.rests[list] === PAIRS) return this.decodePairs(list);
    const { gaps } = this;
    const { offsets, rests } = this.data;
    const start = offsets[list]!;
    const end = offsets[list + 1]! * 8;
    const k = rests[list]!;
    // Every place takes k + 1 bits at least.
    this.makeRoom(Math.floor((end - start * 8) / (k + 1)));
    const { decoded } = this;
    let count = 0;
    let place = -1;
    for (let at = start * 8; at < end;) {
      let window = gaps.getInt32(at >>> 3) << (at & 7);
      let ones = Math.clz32(~window);
      // A window has 25 bits at least. Of a gap that takes more the ones are passed first.
      while (ones + k > 24 && at < end) {
        const passed = Math.min(ones, 16);
        place += passed << k;
        at += passed;
        window = gaps.getInt32(at >>> 3) << (at & 7);
        ones = Math.clz32(~window);
      }
      at += ones + 1 + k;
      if (at > end) break;
      place += (ones << k) + (((window << (ones + 1)) >>> 1) >>> (31 - k)) + 1;
      decoded[count] = place;
      count += 1;
    }
    return count;
  }

  private decodeLong(bits: Bitmap): number {
    this.makeRoom(this.data.places);
    const { decoded } = this;
    let count = 0;
    for (let word = 0; word < bits.length; word += 1) {
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        decoded[count] = (word << 5) + 31 - Math.clz32(left & -left);
        count += 1;
      }
    }
    return count;
  }

  private makeRoom(places: number): void {
    if (places > this.decoded.length) {
      this.decoded = new Int32Array(places);
    }
  }
}
