import {
  fitOfNames,
  hitBits,
  isFoundWithin,
  letterCount,
  MAX_RANKED_WORDS,
  wordFact,
  wordHit,
  type RankedWords,
} from '#server/search/relevance.ts';
import { eachWordFrom, eachWordWith, isAscii, type DictionaryData } from './dictionary.ts';

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
  /** By place, the `nameBits` of all of its names. */
  names: Int32Array;
}

/** Set on the number of a word with which a name begins. */
export const NAME_START = 1 << 30;

/**
 * @param order the text (from 0, as they came) at each place. @param starts where the words of each text begin; one more.
 * @param words the numbers of their words, with `NAME_START`. @param dictionary the words by number.
 */
export function buildSearchTexts(
  order: Int32Array,
  starts: Int32Array,
  words: Int32Array,
  dictionary: readonly string[],
): SearchTextsData {
  const codes = codesByUse(words, dictionary.length);
  const letters = new Uint8Array(dictionary.length + 1);
  dictionary.forEach((word, number) => {
    letters[codes[number]!] = letterCount(word);
  });
  const places = new Uint32Array(order.length + 1);
  const names = new Int32Array(order.length);
  let length = 0;
  for (let place = 0; place < order.length; place += 1) {
    places[place] = length;
    const text = order[place]!;
    for (let at = starts[text]!; at < starts[text + 1]!; at += 1) {
      const separates = (words[at]! & NAME_START) !== 0 && at > starts[text]!;
      length += byteCount(codes[words[at]! & ~NAME_START]!) + (separates ? 1 : 0);
    }
  }
  places[order.length] = length;
  const bytes = new Uint8Array(length);
  for (let place = 0; place < order.length; place += 1) {
    const text = order[place]!;
    let to = places[place]!;
    let hash = 0;
    for (let at = starts[text]!; at < starts[text + 1]!; at += 1) {
      if ((words[at]! & NAME_START) !== 0 && at > starts[text]!) {
        names[place]! |= nameBits(hash);
        hash = 0;
        to += 1;
      }
      let code = codes[words[at]! & ~NAME_START]!;
      hash = hashWithCode(hash, code);
      for (; code >= 0x80; code >>>= 7) {
        bytes[to] = code | 0x80;
        to += 1;
      }
      bytes[to] = code;
      to += 1;
    }
    names[place]! |= nameBits(hash);
  }
  return { bytes, starts: places, codes, letters, names };
}

/** A code from 1 for each word, the lowest for the most frequent one. */
function codesByUse(words: Int32Array, size: number): Uint32Array {
  const uses = new Uint32Array(size);
  for (const word of words) {
    uses[word & ~NAME_START]! += 1;
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

/** Three of 32 bits for the words of a name: a comic of two names has those of one that it has not in one of 150 cases. */
function nameBits(hash: number): number {
  const mixed = Math.imul(hash, 0x85ebca6b);
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31)) | (1 << ((mixed >>> 17) & 31));
}

/** A search whose words were looked up: the facts of every word that a text can have. */
export interface LookedUpWords {
  wanted: RankedWords;
  /** The `nameBits` of a name that is the search; 0 where no text has all its words. */
  bits: number;
}

/** Reads search texts, and says how well they fit a search. */
export class SearchTexts {
  private readonly data: SearchTextsData;
  private readonly dictionaries: readonly DictionaryData[];
  /** `wordFact` by code; what it says of hits belongs to the search that was looked up last. */
  private readonly facts: Int32Array;
  private touched: number[] = [];
  private scratch = new Int32Array(256);

  /** @param ascii the dictionary of the first words. @param others of those after them. */
  constructor(data: SearchTextsData, ascii: DictionaryData, others: DictionaryData) {
    this.data = data;
    this.dictionaries = [ascii, others];
    // The fact of the end of a name is 0, as is its code.
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
      let first = 0;
      for (const [at, dictionary] of this.dictionaries.entries()) {
        const visit = (index: number, from: number, length: number) => {
          const code = this.data.codes[first + index]!;
          if (from === 0 && length === word.length) {
            whole = code;
          }
          this.facts[code]! |= hitBits(wordHit(length, word, from), which);
          this.touched.push(code);
        };
        if (at > 0 || isAscii(word)) {
          if (isFoundWithin(word)) {
            eachWordWith(dictionary, word, visit);
          } else {
            eachWordFrom(dictionary, word, visit);
          }
        }
        first += dictionary.starts.length;
      }
      known &&= whole >= 0;
      hash = hashWithCode(hash, whole);
    });
    return { wanted, bits: known ? nameBits(hash) : 0 };
  }

  /** Whether a name of a place may be the search; most often it is where this is so. */
  mayBeNamed(place: number, { bits }: LookedUpWords): boolean {
    return bits !== 0 && (this.data.names[place]! & bits) === bits;
  }

  /** How well the text of a place fits what was looked up last (`fitOfNames`). */
  fit(place: number, { wanted }: LookedUpWords): number {
    const { bytes, starts } = this.data;
    const end = starts[place + 1]!;
    let count = 0;
    if (end - starts[place]! > this.scratch.length) {
      this.scratch = new Int32Array((end - starts[place]!) * 2);
    }
    const { facts, scratch } = this;
    for (let at = starts[place]!; at < end; at += 1) {
      let byte = bytes[at]!;
      let code = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        at += 1;
        byte = bytes[at]!;
        code |= (byte & 0x7f) << shift;
      }
      scratch[count] = facts[code]!;
      count += 1;
    }
    return fitOfNames(scratch, count, wanted);
  }
}
