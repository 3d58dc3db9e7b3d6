/** Things in a row, each below 2^24, in three bytes. */
export interface Things {
  low: Uint16Array;
  high: Uint8Array;
}

/** Things from the place `from` to before `to`: that of a place stands at that place less `from`. */
export interface Stretch extends Things {
  from: number;
  to: number;
}

/** Packs things as they are listed. */
export function packThings(things: Int32Array): Things {
  const low = new Uint16Array(things.length);
  const high = new Uint8Array(things.length);
  for (let place = 0; place < things.length; place += 1) {
    low[place] = things[place]!;
    high[place] = things[place]! >>> 16;
  }
  return { low, high };
}
