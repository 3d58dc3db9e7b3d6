import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts';
import { TermNames } from '#server/catalogue/names/term-names.ts';
import { createTurns, TermTables, type TableLimits } from '#server/catalogue/names/term-table.ts';
import type { Condition } from '#server/search/condition.ts';
import { rankedWords } from '#server/search/relevance.ts';
import { countBits, hasBit, intersect, placesBetween, placesFromEnd, type Bitmap } from './bitmap.ts';
import { byteSize, giveBack, type CatalogueData } from './catalogue-data.ts';
import { isShown, type CatalogueRow } from './catalogue-row.ts';
import { ChangedComics } from './changed-comics.ts';
import { ConditionSets } from './condition-sets.ts';
import { ComicIds, type ComicIdsData } from './comic-ids.ts';
import type { CounterData } from './counter-data.ts';
import { Order, type Landmarks } from './order.ts';
import { buildOrders } from './orders.ts';
import { rankComics, type Ranking } from './ranking.ts';
import { SearchTexts } from './search-texts.ts';
import { Vocabulary } from './vocabulary.ts';

export interface CatalogueQuery {
  rating: 'safe' | 'all';
  condition: Condition;
  /** `title`: as a reader of `locale` sees titles; `sort_title`: folded, the same for everyone. */
  sort:
    | 'uploaded_at'
    | 'latest_chapter'
    | 'title'
    | 'sort_title'
    | 'pages'
    | 'favorites'
    | 'score'
    | 'views'
    | 'popularity'
    | 'random';
  locale?: Locale;
  descending: boolean;
  /** The window that popularity is counted over. */
  duration: 'day' | 'week' | 'month' | 'year' | 'all';
  /** Where the random order begins: the first shuffle. */
  start: number;
}

/** A page of ids and the exact total. Unless `sorted`, the ids hold the page from `from` on once they are in order. */
export interface ResultPage {
  total: number;
  ids: number[];
  sorted: boolean;
  from: number;
}

/** As many comics as the database sorts sooner than a long order is walked to find them. */
const FEW = 400;
/** Places between two landmarks of an order. */
const APART = 4096;

/** So many catalogues were made in this process. */
let catalogues = 0;

/**
 * The published comics, indexed: exact totals and pages of every list, in a millisecond or two at a million comics.
 *
 * Orders are total, ties go by id in the same direction; popularity lists only what was viewed within its window.
 * Changes since it was built are looked at one by one: build anew when `changed` is in the thousands.
 */
export class MemoryCatalogue {
  private readonly number = (catalogues += 1);
  private readonly data: Omit<CatalogueData, 'counters'>;
  /** The terms and what they are called. */
  readonly names: TermNames;
  private readonly comics: ComicIds;
  private readonly sets: ConditionSets;
  private readonly titles: Order[];
  private readonly texts: SearchTexts;
  private readonly byLength: Order;
  private readonly changes: ChangedComics;
  private readonly builtBytes: number;
  private counters: CounterData;
  private orders: ReturnType<typeof buildOrders>;
  private readonly apart: number;
  private changeCount = 0;
  private readonly tables: TermTables;
  /** Of the orders of unfiltered lists whose far pages were asked for. */
  private readonly landmarks = new Map<string, Landmarks>();

  /** @param apart places between two landmarks of an order. @param tabled from where on many terms are counted by a table. */
  constructor({ counters, ...data }: CatalogueData, apart = APART, tabled?: TableLimits) {
    this.data = data;
    this.apart = apart;
    this.counters = counters;
    this.comics = new ComicIds(data.ids);
    this.orders = buildOrders(data, counters);
    this.titles = data.titles.orders.map((order) => new Order(data.titles.base, data.ids.byId, order));
    this.names = new TermNames(data.names, counters.uses);
    this.byLength = new Order(data.byLength, data.ids.byId);
    const vocabulary = new Vocabulary(data.words);
    this.texts = new SearchTexts(data.texts, vocabulary);
    this.sets = new ConditionSets(data, vocabulary, this.comics, this.orders);
    this.tables = new TermTables(this.size, (terms) => this.sets.termTable(terms), tabled);
    this.changes = new ChangedComics(data.ids.length, (id) => this.comics.placeFor(id), {
      ...this.orders,
      data: counters,
    });
    this.builtBytes = byteSize(data);
  }

