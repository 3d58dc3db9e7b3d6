/** Deterministic numbers: the same for the same seed on every machine, whatever order they are asked for in. */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below `bound`. */
  below(bound: number): number;
  /** Whether something with this probability happens. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Random numbers of one record: record `index` can be made alone (mulberry32 over a mixed seed). */
export function randomFor(seed: number, index: number): Random {
  let state = Math.imul(seed ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b) | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)]!,
  };
}

/** Draws ranks from 0, below `count`: rank r as often as 1 / (r + 1)^exponent (Zipf). */
export function zipf(count: number, exponent: number): (random: Random) => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sums[rank] = sum += 1 / (rank + 1) ** exponent;
  }
  return (random) => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
}
