import type { Bitmap } from './bitmap.ts';

/** A whole number for each place, in the smallest type that holds them; null where all are 0. */
export type Column = Uint8Array | Uint16Array | Int32Array | null;

/** @param values 32-bit signed numbers. */
export function columnOf(values: Int32Array): Column {
  let least = 0;
  let most = 0;
  for (const value of values) {
    if (value < least) { least = value; }
    if (value > most) { most = value; }
  }
  if (least === 0 && most === 0) { return null; }
  if (least < 0 || most > 0xffff) { return values; }
  return most > 0xff ? Uint16Array.from(values) : Uint8Array.from(values);
}

/** Adds the places below `size` whose number is from `min` to `max` to a set. */
export function addWithin(column: Column, size: number, min: number, max: number, bits: Bitmap): void {
  for (let word = 0; word < bits.length; word += 1) {
    const from = word << 5;
    const to = Math.min(size, from + 32);
    let found = 0;
    for (let place = from; place < to; place += 1) {
      const value = column === null ? 0 : column[place]!;
      if (value >= min && value <= max) { found |= 1 << (place & 31); }
    }
    bits[word]! |= found;
  }
}
