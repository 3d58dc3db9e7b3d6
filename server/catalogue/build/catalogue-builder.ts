import { STATUSES } from '#contract/comics.ts';
import { isLocale, type Locale } from '#contract/locales.ts';
import { emptyBitmap, setBit, type Bitmap } from '#server/catalogue/index/bitmap.ts';
import type { CatalogueData } from '#server/catalogue/index/catalogue-data.ts';
import { textLength } from '#server/catalogue/index/catalogue-row.ts';
import { collectGarbage } from '#server/catalogue/index/collect-garbage.ts';
import { toColumn } from '#server/catalogue/index/columns.ts';
import { comicIdsData } from '#server/catalogue/index/comic-ids.ts';
import {
  counterData,
  CounterReader,
  indicesById,
  findPlaces,
  type CounterData,
} from '#server/catalogue/index/counter-data.ts';
import { orderByKey, orderByValue, toPlainOrder } from '#server/catalogue/index/order.ts';
import { PackedInts } from '#server/catalogue/index/packed-ints.ts';
import { buildPostings } from '#server/catalogue/index/postings-builder.ts';
import { TextReader } from '#server/catalogue/index/row-text.ts';
import { firstNotBelow, toSortedValues } from '#server/catalogue/index/sorted-values.ts';
import { buildTitleOrders } from '#server/catalogue/index/title-orders.ts';
import { TermNamesBuilder } from '#server/catalogue/names/term-names-builder.ts';
import { TermUsesReader } from '#server/catalogue/names/term-uses.ts';
import { TRAITS } from '#server/search/condition.ts';
import { titleKey } from '#server/search/title-order.ts';
import { GrowingMoments } from './growing-moments.ts';
import { PackedLists } from './packed-lists.ts';
import type { BuildPart } from './reading.ts';
import { TextList } from './text-list.ts';
import { WordsBuilder } from './words-builder.ts';

/** Below this term id a table is made that has a place for every id. */
const LARGEST_TABLE = 1 << 22;

/** Makes a catalogue from rows: seconds of work and much memory for a million comics, so it runs in a process of its own but for few. */
export class CatalogueBuilder {
  private readonly ids = new PackedInts();
  private readonly flags = new PackedInts();
  private readonly pages = new PackedInts();
  private readonly chapters = new PackedInts();
  private readonly years = new PackedInts();
  private readonly uploaded = new GrowingMoments();
  private readonly latest = new GrowingMoments();
  private readonly updatedDays = new PackedInts();
  private readonly score = new PackedInts();
  private readonly comments = new PackedInts();
  private readonly relations = new PackedInts();
  private readonly shuffles = new PackedInts();
  private readonly lengths = new PackedInts();
  private terms = new PackedLists();
  private words = new WordsBuilder();
  private titles = new TextList();
  private readonly translations = new Map<Locale, { ids: PackedInts; titles: TextList }>();
  private readonly titleOrder = new PackedInts();
  private readonly list: number[] = [];
  private readonly counters = new CounterReader();
  private readonly names = new TermNamesBuilder();
  private readonly uses = new TermUsesReader();

  /** Takes in a part, whichever it is. */
  add(part: BuildPart): void {
    if ('rows' in part) {
      this.addChunk(part.rows);
    } else if ('titleOrder' in part) {
      this.addTitleOrder(Int32Array.from(part.titleOrder.split(','), Number));
    } else if ('translations' in part) {
      this.addTranslations(part.translations);
    } else if ('terms' in part) {
      this.addTerms(part.terms);
    } else if ('uses' in part) {
      this.addUses(part.uses);
    } else {
      this.addCounters(part.counters);
    }
  }

  /** Comics as text (`ROW_FIELDS`); none twice. Fastest when they come by id. */
  addChunk(text: string): void {
    const reader = new TextReader(text);
    const { list } = this;
    const addTerm = (term: number) => {
      list.push(term);
    };
    while (!reader.atEnd) {
      this.ids.push(reader.number());
      this.flags.push(reader.number() | (reader.number() << 2) | (reader.number() << 5));
      this.pages.push(reader.number());
      this.chapters.push(reader.number());
      this.years.push(reader.number());
      this.uploaded.push(reader.number());
      this.latest.push(reader.number());
      this.updatedDays.push(reader.number());
      this.score.push(reader.number());
      this.comments.push(reader.number());
      this.relations.push(reader.number());
      this.shuffles.push(reader.number());
      list.length = 0;
      reader.numbers(addTerm);
      this.terms.push(list);
      this.titles.push(titleKey(reader.text()));
      const { from, to } = reader.rest();
      this.lengths.push(textLength(text.slice(from, to)));
      this.words.add(text, from, to);
    }
  }

