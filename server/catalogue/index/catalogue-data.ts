import type { TermNamesData } from '#server/catalogue/names/term-names.ts';
import type { Bitmap } from './bitmap.ts';
import type { Column } from './columns.ts';
import type { ComicIdsData } from './comic-ids.ts';
import type { CounterData } from './counter-data.ts';
import type { OrderData } from './order.ts';
import type { PostingsData } from './postings.ts';
import type { SearchTextsData } from './search-texts.ts';
import type { SortedValuesData } from './sorted-values.ts';
import type { TitleOrdersData } from './title-orders.ts';
import type { WordsData } from './words.ts';

/**
 * The parts a catalogue in memory is made of: plain objects of typed arrays and texts, made by `CatalogueBuilder`.
 *
 * A comic's place is its rank by upload date, then id; every bitmap and column goes by it, every order lists places.
 */
export interface CatalogueData {
  ids: ComicIdsData;
  /** The days of upload, by place. */
  uploaded: SortedValuesData;
  safe: Bitmap;
  explicit: Bitmap;
  /** One for each of `STATUSES`. */
  statuses: Bitmap[];
  /** One for each of `TRAITS`. */
  traits: Bitmap[];
  /** The places that have relations, ascending, and which (`relationBits`). */
  relations: { places: Int32Array; bits: Int32Array };
  columns: Record<'chapters' | 'year' | 'rating' | 'comments' | 'updated', Column>;
  /** `textLength` of the search text. */
  lengths: Uint8Array;
  /** By `lengths`, of equal ones the last place first. */
  byLength: OrderData;
  /** By the newest chapter, or the upload where none came after it. */
  latest: OrderData;
  pages: OrderData;
  /** By the folded title (`comics.sort_title`), the same for every reader. */
  title: OrderData;
  /** By the title that a reader sees. */
  titles: TitleOrdersData;
  /** By shuffle. */
  random: OrderData;
  /** The ids of terms, ascending, and where they are. */
  terms: { ids: Int32Array; postings: PostingsData };
  words: WordsData;
  texts: SearchTextsData;
  names: TermNamesData;
  counters: CounterData;
}

/** How much memory such data takes; a text beyond ASCII counts as two bytes a letter. */
export function byteSize(data: object): number {
  const arrays = listArrays(data).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return (
    arrays +
    listTexts(data).reduce((sum, text) => sum + text.length * (Buffer.byteLength(text) === text.length ? 1 : 2), 0)
  );
}

/** Gives back the memory of all arrays of some data, which are empty from then on: a collector that has little else to do leaves it for minutes. */
export function giveBack(data: object): void {
  for (const { buffer } of listArrays(data)) {
    if (buffer instanceof ArrayBuffer) {
      buffer.transfer(0);
    }
  }
}

function listArrays(data: object): ArrayBufferView[] {
  return Object.values(data).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value] : isObject(value) ? listArrays(value) : [],
  );
}

function listTexts(data: object): string[] {
  return Object.values(data).flatMap((value) =>
    typeof value === 'string' ? [value] : isObject(value) && !ArrayBuffer.isView(value) ? listTexts(value) : [],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
