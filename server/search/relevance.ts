import { isDense } from './grams.ts';
import { NAME_SEPARATOR } from './normalise.ts';

/** Words of a search that ranking goes by; further ones change nothing. */
export const MAX_RANKED_WORDS = 8;

/** The words of a search as names are compared with them. */
export interface RankedWords {
  words: readonly string[];
  /** The letters of each, and of all. */
  lengths: readonly number[];
  letters: number;
}

/** The words of a normalised text that ranking goes by. */
export function rankedWords(text: string): RankedWords {
  const words = text
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_RANKED_WORDS);
  const lengths = words.map(letterCount);
  return { words, lengths, letters: lengths.reduce((sum, each) => sum + each, 0) };
}

/** How a word of a name has one of a search, a bit more for each step: somewhere in it, at its beginning, as a whole. */
const [WITHIN, START, WHOLE] = [0b001, 0b011, 0b111];
const BITS = 3;

/** Whether a word is compared with the middle of longer ones, too: where words have no spaces between them. */
export function isFoundWithin(word: string): boolean {
  return isDense(word);
}

/**
 * How a word of a name has one of a search; 0 where it has not.
 *
 * @param length its code units. @param at where the other stands in it first, or -1.
 * @param within `isFoundWithin` of the wanted word, where it is known.
 */
export function wordHit(length: number, wanted: string, at: number, within = isFoundWithin(wanted)): number {
  if (at === 0) return length === wanted.length ? WHOLE : START;
  return at > 0 && within ? WITHIN : 0;
}

/** The bits of a word of a search in the fact of a word of a name. */
export function hitBits(hit: number, which: number): number {
  return hit << (which * BITS);
}

/** Letters of a word that are counted. */
const LONGEST = 255;

/** The fact of a word of a name: its letters (1 to 255) and how it has each word of a search (`hitBits`); 0 ends a name. */
export function wordFact(letters: number, hits: number): number {
  return (letters << (MAX_RANKED_WORDS * BITS)) | hits;
}

/** The letters of a word, up to 255. */
export function letterCount(word: string): number {
  return Math.min(LONGEST, /[\ud800-\udfff]/.test(word) ? Array.from(word).length : word.length);
}

/** A name that is all of the search and nothing else counts so much from. */
export const WHOLE_NAME = 4;

/**
 * How well the best name of a comic fits, from 0 to 4.3: whether the words begin it; how much of it they make up;
 * whether they follow each other in it; and whether they are whole words. A name that has only some of the words counts
 * the square of their share. From 4 on the name is the search.
 *
 * @param facts `wordFact` for each word of each name. @param count so many of them count.
 */
export function fitOfNames(facts: Int32Array, count: number, wanted: RankedWords): number {
  let best = 0;
  for (let from = 0, at = 0; at <= count; at += 1) {
    if (at < count && facts[at] !== 0) continue;
    best = Math.max(best, fitOfName(facts, from, at, wanted));
    from = at + 1;
  }
  return best;
}

/** The same of the one name whose words are those from `from` to before `to`. */
export function fitOfName(facts: Int32Array, from: number, to: number, { lengths, letters }: RankedWords): number {
  const { length } = lengths;
  let all = 0;
  let ofName = 0;
  let row = 0;
  let first = from;
  let begins = false;
  let follow = false;
  for (let at = from; at < to; at += 1) {
    const hits = facts[at]! & HITS;
    ofName += facts[at]! >>> (MAX_RANKED_WORDS * BITS);
    all |= hits;
    row = (hits & hitBits(2, row)) !== 0 ? row + 1 : Number((hits & 2) !== 0);
    if (row === 1) {
      first = at;
    }
    if (row === length) {
      follow = true;
      begins ||= first === from;
      row = 0;
    }
  }
  if (all === 0) return 0;
  let found = 0;
  let whole = 0;
  let matched = 0;
  for (let word = 0; word < length; word += 1) {
    const hit = (all >>> (word * BITS)) & WHOLE;
    found += hit & 1;
    whole += hit >>> 2;
    matched += (hit & 1) * lengths[word]!;
  }
  const isAll = follow && whole === length && ofName === letters;
  const share = found / length;
  const parts = Math.min(1, matched / ofName) + Number(begins) + 0.5 * Number(follow) + (0.5 * whole) / length;
  return share * share * parts + 1.3 * Number(isAll);
}

/** Whether a fact, or one of several put together by `|`, has any word of a search. */
export function hasHits(fact: number): boolean {
  return (fact & HITS) !== 0;
}

const HITS = (1 << (MAX_RANKED_WORDS * BITS)) - 1;

/** Steps of `viewLevel` for each time that views grow by e, and how many of them weigh as much as a whole point of fit. */
const [STEPS, WEIGHT] = [12, 360];

/** Views as they count for ranking: a byte that grows with their logarithm. */
export function viewLevel(views: number): number {
  return Math.min(255, Math.round(STEPS * Math.log1p(views)));
}

/** How well a comic answers a search: how well its names fit, and a little how often it is viewed (up to 0.7). */
export function relevance(fit: number, level: number): number {
  return fit + level / WEIGHT;
}

/** `fitOfNames` of a search text. */
export function fitOfText(search: string, wanted: RankedWords): number {
  const facts: number[] = [];
  for (const name of search.split(NAME_SEPARATOR)) {
    for (const word of name.split(' ')) {
      const hits = wanted.words.reduce(
        (bits, each, which) => bits | hitBits(wordHit(word.length, each, word.indexOf(each)), which),
        0,
      );
      facts.push(wordFact(letterCount(word), hits));
    }
    facts.push(0);
  }
  return fitOfNames(Int32Array.from(facts), facts.length, wanted);
}