  /** How many comics it was built of. */
  get size(): number {
    return this.comics.length;
  }

  /** The comics it was built of, packed: `new ComicIds(ids).all()` is what `counterData` asks for. Not to be changed. */
  get ids(): ComicIdsData {
    return this.data.ids;
  }

  /** A text that is another one after every change of what it answers, and for every catalogue of a process. */
  get version(): string {
    return `${this.number} ${this.changeCount}`;
  }

  /** How many comics differ from what was built. */
  get changed(): number {
    return this.changes.count;
  }

  /** The comics that differ, and as minus their ids the terms that do. */
  get changedIds(): number[] {
    return [...this.changes.ids, ...this.names.changedIds.map((id) => -id)];
  }

  /** The memory it takes, without the comics that changed. */
  get bytes(): number {
    return (
      this.builtBytes +
      byteSize(this.counters) +
      this.sets.bytes +
      this.changes.unchanged.byteLength +
      byteSize([...this.landmarks.values()]) +
      this.tables.bytes
    );
  }

  /**
   * One page of a list and its exact total.
   *
   * Where not all ids are in the catalogue's own order, or they are few, they come unsorted, with some before the page:
   * sort them as the list is sorted and take `limit` from `from` on.
   */
  find(wanted: CatalogueQuery, offset: number, limit: number): ResultPage {
    const bits = this.select(wanted.rating, wanted.condition);
    const popular = wanted.sort === 'popularity';
    if (popular) {
      intersect(
        bits,
        wanted.duration === 'all' ? this.counters.viewed : this.counters.windows[wanted.duration].members,
      );
    }
    const changed = this.changes
      .matching(wanted.rating, wanted.condition)
      .map(({ row }) => row.id)
      .filter((id) => !popular || this.changes.isViewed(id, wanted.duration));
    const built = countBits(bits);
    const total = built + changed.length;
    const found = this.selectPage(wanted, bits, built, changed, Math.max(0, offset), Math.max(0, limit));
    this.sets.give(bits);
    return { total, ...found };
  }

  /** How many comics fulfil a condition. */
  count(rating: 'safe' | 'all', condition: Condition): number {
    const bits = this.select(rating, condition);
    const count = countBits(bits);
    this.sets.give(bits);
    return count + this.changes.matching(rating, condition).length;
  }

  /** Of the comics that fulfil a condition: how many have each of these terms. */
  counts(rating: 'safe' | 'all', condition: Condition, terms: readonly number[]): number[] {
    const { bits, count } = this.within(rating, condition);
    const counts = terms.map((term) => count(term));
    this.sets.give(bits);
    return counts;
  }

  /**
   * The same of up to a thousand terms, in short turns of the event loop. Terms that are counted together again and again are
   * looked up in a table from the second time on, in a tenth of the time.
   *
   * @param group a name for terms that are mostly counted together.
   */
  async countMany(
    rating: 'safe' | 'all',
    condition: Condition,
    terms: readonly number[],
    group: string,
  ): Promise<number[]> {
    const { bits, count } = this.within(rating, condition);
    const tabled = await this.tables.tableFor(group, terms)?.count(bits);
    const nextTurn = createTurns();
    const counts: number[] = [];
    for (const term of terms) {
      await nextTurn();
      counts.push(count(term, tabled?.get(term)));
    }
    this.sets.give(bits);
    return counts;
  }

