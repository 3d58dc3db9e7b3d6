import { TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import { eachWordFrom, indexOfWord, type DictionaryData } from '#server/catalogue/index/dictionary.ts';
import { firstNotBelow } from '#server/catalogue/index/sorted-values.ts';
import type { TermRow } from './term-row.ts';
import type { TermUses } from './term-uses.ts';

/** Texts by which things are found: each text once, with the places of the things that have it. */
export interface LookupData {
  texts: DictionaryData;
  /** Where the things of each text begin; one more than there are texts. */
  starts: Uint32Array;
  things: Uint32Array;
}

/** The terms and what they are called; made by `TermNamesBuilder`. */
export interface TermNamesData {
  /** Ascending; the place of a term is its place here. */
  ids: Int32Array;
  /** By place: the place in `TERM_KINDS`. */
  kinds: Uint8Array;
  /** Every name, translation and alias, normalised. */
  names: LookupData;
  /** The rest of each of them from a later word on. */
  endings: LookupData;
  /** Slugs, and the keys of names that differ from them. */
  keys: LookupData;
}

/** Terms wanted by a name of theirs, without wildcards. */
export interface TermLookup {
  kinds: readonly TermKind[];
  /** Normalised. */
  name: string;
  /** A name is this one, begins with it, or has a word that does. */
  by: 'whole' | 'start' | 'word';
  /** Also the term of this slug. */
  slug: string | null;
  most: number;
}

/** Places of terms are below this. */
const PLACES = 2 ** 26;

/** Finds terms by what they are called, as `termsNamed` and `termsWithWord` do. */
export class TermNames {
  private readonly data: TermNamesData;
  private uses: Int32Array;
  /** 1 at the places that a search has found; 0 everywhere between two searches. */
  private readonly marks: Uint8Array;
  /** The terms that have changed since it was built, by id; null for one that is gone. */
  private readonly changes = new Map<number, TermRow | null>();
  private readonly newlyUsed = new Map<number, number>();

  constructor(data: TermNamesData, uses: TermUses) {
    this.data = data;
    this.uses = new Int32Array(data.ids.length);
    this.marks = new Uint8Array(data.ids.length);
    this.recount(uses);
  }

  /** How many terms are other than they were built. */
  get changed(): number {
    return this.changes.size;
  }

  /** Their ids. */
  get changedIds(): number[] {
    return [...this.changes.keys()];
  }

  /** Puts terms as they are now in place of what was built, and takes off those that are gone. */
  replace(rows: readonly TermRow[], gone: readonly number[]): void {
    for (const row of rows) {
      this.changes.set(row.id, row);
    }
    for (const id of gone) {
      this.changes.set(id, null);
    }
  }

  /** Takes how many comics have each term; of those it does not name, none. */
  recount({ ids, counts }: TermUses): void {
    this.uses.fill(0);
    this.newlyUsed.clear();
    const known = this.data.ids;
    let place = 0;
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at]!;
      while (place < known.length && known[place]! < id) {
        place += 1;
      }
      if (known[place] === id) {
        this.uses[place] = counts[at]!;
      } else {
        this.newlyUsed.set(id, counts[at]!);
      }
    }
  }

  /** Some comics have these terms, whatever was counted. */
  markUsed(terms: Iterable<number>): void {
    for (const id of terms) {
      if (this.usesFor(id) === 0) {
        this.setUse(id, 1);
      }
    }
  }

  /** The ids of the terms that some comic has, those of most comics first, then by id. */
  find({ kinds, name, by, slug, most }: TermLookup): number[] {
    const { ids, kinds: ofPlace, names, endings, keys } = this.data;
    const wanted = TERM_KINDS.map((kind) => kinds.includes(kind));
    // A word of many names leads to thousands of terms, to some of them by several names.
    const { marks } = this;
    const found: number[] = [];
    const add = (place: number) => {
      if (
        marks[place] === 0 &&
        this.uses[place]! > 0 &&
        wanted[ofPlace[place]!]! &&
        (this.changes.size === 0 || !this.changes.has(ids[place]!))
      ) {
        marks[place] = 1;
        found.push(place);
      }
    };
    if (by === 'whole') {
      eachThing(names, indexOfWord(names.texts, name), add);
    } else {
      eachWordFrom(names.texts, name, (index) => eachThing(names, index, add));
    }
    if (by === 'word') {
      eachWordFrom(endings.texts, name, (index) => eachThing(endings, index, add));
    }
    if (slug !== null) {
      eachThing(keys, indexOfWord(keys.texts, slug), add);
    }
    for (const place of found) {
      marks[place] = 0;
    }
    // One number for both, as thousands of numbers are sorted sooner than thousands of objects. The sum is exact: below 2^53.
    const ranks = Float64Array.from(found, (place) => PLACES - 1 - place + this.uses[place]! * PLACES).sort();
    const best = Array.from(ranks.subarray(-most), (rank) => ids[PLACES - 1 - (rank % PLACES)]!);
    for (const row of this.changes.values()) {
      if (row && kinds.includes(row.kind) && this.usesFor(row.id) > 0 && isCalled(row, name, by, slug)) {
        best.push(row.id);
      }
    }
    return best.sort((a, b) => this.usesFor(b) - this.usesFor(a) || a - b).slice(0, most);
  }

  private usesFor(id: number): number {
    const place = this.placeFor(id);
    return place < 0 ? (this.newlyUsed.get(id) ?? 0) : this.uses[place]!;
  }

  private setUse(id: number, count: number): void {
    const place = this.placeFor(id);
    if (place < 0) {
      this.newlyUsed.set(id, count);
    } else {
      this.uses[place] = count;
    }
  }

  private placeFor(id: number): number {
    const { ids } = this.data;
    const place = firstNotBelow(ids, id);
    return ids[place] === id ? place : -1;
  }
}

function eachThing({ starts, things }: LookupData, index: number, visit: (thing: number) => void): void {
  if (index < 0) return;
  for (let at = starts[index]!; at < starts[index + 1]!; at += 1) {
    visit(things[at]!);
  }
}

function isCalled({ names, keys }: TermRow, name: string, by: TermLookup['by'], slug: string | null): boolean {
  return (
    (slug !== null && keys.includes(slug)) ||
    names.some(
      (each) =>
        each === name ||
        (by !== 'whole' && each.startsWith(name)) ||
        (by === 'word' && ` ${each}`.includes(` ${name}`)),
    )
  );
}
