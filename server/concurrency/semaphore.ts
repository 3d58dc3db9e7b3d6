/** Lets a number of tasks through at once; the others wait in line. */
export interface Semaphore {
  /** Waits for a free place. */
  enter(): Promise<void>;
  leave(): void;
}

/** Promises a semaphore of `places` places, all of them free. */
export function createSemaphore(places: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = places;
  return {
    async enter() {
      if (free > 0) {
        free -= 1;
      } else {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
    leave() {
      const next = waiting.shift();
      if (next) {
        next();
      } else {
        free += 1;
      }
    },
  };
}

/**
 * Works on `concurrency` items at a time, in order, until all are done. Once the signal is aborted, no further item is
 * begun; items are asked for one by one, so none is asked for that is not begun. After the first that fails none is begun, either;
 * its error is thrown once those under way have ended.
 */
export async function forEachConcurrent<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { concurrency, signal }: { concurrency: number; signal: AbortSignal },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const places = createSemaphore(concurrency);
  const running = new Set<Promise<void>>();
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failure: { error: unknown } | null = null;
  for (;;) {
    await places.enter();
    const next = signal.aborted || failure ? { done: true as const, value: undefined } : await iterator.next();
    if (next.done) break;
    const task = work(next.value)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        places.leave();
        running.delete(task);
      });
    running.add(task);
  }
  await Promise.all(running);
  if (failure !== null) throw (failure as { error: unknown }).error;
}
