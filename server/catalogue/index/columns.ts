import { setBit, setRange, type Bitmap } from './bitmap.ts';

/** A whole number for each place: what it is above `least`, in the smallest type that holds them; null where all are equal. */
export interface Column {
  least: number;
  above: Uint8Array | Uint16Array | Uint32Array | null;
}

export function toColumn(values: Int32Array): Column {
  let least = values[0] ?? 0;
  let most = least;
  for (const value of values) {
    if (value < least) {
      least = value;
    }
    if (value > most) {
      most = value;
    }
  }
  if (most === least) return { least, above: null };
  const span = most - least;
  const above = new (span > 0xffff ? Uint32Array : span > 0xff ? Uint16Array : Uint8Array)(values.length);
  for (let place = 0; place < values.length; place += 1) {
    above[place] = values[place]! - least;
  }
  return { least, above };
}

/** Adds the places below `size` whose number is from `min` to `max` to a set. */
export function addWithin({ least, above }: Column, size: number, min: number, max: number, bits: Bitmap): void {
  const from = min - least;
  const to = max - least;
  if (above === null) {
    if (from <= 0 && to >= 0) {
      setRange(bits, 0, size);
    }
    return;
  }
  if (above instanceof Uint32Array) {
    addEach(above, 0, size, from, to, bits);
    return;
  }
  addNarrow(above, size, Math.max(0, Math.min(from, ABOVE_NARROW)), Math.max(-1, Math.min(to, ABOVE_NARROW)), bits);
}

/** More than any number of two bytes. */
const ABOVE_NARROW = 0x1_0000;

/** Without branches, a quarter of the time: no processor guesses which of a million comics are in a range. */
function addNarrow(above: Uint8Array | Uint16Array, size: number, from: number, to: number, bits: Bitmap): void {
  const full = size >>> 5;
  for (let word = 0; word < full; word += 1) {
    let found = 0;
    for (let place = (word << 5) + 31, left = 32; left > 0; place -= 1, left -= 1) {
      const value = above[place]!;
      // The sign of either difference is set where the value is outside.
      found = (found << 1) | (~((value - from) | (to - value)) >>> 31);
    }
    bits[word]! |= found;
  }
  addEach(above, full << 5, size, from, to, bits);
}

function addEach(
  above: NonNullable<Column['above']>,
  first: number,
  size: number,
  from: number,
  to: number,
  bits: Bitmap,
): void {
  for (let place = first; place < size; place += 1) {
    const value = above[place]!;
    if (value >= from && value <= to) {
      setBit(bits, place);
    }
  }
}
