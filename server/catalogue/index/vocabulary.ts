import { MAX_RANKED_WORDS } from '#server/search/relevance.ts';
import { countSetBits, emptyBitmap, setBit, type Bitmap } from './bitmap.ts';
import { eachWordFrom, isAscii, isBelow, type DictionaryData, type WordVisitor } from './dictionary.ts';

const LINE_FEED = 10;
/** Parts whose words are remembered: as many as a search is ranked by. */
const REMEMBERED = MAX_RANKED_WORDS;
/** Sorts after every letter. */
const LAST_LETTER = '\uffff';

/** Where in the text of a dictionary each part of a word begins that reaches to its end, in the order of these parts (suffix array). */
export function buildWordParts({ text, starts }: DictionaryData): Uint32Array {
  const codes = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const parts = new Uint32Array(Math.max(0, text.length - 1 - starts.length));
  let count = 0;
  codes.forEach((code, at) => {
    if (code !== LINE_FEED) {
      parts[count] = at;
      count += 1;
    }
  });
  return parts.sort((a, b) => {
    for (let at = 0; ; at += 1) {
      const code = codes[a + at]!;
      if (code !== codes[b + at]) return code - codes[b + at]!;
      if (code === LINE_FEED) return a - b;
    }
  });
}

/** The words of all search texts. The words of ASCII come first, then the others; they are numbered through. */
export interface VocabularyData {
  ascii: DictionaryData;
  others: DictionaryData;
  /** `buildWordParts` of both. */
  asciiParts: Uint32Array;
  otherParts: Uint32Array;
}

/** All words of the search texts, numbered through: those of ASCII, then the others. */
export class Vocabulary {
  private readonly data: VocabularyData;
  private readonly asciiParts: WordParts;
  private readonly otherParts: WordParts;
  private readonly remembered = new Map<string, Int32Array>();

  constructor(data: VocabularyData) {
    this.data = data;
    this.asciiParts = new WordParts(data.ascii, data.asciiParts);
    this.otherParts = new WordParts(data.others, data.otherParts);
  }

  /** Visits all words that begin with a text. */
  eachWordFrom(beginning: string, visit: WordVisitor): void {
    const { ascii, others } = this.data;
    if (isAscii(beginning)) {
      eachWordFrom(ascii, beginning, visit);
    }
    const first = ascii.starts.length;
    eachWordFrom(others, beginning, (index, from, length) => visit(first + index, from, length));
  }

  /** Visits all words that contain a text; one that has it several times, as often. */
  eachWordWith(part: string, visit: WordVisitor): void {
    const words = this.wordsWith(part);
    for (let at = 0; at < words.length; at += 3) {
      visit(words[at]!, words[at + 1]!, words[at + 2]!);
    }
  }

  /** The numbers that visitors are given, one after the other: a search asks twice, to find texts and to rank them. */
  private wordsWith(part: string): Int32Array {
    const known = this.remembered.get(part);
    if (known) return known;
    const words: number[] = [];
    const add = (first: number) => (index: number, from: number, length: number) => {
      words.push(first + index, from, length);
    };
    if (isAscii(part)) {
      this.asciiParts.eachWordWith(part, add(0));
    }
    this.otherParts.eachWordWith(part, add(this.data.ascii.starts.length));
    const values = Int32Array.from(words);
    this.remembered.set(part, values);
    if (this.remembered.size > REMEMBERED) {
      const [oldest = ''] = this.remembered.keys();
      this.remembered.delete(oldest);
    }
    return values;
  }
}

/** Finds the words of a dictionary that contain a text, in time of what is found. */
class WordParts {
  private readonly dictionary: DictionaryData;
  private readonly parts: Uint32Array;
  /** The places of the text where words begin, and how many do before each word of this bitmap. */
  private readonly begins: Bitmap;
  private readonly before: Uint32Array;

  /** @param parts `buildWordParts` of the dictionary. */
  constructor(dictionary: DictionaryData, parts: Uint32Array) {
    const { text, starts } = dictionary;
    this.dictionary = dictionary;
    this.parts = parts;
    this.begins = emptyBitmap(text.length);
    this.before = new Uint32Array(this.begins.length + 1);
    for (const start of starts) {
      setBit(this.begins, start);
      this.before[(start >> 5) + 1]! += 1;
    }
    for (let at = 1; at < this.before.length; at += 1) {
      this.before[at]! += this.before[at - 1]!;
    }
  }

  /** Visits all words that contain a text without line feeds, in no order; one that has it several times, as often. */
  eachWordWith(wanted: string, visit: WordVisitor): void {
    const { text, starts } = this.dictionary;
    const end = this.firstPartFrom(wanted + LAST_LETTER);
    for (let at = this.firstPartFrom(wanted); at < end; at += 1) {
      const place = this.parts[at]!;
      const index = this.wordAt(place);
      visit(index, place - starts[index]!, (starts[index + 1] ?? text.length) - 1 - starts[index]!);
    }
  }

  /** The place of the word that stands at a place of the text. */
  private wordAt(place: number): number {
    const at = place >> 5;
    return this.before[at]! + countSetBits(this.begins[at]! & (-1 >>> (31 - (place & 31)))) - 1;
  }

  private firstPartFrom(wanted: string): number {
    let low = 0;
    let high = this.parts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBelow(this.dictionary.text, this.parts[middle]!, wanted)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
