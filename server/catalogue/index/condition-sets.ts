import { RATINGS, STATUSES } from '#contract/comics.ts';
import { conditionParts, relationBits, TRAITS, type Condition, type Range } from '#server/search/condition.ts';
import { emptyBitmap, hasBit, intersect, isEmpty, setBit, setRange, difference, union, type Bitmap } from './bitmap.ts';
import type { CatalogueData } from './catalogue-data.ts';
import { addWithin } from './columns.ts';
import type { ComicIds } from './comic-ids.ts';
import type { Order } from './order.ts';
import { Postings } from './postings.ts';
import { firstNotBelow, findPlace } from './sorted-values.ts';
import { TermTable } from '#server/catalogue/names/term-table.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Words } from './words.ts';

/** Sets that were dear to find (words, ranges) and may be asked for again: on the next page, by the next letter. */
const REMEMBERED = 8;
/** Sets kept for the next question, so that answering one allocates nothing. */
const SPARE = 4;

/** The orders that ranges read. */
type Orders = Record<'pages' | 'favorites' | 'views', Order>;

/** A catalogue without its counters, which are replaced. */
type BuiltData = Omit<CatalogueData, 'counters'>;

/** Which places of a built catalogue fulfil a condition. Counters may be replaced, all else stays as it was built. */
export class ConditionSets {
  private readonly data: BuiltData;
  private readonly ids: ComicIds;
  private orders: Orders;
  private readonly size: number;
  private readonly words: Words;
  private readonly terms: Postings;
  private readonly remembered = new Map<string, Bitmap>();
  private readonly spare: Bitmap[] = [];

  constructor(data: BuiltData, vocabulary: Vocabulary, ids: ComicIds, orders: Orders) {
    this.data = data;
    this.ids = ids;
    this.orders = orders;
    this.size = data.ids.length;
    this.words = new Words(data.words, vocabulary);
    this.terms = new Postings(data.terms.postings);
  }

