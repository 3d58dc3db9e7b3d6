import { setRange, type Bitmap } from './bitmap.ts';

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
  for (let word = 0; word < bits.length; word += 1) {
    const end = Math.min(size, (word + 1) << 5);
    let found = 0;
    for (let place = word << 5; place < end; place += 1) {
      const value = above[place]!;
      if (value >= from && value <= to) {
        found |= 1 << (place & 31);
      }
    }
    bits[word]! |= found;
  }
}