  /**
   * The newest comics that have a term, the newest first: `most` of all of them, and `most` of the safe ones. Those that have
   * changed since the catalogue was built come after these, however many they are.
   */
  newestWith(term: number, most: number): { all: number[]; safe: number[] } {
    const { all, safe } = this.sets.lastWith(term, this.changes.unchanged, most);
    const having = (rating: 'safe' | 'all') =>
      this.changes.matching(rating, { terms: [term] }).map(({ row }) => row.id);
    const idFor = (place: number) => this.comics.at(place);
    return { all: [...all.map(idFor), ...having('all')], safe: [...safe.map(idFor), ...having('safe')] };
  }

  /**
   * Which of some terms each of some comics has, by where they stand among those, and whether it is safe; without those that are not shown.
   *
   * @param ids none twice.
   */
  having(ids: readonly number[], terms: readonly number[]): { id: number; terms: number[]; safe: boolean }[] {
    const found: { id: number; terms: number[]; safe: boolean }[] = [];
    const placed: { place: number; comic: { id: number; terms: number[]; safe: boolean } }[] = [];
    for (const id of ids) {
      const row = this.changes.row(id);
      if (row !== undefined) {
        const own = terms.flatMap((term, index) => (row.terms.includes(term) ? [index] : []));
        found.push({ id, terms: own, safe: isShown(row, 'safe') });
        continue;
      }
      const place = this.comics.placeFor(id);
      if (place >= 0 && hasBit(this.changes.unchanged, place)) {
        placed.push({ place, comic: { id, terms: [], safe: hasBit(this.data.safe, place) } });
      }
    }
    placed.sort((a, b) => a.place - b.place);
    this.sets.eachTerm(
      placed.map(({ place }) => place),
      terms,
      (at, term) => placed[at]!.comic.terms.push(term),
    );
    return [...found, ...placed.map(({ comic }) => comic)];
  }

  /**
   * The comics that fulfil a condition by how well they fit a normalised text (`relevance`), the best 250, ties by the
   * higher id. Where more than 1,000 fulfil it, those are ranked of which a name is the text (1,000 at most), the 500 with the shortest
   * search texts (`textLength`) and the 500 most viewed (`viewLevel`), of equal ones the newest.
   */
  rank(rating: 'safe' | 'all', condition: Condition, text: string): Ranking {
    const bits = this.select(rating, condition);
    const ranking = rankComics(this.ranked(), bits, this.changes.fitting(rating, condition), rankedWords(text));
    this.sets.give(bits);
    return ranking;
  }

  /** Puts comics as they are now in place of what was built, new ones too, and takes off those that are gone. */
  replace(rows: readonly CatalogueRow[], gone: readonly number[]): void {
    this.changes.replace(rows, gone);
    this.names.markUsed(rows.flatMap(({ terms }) => terms));
    if (rows.length + gone.length > 0) {
      this.changeCount += 1;
      this.landmarks.clear();
    }
  }

  /** Takes new counters of all comics. The memory of the former ones is given back at once: nothing else may hold them. */
  recount(counters: CounterData): void {
    const former = this.counters;
    this.counters = counters;
    this.orders = buildOrders(this.data, counters);
    this.names.recount(counters.uses);
    this.sets.reorder(this.orders);
    this.changes.recount({ ...this.orders, data: counters });
    this.changeCount += 1;
    this.landmarks.clear();
    giveBack(former);
  }

  private ranked() {
    const { comics: ids, texts, byLength } = this;
    return {
      ids,
      texts,
      byLength,
      lengths: this.data.lengths,
      levels: this.counters.levels,
      byLevel: this.orders.levels,
    };
  }

  /**
   * The comics that fulfil a condition: a set to give back; and how many of all have a term, where it was counted in the set
   * already with that count.
   */
  private within(
    rating: 'safe' | 'all',
    condition: Condition,
  ): { bits: Bitmap; count(term: number, counted?: number): number } {
    const bits = this.select(rating, condition);
    const empty = countBits(bits) === 0;
    const changed = new Map<number, number>();
    for (const { row } of this.changes.matching(rating, condition)) {
      for (const term of row.terms) {
        changed.set(term, (changed.get(term) ?? 0) + 1);
      }
    }
    return {
      bits,
      count: (term, counted = empty ? 0 : this.sets.countTerm(term, bits)) => counted + (changed.get(term) ?? 0),
    };
  }

