import { setImmediate } from 'node:timers/promises';
import type { Bitmap } from '#server/catalogue/index/bitmap.ts';

/** Milliseconds that others wait for at once, and words of a set that are looked through before the clock is. */
const [TURN_MS, WORDS_AT_ONCE] = [3, 512];
/** Terms of a table: those of 31 places are counted in 16 bits. */
const MAX_TERMS = 2_000;

/** Lets others have their turn of the event loop once it was held for some milliseconds. */
export function createTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await setImmediate();
    began = performance.now();
  };
}

/**
 * For each place of a catalogue which of some terms it has, to count all of them within a set by looking at the places of the
 * set alone: two bytes a place and two for each term that it has.
 */
export class TermTable {
  /** The number of each term in the table. */
  private readonly numbers = new Map<number, number>();
  /** Where the terms of each 32 places begin, and end with the next. */
  private readonly firsts: Uint32Array;
  /** By place: where its own begin, from there on. */
  private readonly starts: Uint16Array;
  private entries = new Uint16Array();

  private constructor(places: number) {
    this.firsts = new Uint32Array(Math.ceil(places / 32) + 1);
    // One more, so that the last place ends where another one would begin.
    this.starts = new Uint16Array(places + 1);
  }

  /** @param placesFor the places of a term until it is asked again; null for a term that the table is not to have. */
  static async make(
    places: number,
    terms: readonly number[],
    placesFor: (term: number) => Int32Array | null,
  ): Promise<TermTable> {
    const table = new TermTable(places);
    const lengths = new Uint16Array(places);
    const nextTurn = createTurns();
    for (const term of terms.slice(0, MAX_TERMS)) {
      await nextTurn();
      const own = placesFor(term);
      if (own === null) continue;
      table.numbers.set(term, table.numbers.size);
      for (const place of own) {
        lengths[place]! += 1;
      }
    }
    await nextTurn();
    const next = new Uint32Array(places);
    let sum = 0;
    for (let place = 0; place < places; place += 1) {
      if (place % 32 === 0) {
        table.firsts[place / 32] = sum;
      }
      next[place] = sum;
      table.starts[place] = sum - table.firsts[place >> 5]!;
      sum += lengths[place]!;
    }
    table.firsts[table.firsts.length - 1] = sum;
    if (places % 32 !== 0) {
      table.starts[places] = sum - table.firsts[places >> 5]!;
    }
    table.entries = new Uint16Array(sum);
    for (const [term, number] of table.numbers) {
      await nextTurn();
      for (const place of placesFor(term)!) {
        table.entries[next[place]!] = number;
        next[place]! += 1;
      }
    }
    return table;
  }

  get bytes(): number {
    return this.starts.byteLength + this.firsts.byteLength + this.entries.byteLength;
  }

  /** How many places of a set have each of its terms. */
  async count(bits: Bitmap): Promise<Map<number, number>> {
    const counts = new Uint32Array(this.numbers.size);
    const nextTurn = createTurns();
    for (let from = 0; from < bits.length; from += WORDS_AT_ONCE) {
      await nextTurn();
      this.countWithin(bits, from, Math.min(from + WORDS_AT_ONCE, bits.length), counts);
    }
    return new Map(Array.from(this.numbers, ([term, number]) => [term, counts[number]!]));
  }

  private countWithin(bits: Bitmap, from: number, to: number, counts: Uint32Array): void {
    const { firsts, starts, entries } = this;
    for (let word = from; word < to; word += 1) {
      const first = firsts[word]!;
      const next = firsts[word + 1]!;
      // From one place of the set to its next: each bit looked at takes twice as long for a set of a fifth of all.
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const place = (word << 5) + bit;
        const end = bit === 31 ? next : first + starts[place + 1]!;
        for (let at = first + starts[place]!; at < end; at += 1) {
          counts[entries[at]!]! += 1;
        }
      }
    }
  }
}

/** From how many comics and terms on a table is used, of how many groups of terms, and how many of a group may lack in one. */
export interface TableLimits {
  places: number;
  terms: number;
  groups: number;
  missing: number;
}

/** The tables of groups of terms that are mostly counted together, of those last asked for. */
export class TermTables {
  private readonly places: number;
  private readonly make: (terms: readonly number[]) => Promise<TermTable>;
  private readonly limits: TableLimits;
  private readonly made = new Map<string, { terms: ReadonlySet<number>; table: TermTable | null }>();

  /** @param places of the catalogue. @param make makes a table of some terms. */
  constructor(
    places: number,
    make: (terms: readonly number[]) => Promise<TermTable>,
    limits: TableLimits = { places: 100_000, terms: 200, groups: 2, missing: 100 },
  ) {
    this.places = places;
    this.make = make;
    this.limits = limits;
  }

  get bytes(): number {
    return [...this.made.values()].reduce((sum, { table }) => sum + (table?.bytes ?? 0), 0);
  }

  /** The table of a group where there is one; else it is made in the background, unless few places or terms are as quick without. */
  tableFor(group: string, terms: readonly number[]): TermTable | null {
    const { places, terms: least, groups, missing } = this.limits;
    if (this.places < places || terms.length < least) return null;
    const known = this.made.get(group);
    if (known && terms.filter((term) => !known.terms.has(term)).length <= missing) return known.table;
    const entry: { terms: ReadonlySet<number>; table: TermTable | null } = { terms: new Set(terms), table: null };
    this.made.delete(group);
    this.made.set(group, entry);
    if (this.made.size > groups) {
      this.made.delete([...this.made.keys()][0]!);
    }
    this.make(terms).then(
      (table) => {
        entry.table = table;
      },
      () => this.made.delete(group),
    );
    return null;
  }
}