  /** Translated titles as text (`TRANSLATION_FIELDS`); of comics that are not in the catalogue, too. */
  addTranslations(text: string): void {
    const reader = new TextReader(text);
    while (!reader.atEnd) {
      const id = reader.number();
      const locale = reader.text();
      const title = reader.text();
      if (!isLocale(locale)) continue;
      const own = this.translations.get(locale) ?? { ids: new PackedInts(), titles: new TextList() };
      own.ids.push(id);
      own.titles.push(titleKey(title));
      this.translations.set(locale, own);
    }
  }

  /** The next ids in the order of folded titles, ascending. What has no place in it comes last, by id. */
  addTitleOrder(ids: Int32Array): void {
    for (const id of ids) {
      this.titleOrder.push(id);
    }
  }

  /** Counters as text (`COUNTER_FIELDS`). What has none counts 0. */
  addCounters(text: string): void {
    this.counters.addChunk(text);
  }

  /** Terms as text (`parseTerms`). */
  addTerms(text: string): void {
    this.names.addChunk(text);
  }

  /** How often terms are used, as text (`TermUsesReader`). */
  addUses(text: string): void {
    this.uses.addChunk(text);
  }

  /** The catalogue; the builder is of no use afterwards. */
  finish(): CatalogueData {
    const parts = this.parts();
    return Object.fromEntries(Object.entries(parts).map(([name, make]) => [name, make()])) as unknown as CatalogueData;
  }

  /**
   * How to make each part of the catalogue, once and in this order: what a part alone is made of goes with it. The builder
   * is of no use afterwards.
   */
  parts(): { [Part in keyof CatalogueData]: () => CatalogueData[Part] } {
    const order = indicesById(this.ids.values());
    const latest = order.slice();
    this.uploaded.sort(order);
    collectGarbage();
    this.latest.sort(latest);
    this.latest.days.clear();
    collectGarbage();
    const byPlace = (list: PackedInts) => {
      const values = order.map((row) => list.at(row));
      list.clear();
      return values;
    };
    const ids = byPlace(this.ids);
    const byId = indicesById(ids);
    const flags = byPlace(this.flags);
    const bitmapWhere = (test: (flags: number) => boolean) => whereTrue(flags, test);
    const lengths = Uint8Array.from(byPlace(this.lengths));
    let texts: CatalogueData['texts'] | undefined;
    return eachAfterGarbage({
      ids: () => comicIdsData(ids, byId),
      terms: () => this.finishTerms(order),
      words: () => {
        const made = this.finishWords(order);
        texts = made.texts;
        return made.words;
      },
      texts: () => {
        const made = texts!;
        texts = undefined;
        return made;
      },
      uploaded: () => toSortedValues(byPlace(this.uploaded.days)),
      safe: () => bitmapWhere((value) => (value & 3) === 0),
      explicit: () => bitmapWhere((value) => (value & 3) === 2),
      statuses: () => STATUSES.map((_, index) => bitmapWhere((value) => ((value >> 2) & 7) === index + 1)),
      traits: () => TRAITS.map((_, index) => bitmapWhere((value) => ((value >> (5 + index)) & 1) === 1)),
      relations: () => whereAny(byPlace(this.relations)),
      columns: () => ({
        chapters: toColumn(byPlace(this.chapters)),
        year: toColumn(byPlace(this.years)),
        rating: toColumn(byPlace(this.score)),
        comments: toColumn(byPlace(this.comments)),
        updated: toColumn(byPlace(this.updatedDays)),
      }),
      lengths: () => lengths,
      byLength: () => orderByKey(lengths),
      latest: () => toPlainOrder(placesFor(latest, order)),
      pages: () => orderByValue(byPlace(this.pages), byId),
      random: () => orderByValue(byPlace(this.shuffles), byId),
      title: () => toPlainOrder(titleOrderFor(ids, byId, this.titleOrder.values())),
      titles: () => this.finishTitles(order, ids, byId),
      names: () => this.names.finish(),
      counters: () => this.finishCounters(ids),
    });
  }

