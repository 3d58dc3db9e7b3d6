import { setImmediate as turn } from 'node:timers/promises';

/**
 * Reads together what is asked for within one turn of the event loop: the lists of a page, and calls that come at once. Nobody is
 * answered later than the turn's end for it.
 */
export class AskedTogether<Thing, Answer> {
  readonly #asking = new Map<string, { things: Set<Thing>; found: Promise<ReadonlyMap<Thing, Answer>> }>();

  /**
   * The answers for `things`, and perhaps for others, read by one call with all that was asked for under the same key.
   *
   * @param read the same for all of one key; that of the first to ask is called.
   */
  get(
    key: string,
    things: Iterable<Thing>,
    read: (things: Thing[]) => Promise<ReadonlyMap<Thing, Answer>>,
  ): Promise<ReadonlyMap<Thing, Answer>> {
    const known = this.#asking.get(key);
    const all = known?.things ?? new Set<Thing>();
    for (const thing of things) {
      all.add(thing);
    }
    if (known !== undefined) return known.found;
    const found = turn().then(() => {
      this.#asking.delete(key);
      return read([...all]);
    });
    this.#asking.set(key, { things: all, found });
    return found;
  }
}
