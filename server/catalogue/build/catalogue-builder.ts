import { STATUSES } from '#contract/comics.ts';
import { isLocale, type Locale } from '#contract/locales.ts';
import { emptyBitmap, setBit, type Bitmap } from '#server/catalogue/index/bitmap.ts';
import type { CatalogueData } from '#server/catalogue/index/catalogue-data.ts';
import { textLength } from '#server/catalogue/index/catalogue-row.ts';
import { toColumn } from '#server/catalogue/index/columns.ts';
import { comicIdsData } from '#server/catalogue/index/comic-ids.ts';
import {
  counterData,
  CounterReader,
  indicesById,
  findPlaces,
  type CounterData,
} from '#server/catalogue/index/counter-data.ts';
import { GrowingInts } from '#server/catalogue/index/growing-ints.ts';
import { orderByKey, orderByValue, toPlainOrder } from '#server/catalogue/index/order.ts';
import { buildPostings } from '#server/catalogue/index/postings-builder.ts';
import { TextReader } from '#server/catalogue/index/row-text.ts';
import { firstNotBelow, toSortedValues } from '#server/catalogue/index/sorted-values.ts';
import { buildTitleOrders } from '#server/catalogue/index/title-orders.ts';
import { TermNamesBuilder } from '#server/catalogue/names/term-names-builder.ts';
import { TermUsesReader } from '#server/catalogue/names/term-uses.ts';
import { TRAITS } from '#server/search/condition.ts';
import { titleKey } from '#server/search/title-order.ts';
import { GrowingMoments } from './growing-moments.ts';
import { TextList } from './text-list.ts';
import { WordsBuilder } from './words-builder.ts';

/** Below this term id a table is made that has a place for every id. */
const LARGEST_TABLE = 1 << 22;

/** Makes a catalogue from rows: seconds of work and much memory for a million comics, so it runs in a process of its own. */
export class CatalogueBuilder {
  private readonly ids = new GrowingInts();
  private readonly flags = new GrowingInts();
  private readonly pages = new GrowingInts();
  private readonly chapters = new GrowingInts();
  private readonly years = new GrowingInts();
  private readonly uploaded = new GrowingMoments();
  private readonly latest = new GrowingMoments();
  private readonly updatedDays = new GrowingInts();
  private readonly score = new GrowingInts();
  private readonly comments = new GrowingInts();
  private readonly shuffles = new GrowingInts();
  private readonly lengths = new GrowingInts();
  private termStarts = new GrowingInts();
  private terms = new GrowingInts();
  private words = new WordsBuilder();
  private readonly titles = new TextList();
  private readonly translations = new Map<Locale, { ids: GrowingInts; titles: TextList }>();
  private readonly titleOrder = new GrowingInts();
  private readonly counters = new CounterReader();
  private readonly names = new TermNamesBuilder();
  private readonly uses = new TermUsesReader();

