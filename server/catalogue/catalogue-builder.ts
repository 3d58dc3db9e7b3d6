import { STATUSES } from '#contract/comics.ts';
import { TRAITS } from '#server/search/condition.ts';
import { emptyBitmap, setBit, type Bitmap } from './bitmap.ts';
import type { CatalogueData } from './catalogue-data.ts';
import { DAY, textLength } from './catalogue-row.ts';
import { columnOf } from './columns.ts';
import { comicIdsOf } from './comic-ids.ts';
import { counterData, CounterReader, indicesById, placesOf } from './counter-data.ts';
import { GrowingInts } from './growing-ints.ts';
import { orderByValue, plainOrderOf, type OrderData } from './order.ts';
import { postingsOf } from './postings-builder.ts';
import { TextReader } from './row-text.ts';
import { sortBy } from './sort-by.ts';
import { firstNotBelow, sortedValuesOf } from './sorted-values.ts';
import { WordsBuilder } from './words-builder.ts';

/** Makes a catalogue from rows: seconds of work and much memory for a million comics, so it runs in a worker. */
export class CatalogueBuilder {
  private readonly ids = new GrowingInts();
  private readonly flags = new GrowingInts();
  private readonly pages = new GrowingInts();
  private readonly chapters = new GrowingInts();
  private readonly years = new GrowingInts();
  private readonly uploadedDays = new GrowingInts();
  private readonly uploadedRests = new GrowingInts();
  private readonly updatedDays = new GrowingInts();
  private readonly stars = new GrowingInts();
  private readonly comments = new GrowingInts();
  private readonly shuffles = new GrowingInts();
  private readonly lengths = new GrowingInts();
  private readonly termStarts = new GrowingInts();
  private readonly terms = new GrowingInts();
  private readonly termNumbers = new Map<number, number>();
  private readonly words = new WordsBuilder();
  private readonly titleOrder = new GrowingInts();
  private readonly counters = new CounterReader();

  /** Comics as text (`ROW_FIELDS`); none twice. Fastest when they come by id. */
  addChunk(text: string): void {
    const reader = new TextReader(text);
    const addTerm = (term: number) => { this.terms.push(this.numberOf(term)); };
    while (!reader.atEnd) {
      this.ids.push(reader.number());
      this.flags.push(reader.number() | reader.number() << 2 | reader.number() << 5);
      this.pages.push(reader.number());
      this.chapters.push(reader.number());
      this.years.push(reader.number());
      const uploadedAt = reader.number();
      const day = Math.floor(uploadedAt / DAY);
      this.uploadedDays.push(day);
      this.uploadedRests.push(uploadedAt - day * DAY);
      this.updatedDays.push(reader.number());
      this.stars.push(reader.number());
      this.comments.push(reader.number());
      this.shuffles.push(reader.number());
      this.termStarts.push(this.terms.length);
      reader.numbers(addTerm);
      const search = reader.rest();
      this.lengths.push(textLength(search));
      this.words.add(search);
    }
  }

  /** The next ids in the order of titles, ascending. What has no place in it comes last, by id. */
  addTitleOrder(ids: Int32Array): void {
    for (const id of ids) { this.titleOrder.push(id); }
  }

  /** Counters as text (`COUNTER_FIELDS`). What has none counts 0. */
  addCounters(text: string): void {
    this.counters.addChunk(text);
  }

  /** The catalogue; the builder is of no use afterwards. */
  finish(): CatalogueData {
    const rowsById = indicesById(this.ids.values());
    const order = rowsById.slice();
    sortBy(this.uploadedRests.values(), order);
    const days = this.uploadedDays.values();
    const firstDay = days.reduce((first, day) => Math.min(first, day), 0);
    sortBy(firstDay < 0 ? days.map((day) => day - firstDay) : days, order);
    const byPlace = ({ array }: GrowingInts) => order.map((row) => array[row]!);
    const ids = byPlace(this.ids);
    const byId = indicesById(ids);
    const flags = byPlace(this.flags);
    const bitmapOf = (test: (flags: number) => boolean) => whereTrue(flags, test);
    this.termStarts.push(this.terms.length);
    return {
      ids: comicIdsOf(ids, byId),
      uploaded: sortedValuesOf(byPlace(this.uploadedDays)),
      safe: bitmapOf((value) => (value & 3) === 0),
      statuses: STATUSES.map((_, index) => bitmapOf((value) => (value >> 2 & 7) === index + 1)),
      traits: TRAITS.map((_, index) => bitmapOf((value) => (value >> 5 + index & 1) === 1)),
      columns: {
        chapters: columnOf(byPlace(this.chapters)),
        year: columnOf(byPlace(this.years)),
        rating: columnOf(byPlace(this.stars)),
        comments: columnOf(byPlace(this.comments)),
        updated: columnOf(byPlace(this.updatedDays)),
      },
      lengths: Uint8Array.from(byPlace(this.lengths)),
      pages: orderByValue(byPlace(this.pages), byId),
      title: titleOrderOf(ids, byId, this.titleOrder.values()),
      random: orderByValue(byPlace(this.shuffles), byId),
      terms: this.finishTerms(order),
      words: this.words.finish(order),
      counters: counterData(ids, this.counters.columns()),
    };
  }

  private numberOf(term: number): number {
    const known = this.termNumbers.get(term);
    if (known !== undefined) { return known; }
    const number = this.termNumbers.size;
    this.termNumbers.set(term, number);
    return number;
  }

  private finishTerms(order: Int32Array): CatalogueData['terms'] {
    const ids = Int32Array.from(this.termNumbers.keys()).sort();
    const places = new Int32Array(ids.length);
    for (const [id, number] of this.termNumbers) { places[number] = firstNotBelow(ids, id); }
    const terms = this.terms.values();
    for (let at = 0; at < terms.length; at += 1) { terms[at] = places[terms[at]!]!; }
    return { ids, postings: postingsOf(ids.length, order, this.termStarts.values(), terms) };
  }
}

function whereTrue(values: Int32Array, test: (value: number) => boolean): Bitmap {
  const bits = emptyBitmap(values.length);
  for (let place = 0; place < values.length; place += 1) {
    if (test(values[place]!)) { setBit(bits, place); }
  }
  return bits;
}

function titleOrderOf(ids: Int32Array, byId: Int32Array, titleOrder: Int32Array): OrderData {
  const seen = emptyBitmap(ids.length);
  const order = new GrowingInts();
  const add = (place: number) => {
    if (place < 0 || (seen[place >> 5]! >>> (place & 31) & 1) === 1) { return; }
    setBit(seen, place);
    order.push(place);
  };
  placesOf(ids, byId, titleOrder).forEach(add);
  byId.forEach(add);
  return plainOrderOf(order.values());
}
