import { setImmediate } from 'node:timers/promises';

/** Things that are prepared and sorted, or comparisons that are made, before others get their turn: some 5 ms of texts. */
const MAX_AT_ONCE = 1_000;
const MAX_COMPARISONS = 10_000;

/**
 * Sorts what is made of each of some rows, a slice at a time, so that whoever else asks meanwhile need not wait. Equal
 * ones keep their order. Rows that are nearly in order already take about as many comparisons as there are rows.
 */
export async function sortInSlices<Row, Item>(
  rows: readonly Row[],
  prepare: (row: Row) => Item,
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < rows.length; from += MAX_AT_ONCE) {
    if (from > 0) {
      await setImmediate();
    }
    runs.push(
      rows
        .slice(from, from + MAX_AT_ONCE)
        .map(prepare)
        .sort(compare),
    );
  }
  while (runs.length > 1) {
    const longer: Item[][] = [];
    let since = 0;
    for (let at = 0; at < runs.length; at += 2) {
      const [one, other] = [runs[at]!, runs[at + 1] ?? []];
      since += one.length + other.length;
      // Several short ones are as long as a long one.
      if (since >= MAX_COMPARISONS) {
        await setImmediate();
        since = 0;
      }
      longer.push(await merged(one, other, compare));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merged<Item>(
  a: readonly Item[],
  b: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  if (b.length === 0 || compare(a[a.length - 1]!, b[0]!) <= 0) return [...a, ...b];
  const all: Item[] = [];
  let [left, right] = [0, 0];
  while (left < a.length && right < b.length) {
    all.push(compare(a[left]!, b[right]!) <= 0 ? a[left++]! : b[right++]!);
    if (all.length % MAX_COMPARISONS === 0) {
      await setImmediate();
    }
  }
  for (; left < a.length; left += 1) {
    all.push(a[left]!);
  }
  for (; right < b.length; right += 1) {
    all.push(b[right]!);
  }
  return all;
}
