import {
  fitOfName,
  hasHits,
  hitBits,
  isFoundWithin,
  letterCount,
  MAX_RANKED_WORDS,
  WHOLE_NAME,
  wordFact,
  wordHit,
  type RankedWords,
} from '#server/search/relevance.ts';
import { hasBit, type Bitmap } from './bitmap.ts';
import type { WordVisitor } from './dictionary.ts';
import { toPlainOrder, type OrderData } from './order.ts';
import { PackedInts } from './packed-ints.ts';
import type { RowLists } from './postings-builder.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * The search texts as their words: of each place the codes of its words in order, in as many bytes as they need (seven bits
 * in each, lowest first; the highest bit says that more follow). Frequent words have low codes; 0 ends a name.
 */
export interface SearchTextsData {
  bytes: Uint8Array;
  /** Where the bytes of a place begin; one more than there are places. */
  starts: Uint32Array;
  /** The code of each word, as the dictionaries number them. */
  codes: Uint32Array;
  /** The letters of the word of each code (`letterCount`). */
  letters: Uint8Array;
  /** The places of each name by its hash: those of some hashes from a start to the next one, ascending. */
  names: { starts: Uint32Array; places: OrderData };
}

/** Names that share a start in the mean, at least. */
const PER_START = 8;

/** The words of texts: of each the doubles of their numbers, and 1 more where a name begins. */
export type TextWords = RowLists;

/**
 * @param order the text (from 0, as they came) at each place. @param words of each text. @param wordByNumber the place in
 * the dictionary of each number. @param dictionary the words.
 */
export function buildSearchTexts(
  order: Int32Array,
  words: TextWords,
  wordByNumber: Int32Array,
  dictionary: readonly string[],
): SearchTextsData {
  const codes = codesByUse(order, words, wordByNumber, dictionary.length);
  const codeFor = (value: number) => codes[wordByNumber[value >> 1]!]!;
  const letters = new Uint8Array(dictionary.length + 1);
  dictionary.forEach((word, number) => {
    letters[codes[number]!] = letterCount(word);
  });
  const places = new Uint32Array(order.length + 1);
  const hashes = new PackedInts();
  const named = new PackedInts();
  const addName = (hash: number, place: number) => {
    hashes.push(hash);
    named.push(place);
  };
  let length = 0;
  for (let place = 0; place < order.length; place += 1) {
    places[place] = length;
    const text = words.at(order[place]!);
    for (let at = 0; at < text.length; at += 1) {
      length += byteCount(codeFor(text[at]!)) + (at > 0 ? text[at]! & 1 : 0);
    }
  }
  places[order.length] = length;
  const bytes = new Uint8Array(length);
  for (let place = 0; place < order.length; place += 1) {
    const text = words.at(order[place]!);
    let to = places[place]!;
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) {
      if ((text[at]! & 1) === 1 && at > 0) {
        addName(hash, place);
        hash = 0;
        to += 1;
      }
      let code = codeFor(text[at]!);
      hash = hashWithCode(hash, code);
      for (; code >= 0x80; code >>>= 7) {
        bytes[to] = code | 0x80;
        to += 1;
      }
      bytes[to] = code;
      to += 1;
    }
    addName(hash, place);
  }
  return { bytes, starts: places, codes, letters, names: namesByHash(hashes.take(), named.take()) };
}

/** A code from 1 for each word, the lowest for the most frequent one. */
function codesByUse(order: Int32Array, words: TextWords, wordByNumber: Int32Array, size: number): Uint32Array {
  const uses = new Uint32Array(size);
  for (const text of order) {
    for (const value of words.at(text)) {
      uses[wordByNumber[value >> 1]!]! += 1;
    }
  }
  const codes = new Uint32Array(size);
  Uint32Array.from(codes.keys())
    .sort((a, b) => uses[b]! - uses[a]! || a - b)
    .forEach((word, rank) => {
      codes[word] = rank + 1;
    });
  return codes;
}

function byteCount(code: number): number {
  let count = 1;
  for (let left = code >>> 7; left > 0; left >>>= 7) {
    count += 1;
  }
  return count;
}

