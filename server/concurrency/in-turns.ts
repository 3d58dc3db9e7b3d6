import { setImmediate } from 'node:timers/promises';

/** Promises what `work` makes of each item, in their order; after every `size` of them others have their turn. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (results.length > 0 && results.length % size === 0) {
      await setImmediate();
    }
    results.push(work(item));
  }
  return results;
}