  /** The places of unchanged comics that are shown and fulfil a condition: a set to give back. */
  private select(rating: 'safe' | 'all', condition: Condition): Bitmap {
    const bits = this.sets.take(condition, rating === 'safe' ? this.data.safe : null);
    if (this.changed > 0) {
      intersect(bits, this.changes.unchanged);
    }
    return bits;
  }

  private selectPage(
    wanted: CatalogueQuery,
    bits: Bitmap,
    built: number,
    changed: number[],
    offset: number,
    limit: number,
  ): Omit<ResultPage, 'total'> {
    const idFor = (place: number) => this.comics.at(place);
    const total = built + changed.length;
    if (offset >= total) return { ids: [], sorted: true, from: 0 };
    if (wanted.sort !== 'uploaded_at' && total <= FEW) {
      return { ids: [...placesBetween(bits, 0, built).map(idFor), ...changed], sorted: false, from: offset };
    }
    // Each changed comic may stand before the page: then as many of the others stand a place earlier.
    const first = Math.max(0, offset - changed.length);
    const page = this.slice(wanted, bits, built, Math.min(first, built), Math.min(offset + limit, built)).map(idFor);
    return { ids: [...page, ...changed], sorted: changed.length === 0, from: offset - first };
  }

  /** The places of a set from the `from`-th to before the `to`-th of `total` in the order wanted. */
  private slice(wanted: CatalogueQuery, bits: Bitmap, total: number, from: number, to: number): number[] {
    if (to <= from) return [];
    const [low, high] = wanted.descending ? [total - to, total - from] : [from, to];
    if (wanted.sort !== 'uploaded_at') {
      const places = this.walked(wanted, bits, total, low, high);
      return wanted.descending ? places.reverse() : places;
    }
    const fromEnd = total - high < low;
    const places = fromEnd ? placesFromEnd(bits, total - high, total - low) : placesBetween(bits, low, high);
    return wanted.descending === fromEnd ? places : places.reverse();
  }

  /** The same, ascending, along an order and from its nearer end. */
  private walked(wanted: CatalogueQuery, bits: Bitmap, total: number, from: number, to: number): number[] {
    const order = this.orderFor(wanted);
    const first = wanted.sort === 'random' ? order.placeFor(wanted.start) : 0;
    const backwards = total - to < from;
    const places: number[] = [];
    const way = { first, backwards, skip: backwards ? total - to : from, take: to - from };
    const far = way.skip > this.apart && isEverything(wanted.condition);
    order.walk(bits, far ? order.shortened(bits, way, this.landmarksFor(wanted, order, bits)) : way, (place) => {
      places.push(place);
    });
    return backwards ? places.reverse() : places;
  }

  /** The landmarks of an unfiltered list: they stay until something changes. */
  private landmarksFor({ rating, sort, duration, locale }: CatalogueQuery, order: Order, bits: Bitmap): Landmarks {
    const key = `${rating} ${sort} ${sort === 'popularity' ? duration : sort === 'title' ? (locale ?? '') : ''}`;
    const landmarks = this.landmarks.get(key) ?? order.landmarks(bits, this.apart);
    this.landmarks.set(key, landmarks);
    return landmarks;
  }

  private orderFor({ sort, duration, locale = DEFAULT_LOCALE }: CatalogueQuery): Order {
    if (sort === 'title') return this.titles[this.data.titles.of[locale]]!;
    if (sort === 'popularity') return duration === 'all' ? this.orders.views : this.orders[duration];
    return this.orders[sort === 'uploaded_at' ? 'latest_chapter' : sort];
  }
}

/** Whether a condition is seen to be fulfilled by every comic. */
function isEverything(condition: Condition): boolean {
  return 'all' in condition && condition.all.every(isEverything);
}
