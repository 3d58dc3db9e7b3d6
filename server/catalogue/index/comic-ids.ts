import { countSetBits, emptyBitmap, placesBetween, setBit, type Bitmap } from './bitmap.ts';
import { firstNotBelow } from './sorted-values.ts';

/**
 * The ids of comics by place. Where they ascend and are close together: a set of ids, with how many stand before every
 * 16 words of it. Else as they are, with the places by id (empty where they ascend).
 */
export interface ComicIdsData {
  length: number;
  bits: Bitmap;
  before: Uint32Array;
  plain: Int32Array;
  byId: Int32Array;
}

const BLOCK = 16;
/** A set of ids takes less than the ids where of so many one is there. */
const SPARSEST = 16;

/** @param byId the places by id. */
export function comicIdsData(ids: Int32Array, byId: Int32Array): ComicIdsData {
  const { length } = ids;
  const ascending = ids.every((id, place) => place === 0 || id > ids[place - 1]!);
  const data = {
    length,
    bits: new Int32Array(),
    before: new Uint32Array(),
    plain: ids,
    byId: ascending ? new Int32Array() : byId,
  };
  if (!ascending || length === 0 || ids[0]! < 0 || ids[length - 1]! / length > SPARSEST) return data;
  const bits = emptyBitmap(ids[length - 1]! + 1);
  for (const id of ids) {
    setBit(bits, id);
  }
  const before = new Uint32Array(Math.ceil(bits.length / BLOCK) + 1);
  for (const id of ids) {
    before[((id >> 5) / BLOCK + 1) | 0]! += 1;
  }
  for (let block = 1; block < before.length; block += 1) {
    before[block]! += before[block - 1]!;
  }
  return { ...data, bits, before, plain: new Int32Array() };
}

/** Reads ids. */
export class ComicIds {
  private readonly data: ComicIdsData;

  constructor(data: ComicIdsData) {
    this.data = data;
  }

  get length(): number {
    return this.data.length;
  }

  /** All of them, by place. */
  all(): Int32Array {
    const { bits, plain, before, length } = this.data;
    return before.length === 0 ? plain : Int32Array.from(placesBetween(bits, 0, length));
  }

  /** The id at a place below `length`. */
  at(place: number): number {
    const { bits, plain, before } = this.data;
    if (before.length === 0) return plain[place]!;
    const block = firstNotBelow(before, place + 1) - 1;
    let word = block * BLOCK;
    let nth = place - before[block]!;
    for (let inside = countSetBits(bits[word]!); inside <= nth; inside = countSetBits(bits[word]!)) {
      nth -= inside;
      word += 1;
    }
    let left = bits[word]!;
    for (; nth > 0; nth -= 1) {
      left &= left - 1;
    }
    return (word << 5) + 31 - Math.clz32(left & -left);
  }

  /** The place of an id, or -1. */
  placeFor(id: number): number {
    const { bits, plain, before, byId, length } = this.data;
    if (before.length > 0) return this.rankFor(id, bits, before);
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (plain[byId[middle] ?? middle]! < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const place = byId[low] ?? low;
    return plain[place] === id ? place : -1;
  }

  private rankFor(id: number, bits: Bitmap, before: Uint32Array): number {
    if (id < 0 || id >= bits.length * 32 || ((bits[id >> 5]! >>> (id & 31)) & 1) === 0) return -1;
    const block = ((id >> 5) / BLOCK) | 0;
    let rank = before[block]!;
    for (let word = block * BLOCK; word < id >> 5; word += 1) {
      rank += countSetBits(bits[word]!);
    }
    return rank + countSetBits(bits[id >> 5]! & ((1 << (id & 31)) - 1));
  }
}