  /** Comics as text (`ROW_FIELDS`); none twice. Fastest when they come by id. */
  addChunk(text: string): void {
    const reader = new TextReader(text);
    const addTerm = (term: number) => {
      this.terms.push(term);
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
      this.shuffles.push(reader.number());
      this.termStarts.push(this.terms.length);
      reader.numbers(addTerm);
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
      const own = this.translations.get(locale) ?? { ids: new GrowingInts(), titles: new TextList() };
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
    const rowsById = indicesById(this.ids.values());
    const order = rowsById.slice();
    this.uploaded.sort(order);
    const byLatest = rowsById.slice();
    this.latest.sort(byLatest);
    const placeByRow = new Int32Array(order.length);
    order.forEach((row, place) => {
      placeByRow[row] = place;
    });
    const byPlace = ({ array }: GrowingInts) => order.map((row) => array[row]!);
    const ids = byPlace(this.ids);
    const byId = indicesById(ids);
    const flags = byPlace(this.flags);
    const bitmapWhere = (test: (flags: number) => boolean) => whereTrue(flags, test);
    // The parts that take most memory come first, and give it back before the next.
    const terms = this.finishTerms(order);
    collectGarbage();
    const words = this.finishWords(order);
    collectGarbage();
    const lengths = Uint8Array.from(byPlace(this.lengths));
    const folded = titleOrderFor(ids, byId, this.titleOrder.values());
    return {
      ids: comicIdsData(ids, byId),
      uploaded: toSortedValues(byPlace(this.uploaded.days)),
      safe: bitmapWhere((value) => (value & 3) === 0),
      explicit: bitmapWhere((value) => (value & 3) === 2),
      statuses: STATUSES.map((_, index) => bitmapWhere((value) => ((value >> 2) & 7) === index + 1)),
      traits: TRAITS.map((_, index) => bitmapWhere((value) => ((value >> (5 + index)) & 1) === 1)),
      columns: {
        chapters: toColumn(byPlace(this.chapters)),
        year: toColumn(byPlace(this.years)),
        rating: toColumn(byPlace(this.score)),
        comments: toColumn(byPlace(this.comments)),
        updated: toColumn(byPlace(this.updatedDays)),
      },
      lengths,
      byLength: orderByKey(lengths),
      latest: toPlainOrder(byLatest.map((row) => placeByRow[row]!)),
      pages: orderByValue(byPlace(this.pages), byId),
      title: toPlainOrder(folded),
      titles: buildTitleOrders(
        {
          keys: Array.from(order, (row) => this.titles.at(row)),
          translated: (locale) => this.translatedAt(locale, ids, byId),
        },
        ids,
        folded,
      ),
      random: orderByValue(byPlace(this.shuffles), byId),
      terms,
      ...words,
      names: this.names.finish(),
      counters: counterData(ids, this.counters.columns(), this.uses.finish()),
    };
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

  private finishWords(order: Int32Array): Pick<CatalogueData, 'words' | 'texts'> {
    const words = this.words.finish(order);
    this.words = new WordsBuilder();
    return words;
  }

  private finishTerms(order: Int32Array): CatalogueData['terms'] {
    const starts = this.termStarts;
    starts.push(this.terms.length);
    const terms = this.terms.values();
    // Term ids are close together as a rule: then a table tells what is there, and then its place.
    const table = terms.every((term) => term < LARGEST_TABLE) ? new Int32Array(LARGEST_TABLE) : null;
    for (let at = 0; table && at < terms.length; at += 1) {
      table[terms[at]!] = 1;
    }
    const ids = table ? indicesWhere(table) : Int32Array.from(new Set(terms)).sort();
    if (table) {
      ids.forEach((id, place) => {
        table[id] = place;
      });
    }
    for (let at = 0; at < terms.length; at += 1) {
      terms[at] = table ? table[terms[at]!]! : firstNotBelow(ids, terms[at]!);
    }
    this.terms = new GrowingInts();
    this.termStarts = new GrowingInts();
    return { ids, postings: buildPostings(ids.length, order, starts.values(), terms) };
  }
}

/** Arrays lie outside the heap, whose collector does not know how much memory waits for it. Only where Node offers it. */
function collectGarbage(): void {
  globalThis.gc?.();
}

function indicesWhere(marks: Int32Array): Int32Array {
  const indices = new GrowingInts();
  for (let index = 0; index < marks.length; index += 1) {
    if (marks[index] === 1) {
      indices.push(index);
    }
  }
  return indices.values().slice();
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

function titleOrderFor(ids: Int32Array, byId: Int32Array, titleOrder: Int32Array): Int32Array {
  const seen = emptyBitmap(ids.length);
  const order = new GrowingInts();
  const add = (place: number) => {
    if (place < 0 || ((seen[place >> 5]! >>> (place & 31)) & 1) === 1) return;
    setBit(seen, place);
    order.push(place);
  };
  findPlaces(ids, byId, titleOrder).forEach(add);
  byId.forEach(add);
  return order.values();
}
