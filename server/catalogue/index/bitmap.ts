/** A set of places from 0 on: place `p` is bit `p & 31` of word `p >> 5`. Bits past the last place are 0. */
export type Bitmap = Int32Array;

/** An empty set of places below `size`. */
export function emptyBitmap(size: number): Bitmap {
  return new Int32Array((size + 31) >>> 5);
}

export function hasBit(bits: Bitmap, place: number): boolean {
  return ((bits[place >> 5]! >>> (place & 31)) & 1) === 1;
}

export function setBit(bits: Bitmap, place: number): void {
  bits[place >> 5]! |= 1 << (place & 31);
}

export function clearBit(bits: Bitmap, place: number): void {
  bits[place >> 5]! &= ~(1 << (place & 31));
}

/** Adds the places `from` up to, not including, `to`. */
export function setRange(bits: Bitmap, from: number, to: number): void {
  if (from >= to) return;
  const first = from >> 5;
  const last = (to - 1) >> 5;
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) {
    bits[first]! |= head & tail;
    return;
  }
  bits[first]! |= head;
  bits.fill(-1, first + 1, last);
  bits[last]! |= tail;
}

/** Turns a set into the places below `size` that are not in it. */
export function invert(bits: Bitmap, size: number): void {
  for (let word = 0; word < bits.length; word += 1) {
    bits[word] = ~bits[word]!;
  }
  if ((size & 31) !== 0) {
    bits[bits.length - 1]! &= -1 >>> (32 - (size & 31));
  }
}

// The loops below read `length` once: read in each turn, they take three times as long.

export function intersect(bits: Bitmap, other: Bitmap): void {
  const { length } = bits;
  for (let word = 0; word < length; word += 1) {
    bits[word]! &= other[word]!;
  }
}

export function difference(bits: Bitmap, other: Bitmap): void {
  const { length } = bits;
  for (let word = 0; word < length; word += 1) {
    bits[word]! &= ~other[word]!;
  }
}

export function union(bits: Bitmap, other: Bitmap): void {
  const { length } = bits;
  for (let word = 0; word < length; word += 1) {
    bits[word]! |= other[word]!;
  }
}

export function isEmpty(bits: Bitmap): boolean {
  const { length } = bits;
  let word = 0;
  while (word < length && bits[word] === 0) {
    word += 1;
  }
  return word === length;
}

export function countBits(bits: Bitmap): number {
  return intersectionCount(bits, bits);
}

/** How many places two sets have in common. */
export function intersectionCount(bits: Bitmap, other: Bitmap): number {
  return countWithin(bits, other, 0, bits.length);
}

/** The same in the words from `first` to before `last`: carries of four words are counted at once (Harley and Seal). */
function countWithin(bits: Bitmap, other: Bitmap, first: number, last: number): number {
  const end = last - ((last - first) & 3);
  let count = 0;
  let ones = 0;
  let twos = 0;
  for (let word = first; word < end; word += 4) {
    const a = bits[word]! & other[word]!;
    const b = bits[word + 1]! & other[word + 1]!;
    const c = bits[word + 2]! & other[word + 2]!;
    const d = bits[word + 3]! & other[word + 3]!;
    const ofTwo = (ones & a) | ((ones ^ a) & b);
    ones ^= a ^ b;
    const ofNext = (ones & c) | ((ones ^ c) & d);
    ones ^= c ^ d;
    const fours = (twos & ofTwo) | ((twos ^ ofTwo) & ofNext);
    twos ^= ofTwo ^ ofNext;
    // `countSetBits`, written out: called, it takes four times as long.
    const pairs = fours - ((fours >>> 1) & 0x55555555);
    const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    count = (count + (Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24)) | 0;
  }
  count = count * 4 + countSetBits(twos) * 2 + countSetBits(ones);
  for (let word = end; word < last; word += 1) {
    count += countSetBits(bits[word]! & other[word]!);
  }
  return count;
}

/** Words whose places are counted at once on the way to a rank. */
const STEP = 64;

/** The places of a set from its `from`-th (from 0) to before its `to`-th, ascending. */
export function placesBetween(bits: Bitmap, from: number, to: number): number[] {
  const places: number[] = [];
  const { length } = bits;
  let passed = 0;
  let word = 0;
  for (; word + STEP <= length; word += STEP) {
    const inside = countWithin(bits, bits, word, word + STEP);
    if (passed + inside > from) break;
    passed += inside;
  }
  for (; word < length && passed < to; word += 1) {
    for (let left = bits[word]!; left !== 0 && passed < to; left &= left - 1) {
      if (passed >= from) {
        places.push((word << 5) + 31 - Math.clz32(left & -left));
      }
      passed += 1;
    }
  }
  return places;
}

/** The places of a set from its `from`-th from the end (from 0) to before its `to`-th, descending. */
export function placesFromEnd(bits: Bitmap, from: number, to: number): number[] {
  const places: number[] = [];
  let passed = 0;
  let word = bits.length - 1;
  for (; word >= STEP; word -= STEP) {
    const inside = countWithin(bits, bits, word - STEP + 1, word + 1);
    if (passed + inside > from) break;
    passed += inside;
  }
  for (; word >= 0 && passed < to; word -= 1) {
    for (let left = bits[word]!; left !== 0 && passed < to; passed += 1) {
      const bit = 31 - Math.clz32(left);
      left ^= 1 << bit;
      if (passed >= from) {
        places.push((word << 5) + bit);
      }
    }
  }
  return places;
}

/** The bits of a word that are set (Hamming weight by parallel sums). */
export function countSetBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
