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

export function intersect(bits: Bitmap, other: Bitmap): void {
  for (let word = 0; word < bits.length; word += 1) {
    bits[word]! &= other[word]!;
  }
}

export function difference(bits: Bitmap, other: Bitmap): void {
  for (let word = 0; word < bits.length; word += 1) {
    bits[word]! &= ~other[word]!;
  }
}

export function union(bits: Bitmap, other: Bitmap): void {
  for (let word = 0; word < bits.length; word += 1) {
    bits[word]! |= other[word]!;
  }
}

export function countBits(bits: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    count += countSetBits(bits[word]!);
  }
  return count;
}

/** How many places two sets have in common. */
export function intersectionCount(bits: Bitmap, other: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    count += countSetBits(bits[word]! & other[word]!);
  }
  return count;
}

/** The places of a set from its `from`-th (from 0) to before its `to`-th, ascending. */
export function placesBetween(bits: Bitmap, from: number, to: number): number[] {
  const places: number[] = [];
  let passed = 0;
  for (let word = 0; word < bits.length && passed < to; word += 1) {
    let left = bits[word]!;
    const inside = countSetBits(left);
    if (passed + inside > from) {
      for (let at = passed; left !== 0 && at < to; at += 1, left &= left - 1) {
        if (at >= from) {
          places.push((word << 5) + 31 - Math.clz32(left & -left));
        }
      }
    }
    passed += inside;
  }
  return places;
}

/** The bits of a word that are set (Hamming weight by parallel sums). */
export function countSetBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