function hashWithCode(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** @param places ascending, of each of the hashes. */
function namesByHash(hashes: Int32Array, places: Int32Array): SearchTextsData['names'] {
  const starts = new Uint32Array(2 ** Math.max(1, Math.floor(Math.log2(hashes.length / PER_START))) + 1);
  for (const hash of hashes) {
    starts[startFor(hash, starts) + 1]! += 1;
  }
  for (let at = 1; at < starts.length; at += 1) {
    starts[at]! += starts[at - 1]!;
  }
  const next = starts.slice();
  const sorted = new Int32Array(places.length);
  hashes.forEach((hash, at) => {
    const start = startFor(hash, starts);
    sorted[next[start]!] = places[at]!;
    next[start]! += 1;
  });
  return { starts, places: toPlainOrder(sorted) };
}

function startFor(hash: number, { length }: Uint32Array): number {
  return (Math.imul(hash, 0x85ebca6b) >>> 7) & (length - 2);
}

/** A search whose words were looked up: the facts of every word that a text can have. */
export interface LookedUpWords {
  wanted: RankedWords;
  /** The hash of a name that is the search; null where no text has all its words. */
  hash: number | null;
}

/** Reads search texts, and says how well they fit a search. */
export class SearchTexts {
  private readonly data: SearchTextsData;
  private readonly vocabulary: Vocabulary;
  /** `wordFact` by code; what it says of hits belongs to the search that was looked up last. */
  private readonly facts: Int32Array;
  private touched: number[] = [];
  private scratch = new Int32Array(256);

  constructor(data: SearchTextsData, vocabulary: Vocabulary) {
    this.data = data;
    this.vocabulary = vocabulary;
    this.facts = new Int32Array(data.letters.length);
    for (let code = 0; code < this.facts.length; code += 1) {
      this.facts[code] = wordFact(data.letters[code]!, 0);
    }
  }

  /** Looks up the words of a search; what `fit` says from then on is about it. */
  lookUp(wanted: RankedWords): LookedUpWords {
    for (const code of this.touched) {
      this.facts[code] = wordFact(this.facts[code]! >>> 24, 0);
    }
    this.touched = [];
    let hash = 0;
    let known = wanted.words.length > 0 && wanted.words.length < MAX_RANKED_WORDS;
    wanted.words.forEach((word, which) => {
      let whole = -1;
      const within = isFoundWithin(word);
      const visit: WordVisitor = (index, from, length) => {
        const code = this.data.codes[index]!;
        if (from === 0 && length === word.length) {
          whole = code;
        }
        this.facts[code]! |= hitBits(wordHit(length, word, from, within), which);
        this.touched.push(code);
      };
      if (within) {
        this.vocabulary.eachWordWith(word, visit);
      } else {
        this.vocabulary.eachWordFrom(word, visit);
      }
      known &&= whole >= 0;
      hash = hashWithCode(hash, whole);
    });
    return { wanted, hash: known ? hash : null };
  }

  /** The places of a set with a name that is the search, the last ones first, at most `most`. */
  namedAmong(bits: Bitmap, search: LookedUpWords, most: number): number[] {
    const found: number[] = [];
    if (search.hash === null) return found;
    const { starts, places } = this.data.names;
    const start = startFor(search.hash, starts);
    for (let at = starts[start + 1]! - 1; at >= starts[start]! && found.length < most; at -= 1) {
      const place = places.low[at]! | (places.high[at]! << 16);
      if (place !== found.at(-1) && hasBit(bits, place) && this.fit(place, search) >= WHOLE_NAME) {
        found.push(place);
      }
    }
    return found;
  }

  /** How well the text of a place fits what was looked up last (`fitOfNames`). */
  fit(place: number, { wanted }: LookedUpWords): number {
    const { bytes, starts } = this.data;
    const end = starts[place + 1]!;
    if (end - starts[place]! > this.scratch.length) {
      this.scratch = new Int32Array((end - starts[place]!) * 2);
    }
    const { facts, scratch } = this;
    let best = 0;
    let count = 0;
    let hits = 0;
    for (let at = starts[place]!; at < end; at += 1) {
      let byte = bytes[at]!;
      let code = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        at += 1;
        byte = bytes[at]!;
        code |= (byte & 0x7f) << shift;
      }
      if (code !== 0) {
        const fact = facts[code]!;
        hits |= fact;
        scratch[count] = fact;
        count += 1;
        continue;
      }
      // Most names have none of the words.
      if (hasHits(hits)) {
        best = Math.max(best, fitOfName(scratch, 0, count, wanted));
      }
      count = 0;
      hits = 0;
    }
    return hasHits(hits) ? Math.max(best, fitOfName(scratch, 0, count, wanted)) : best;
  }
}
