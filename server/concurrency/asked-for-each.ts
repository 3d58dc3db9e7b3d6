import { setImmediate as turn } from 'node:timers/promises';

interface PendingReads<Thing, Answer> {
  /** Those that are being read, each with others. */
  reading: Map<Thing, Promise<ReadonlyMap<Thing, Answer>>>;
  /** Those that were asked for in this turn of the event loop, and what will be read of them. */
  next: { things: Set<Thing>; found: Promise<ReadonlyMap<Thing, Answer>> } | null;
}

/**
 * Answers callers that come one after the other, each for another one of some things. The first who asks has theirs read alone;
 * as soon as another one asks before that is done, all the others are read by one call, for those who are yet to come.
 */
export class AskedForEach<Thing, Answer> {
  readonly #asking = new Map<string, PendingReads<Thing, Answer>>();

  /**
   * The answers for `thing`, and perhaps for others, under a key.
   *
   * @param all what may be asked for under the key, `thing` too. @param read the same for all of one key.
   */
  get(
    key: string,
    thing: Thing,
    all: readonly Thing[],
    read: (things: Thing[]) => Promise<ReadonlyMap<Thing, Answer>>,
  ): Promise<ReadonlyMap<Thing, Answer>> {
    const asking: PendingReads<Thing, Answer> = this.#asking.get(key) ?? { reading: new Map(), next: null };
    const known = asking.reading.get(thing);
    if (known !== undefined) return known;
    this.#asking.set(key, asking);
    asking.next ??= { things: new Set(), found: turn().then(() => this.#readNext(key, asking, all, read)) };
    asking.next.things.add(thing);
    return asking.next.found;
  }

  async #readNext(
    key: string,
    asking: PendingReads<Thing, Answer>,
    all: readonly Thing[],
    read: (things: Thing[]) => Promise<ReadonlyMap<Thing, Answer>>,
  ): Promise<ReadonlyMap<Thing, Answer>> {
    const { reading, next } = asking;
    const asked = [...next!.things];
    const things = asked.length + reading.size > 1 ? all.filter((each) => !reading.has(each)) : asked;
    asking.next = null;
    const found = read(things);
    things.forEach((each) => reading.set(each, found));
    try {
      return await found;
    } finally {
      things.forEach((each) => reading.delete(each));
      if (reading.size === 0 && asking.next === null) {
        this.#asking.delete(key);
      }
    }
  }
}