  /** The counters alone, for a catalogue of comics in its own order; the builder needs nothing else for them. */
  finishCounters(ids: Int32Array): CounterData {
    return counterData(ids, this.counters.columns(), this.uses.finish());
  }

  /** The titles that a language has instead of the original ones, by place; undefined where it has none. */
  private translatedAt(locale: Locale, ids: Int32Array, byId: Int32Array): Map<number, string> | undefined {
    const own = this.translations.get(locale);
    if (own === undefined) return undefined;
    const titles = new Map<number, string>();
    findPlaces(ids, byId, own.ids.values()).forEach((place, at) => {
      if (place >= 0) {
        titles.set(place, own.titles.at(at));
      }
    });
    return titles.size === 0 ? undefined : titles;
  }

  private finishTitles(order: Int32Array, ids: Int32Array, byId: Int32Array): CatalogueData['titles'] {
    const { titles } = this;
    this.titles = new TextList();
    return buildTitleOrders(
      {
        key: (place) => titles.at(order[place]!),
        translated: (locale) => this.translatedAt(locale, ids, byId),
      },
      ids,
      titleOrderFor(ids, byId, this.titleOrder.values()),
    );
  }

  private finishWords(order: Int32Array): ReturnType<WordsBuilder['finish']> {
    const { words } = this;
    this.words = new WordsBuilder();
    return words.finish(order);
  }

  private finishTerms(order: Int32Array): CatalogueData['terms'] {
    const { terms } = this;
    this.terms = new PackedLists();
    let largest = 0;
    for (const row of order) {
      for (const term of terms.at(row)) {
        largest = Math.max(largest, term);
      }
    }
    // Term ids are close together as a rule: then a table tells which are there, and then their places.
    const table = largest < LARGEST_TABLE ? new Int32Array(largest + 1) : null;
    const found = new Set<number>();
    for (const row of order) {
      for (const term of terms.at(row)) {
        if (table) {
          table[term] = 1;
        } else {
          found.add(term);
        }
      }
    }
    const ids = table ? indicesWhere(table) : Int32Array.from(found).sort();
    if (table) {
      ids.forEach((id, place) => {
        table[id] = place;
      });
    }
    const placeFor = (term: number) => (table ? table[term]! : firstNotBelow(ids, term));
    return { ids, postings: buildPostings(ids.length, order, terms, placeFor) };
  }
}

function eachAfterGarbage<Made extends Record<string, () => unknown>>(parts: Made): Made {
  const all = Object.entries(parts).map(([name, make]) => [
    name,
    () => {
      collectGarbage();
      return make();
    },
  ]);
  return Object.fromEntries(all) as Made;
}

/** At which place each of some rows stands. */
function placesFor(rows: Int32Array, order: Int32Array): Int32Array {
  const placeByRow = new Int32Array(order.length);
  order.forEach((row, place) => {
    placeByRow[row] = place;
  });
  return rows.map((row) => placeByRow[row]!);
}

function indicesWhere(marks: Int32Array): Int32Array {
  const indices = new PackedInts();
  for (let index = 0; index < marks.length; index += 1) {
    if (marks[index] === 1) {
      indices.push(index);
    }
  }
  return indices.values();
}

function whereTrue(values: Int32Array, test: (value: number) => boolean): Bitmap {
  const bits = emptyBitmap(values.length);
  for (let place = 0; place < values.length; place += 1) {
    if (test(values[place]!)) {
      setBit(bits, place);
    }
  }
  return bits;
}

/** Those of some numbers that are not 0, with where they stand. */
function whereAny(values: Int32Array): CatalogueData['relations'] {
  const [places, bits] = [new PackedInts(), new PackedInts()];
  for (let place = 0; place < values.length; place += 1) {
    if (values[place] !== 0) {
      places.push(place);
      bits.push(values[place]!);
    }
  }
  return { places: places.values(), bits: bits.values() };
}

function titleOrderFor(ids: Int32Array, byId: Int32Array, titleOrder: Int32Array): Int32Array {
  const seen = emptyBitmap(ids.length);
  const order = new PackedInts();
  const add = (place: number) => {
    if (place < 0 || ((seen[place >> 5]! >>> (place & 31)) & 1) === 1) return;
    setBit(seen, place);
    order.push(place);
  };
  findPlaces(ids, byId, titleOrder).forEach(add);
  byId.forEach(add);
  return order.values();
}