  /** The bytes of the sets it keeps. */
  get bytes(): number {
    return [...this.remembered.values(), ...this.spare].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /**
   * The places that fulfil a condition: a set of the caller's own, to `give` back.
   *
   * @param within only those of this set.
   */
  take(condition: Condition, within: Bitmap | null = null): Bitmap {
    const parts = conditionParts(condition);
    const first = within === null ? parts.find((part) => !('not' in part)) : undefined;
    const bits = within !== null ? this.copy(within) : first === undefined ? this.everything() : this.own(first);
    for (const part of parts) {
      if (part === first) continue;
      // A search of fifty words finds nothing after a few of them.
      if (isEmpty(bits)) break;
      this.narrow(bits, part);
    }
    return bits;
  }

  /** Takes a set back that nobody reads any more. */
  give(bits: Bitmap): void {
    if (this.spare.length < SPARE) {
      this.spare.push(bits);
    }
  }

  /** Takes orders by new counters, and forgets what followed from the old ones. */
  reorder(orders: Orders): void {
    this.orders = orders;
    for (const key of this.remembered.keys()) {
      if (key.startsWith('{')) {
        this.remembered.delete(key);
      }
    }
  }

  /** How many places of a set have a term. */
  countTerm(term: number, bits: Bitmap): number {
    const list = this.listFor(term);
    return list < 0 ? 0 : this.terms.countIn(list, bits);
  }

  /** Tells of some places, which ascend and are none twice, which of some terms they have: each by where it stands among those that are given. */
  eachTerm(places: readonly number[], terms: readonly number[], tell: (place: number, term: number) => void): void {
    const bits = this.empty();
    for (const place of places) {
      setBit(bits, place);
    }
    for (let term = 0; term < terms.length; term += 1) {
      const list = this.listFor(terms[term]!);
      if (list < 0) continue;
      const long = this.terms.bitmap(list);
      if (long !== null) {
        for (let at = 0; at < places.length; at += 1) {
          if (hasBit(long, places[at]!)) {
            tell(at, term);
          }
        }
        continue;
      }
      const common = this.terms.commonPlaces(list, bits);
      for (let next = 0, at = 0; next < common.length; next += 1, at += 1) {
        while (places[at] !== common[next]) {
          at += 1;
        }
        tell(at, term);
      }
    }
    this.give(bits);
  }

  /** The last places of a set that have a term, descending: `most` of all of them, and `most` of the safe ones. */
  lastWith(term: number, within: Bitmap, most: number): { all: number[]; safe: number[] } {
    const last = { all: [] as number[], safe: [] as number[] };
    const list = this.listFor(term);
    if (list < 0) return last;
    const { safe } = this.data;
    const places = this.terms.bitmap(list) === null ? this.terms.placesFor(list) : null;
    const note = (place: number) => {
      if (last.all.length < most) {
        last.all.push(place);
      }
      if (hasBit(safe, place)) {
        last.safe.push(place);
      }
    };
    if (places !== null) {
      for (let at = places.length - 1; at >= 0 && last.safe.length < most; at -= 1) {
        const place = places[at]!;
        if (hasBit(within, place)) {
          note(place);
        }
      }
      return last;
    }
    const long = this.terms.bitmap(list)!;
    for (let word = long.length - 1; word >= 0 && last.safe.length < most; word -= 1) {
      for (let left = long[word]! & within[word]!; left !== 0 && last.safe.length < most;) {
        const bit = 31 - Math.clz32(left);
        left ^= 1 << bit;
        note((word << 5) + bit);
      }
    }
    return last;
  }

  /** A table of some terms, without those that very many places have: these are counted sooner one by one. */
  termTable(terms: readonly number[]): Promise<TermTable> {
    return TermTable.make(this.size, terms, (term) => {
      const list = this.listFor(term);
      return list < 0 || this.terms.bitmap(list) ? null : this.terms.placesFor(list);
    });
  }

  /** Takes off a set what does not fulfil a condition that is no `all`. */
  private narrow(bits: Bitmap, condition: Condition): void {
    if ('not' in condition) {
      this.takeOff(bits, condition.not);
      return;
    }
    const list = this.shortList(condition);
    if (list >= 0) {
      this.terms.keepIn(list, bits);
      return;
    }
    const cached = this.kept(condition);
    const found = cached ?? this.found(condition);
    intersect(bits, found);
    if (cached === null) {
      this.give(found);
    }
  }

  /** Takes off a set what fulfils a condition. */
  private takeOff(bits: Bitmap, condition: Condition): void {
    const list = this.shortList(condition);
    if (list >= 0) {
      this.terms.removeFrom(list, bits);
      return;
    }
    const cached = this.kept(condition);
    const found = cached ?? this.take(condition);
    difference(bits, found);
    if (cached === null) {
      this.give(found);
    }
  }

  /** Adds to a set what fulfils a condition. */
  private widen(bits: Bitmap, condition: Condition): void {
    const cached = this.kept(condition);
    if (cached !== null) {
      union(bits, cached);
    } else if ('terms' in condition) {
      this.addTerms(bits, condition.terms);
    } else {
      const found = this.take(condition);
      union(bits, found);
      this.give(found);
    }
  }

  /** A set of one's own of what fulfils a condition that is no `all` and no `not`. */
  private own(condition: Condition): Bitmap {
    const cached = this.kept(condition);
    return cached === null ? this.found(condition) : this.copy(cached);
  }

  /** The same, made anew. */
  private found(condition: Condition): Bitmap {
    const bits = this.empty();
    if ('any' in condition) {
      for (const part of condition.any) {
        this.widen(bits, part);
      }
    } else if ('terms' in condition) {
      this.addTerms(bits, condition.terms);
    } else if ('ids' in condition) {
      for (const id of condition.ids) {
        const place = this.ids.placeFor(id);
        if (place >= 0) {
          setBit(bits, place);
        }
      }
    } else if ('relations' in condition) {
      this.addRelated(bits, relationBits(condition.relations, condition.rating));
    } else if ('statuses' in condition) {
      for (const status of condition.statuses) {
        union(bits, this.data.statuses[STATUSES.indexOf(status)]!);
      }
    } else if ('ratings' in condition) {
      for (const rating of condition.ratings) {
        this.addRating(bits, RATINGS.indexOf(rating));
      }
    } else if ('text' in condition) {
      setRange(bits, 0, this.size);
    }
    return bits;
  }

  /** The set of a condition that is at hand, or is remembered from now on; not to be changed. */
  private kept(condition: Condition): Bitmap | null {
    if ('trait' in condition) return this.data.traits[TRAITS.indexOf(condition.trait)]!;
    if ('terms' in condition && condition.terms.length === 1) {
      const list = this.listFor(condition.terms[0]!);
      return list < 0 ? null : this.terms.bitmap(list);
    }
    if ('statuses' in condition && condition.statuses.length === 1) {
      return this.data.statuses[STATUSES.indexOf(condition.statuses[0]!)]!;
    }
    if ('text' in condition && condition.text !== '') {
      return this.remember(condition.text, (bits) => {
        this.addText(bits, condition.text);
      });
    }
    if ('range' in condition) {
      return this.remember(JSON.stringify(condition.range), (bits) => {
        this.addRange(bits, condition.range);
      });
    }
    return null;
  }

  private remember(key: string, fill: (bits: Bitmap) => void): Bitmap {
    const known = this.remembered.get(key);
    this.remembered.delete(key);
    const bits = known ?? this.empty();
    if (!known) {
      fill(bits);
    }
    this.remembered.set(key, bits);
    if (this.remembered.size > REMEMBERED) {
      const [[oldest, old] = ['', bits]] = this.remembered;
      this.remembered.delete(oldest);
      this.give(old);
    }
    return bits;
  }

  private addRating(bits: Bitmap, rating: number): void {
    const { safe, explicit } = this.data;
    if (rating !== 1) {
      union(bits, rating === 0 ? safe : explicit);
      return;
    }
    const others = this.empty();
    setRange(others, 0, this.size);
    difference(others, safe);
    difference(others, explicit);
    union(bits, others);
    this.give(others);
  }

  private addRelated(bits: Bitmap, wanted: number): void {
    const { places, bits: relations } = this.data.relations;
    for (let at = 0; at < places.length; at += 1) {
      if ((relations[at]! & wanted) !== 0) {
        setBit(bits, places[at]!);
      }
    }
  }

  private addTerms(bits: Bitmap, terms: readonly number[]): void {
    for (const term of terms) {
      const list = this.listFor(term);
      if (list >= 0) {
        this.terms.addTo(list, bits);
      }
    }
  }

  private addText(bits: Bitmap, text: string): void {
    const scratch = this.empty();
    this.words.addTextsWith(text, bits, scratch);
    this.give(scratch);
  }

  private addRange(bits: Bitmap, { key, min, max }: Range): void {
    const { columns, uploaded } = this.data;
    const least = min ?? -Infinity;
    const most = max ?? Infinity;
    switch (key) {
      case 'pages':
      case 'favorites':
      case 'views':
        this.orders[key].addBetween(least, most, bits);
        break;
      case 'uploaded':
        setRange(bits, findPlace(uploaded, least), findPlace(uploaded, most + 1));
        break;
      // A comic without a year is in no range of years.
      case 'year':
        addWithin(columns.year, this.size, Math.max(1, least), most, bits);
        break;
      case 'chapters':
      case 'rating':
      case 'comments':
      case 'updated':
        addWithin(columns[key], this.size, least, most, bits);
        break;
    }
  }

  private listFor(term: number): number {
    const { ids } = this.data.terms;
    const list = firstNotBelow(ids, term);
    return ids[list] === term ? list : -1;
  }

  /** The list of a condition for one term that few comics have, or -1. */
  private shortList(condition: Condition): number {
    if (!('terms' in condition) || condition.terms.length !== 1) return -1;
    const list = this.listFor(condition.terms[0]!);
    return list >= 0 && this.terms.bitmap(list) === null ? list : -1;
  }

  private everything(): Bitmap {
    const bits = this.empty();
    setRange(bits, 0, this.size);
    return bits;
  }

  private copy(other: Bitmap): Bitmap {
    const bits = this.spare.pop();
    if (bits === undefined) return other.slice();
    bits.set(other);
    return bits;
  }

  private empty(): Bitmap {
    return this.spare.pop()?.fill(0) ?? emptyBitmap(this.size);
  }
}
