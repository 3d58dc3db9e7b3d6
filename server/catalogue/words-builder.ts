import { wordPieces } from '#server/search/grams.ts';
import { emptyBitmap, placesBetween } from './bitmap.ts';
import { dictionaryOf, isAscii } from './dictionary.ts';
import { GrowingInts } from './growing-ints.ts';
import { Postings, type PostingsData } from './postings.ts';
import { postingsOf, PostingsBuilder } from './postings-builder.ts';
import type { WordsData } from './words.ts';

/** A piece that more words have is answered by a list of its own: it takes longer to put so many lists together. */
const COMMON = 8192;

/** What separates the names in a search text: no word. */
const SEPARATOR = '|';

/** Collects the words of search texts, one text after the other. */
export class WordsBuilder {
  private readonly numbers = new Map<string, number>();
  private readonly starts = new GrowingInts();
  private readonly words = new GrowingInts();

  /** The next search text. */
  add(search: string): void {
    this.starts.push(this.words.length);
    for (let from = 0; from < search.length;) {
      const end = search.indexOf(' ', from);
      const to = end < 0 ? search.length : end;
      const word = search.slice(from, to);
      if (word !== SEPARATOR) { this.words.push(this.numbers.get(word) ?? this.addWord(word)); }
      from = to + 1;
    }
  }

  /** @param order the text (from 0, as they came) that stands at each place. */
  finish(order: Int32Array): WordsData {
    this.starts.push(this.words.length);
    const all = [...this.numbers.keys()];
    const ascii = all.filter(isAscii).sort();
    const others = all.filter((word) => !isAscii(word)).sort();
    const sorted = ascii.concat(others);
    const placeOf = new Int32Array(all.length);
    sorted.forEach((word, place) => { placeOf[this.numbers.get(word)!] = place; });
    const words = this.words.values();
    for (let at = 0; at < words.length; at += 1) { words[at] = placeOf[words[at]!]!; }
    const postings = postingsOf(sorted.length, order, this.starts.values(), words);
    return { ascii: dictionaryOf(ascii), others: dictionaryOf(others), postings, ...piecesOf(sorted, postings) };
  }

  private addWord(word: string): number {
    // A slice would keep the whole text it was cut from.
    const own = ` ${word}`.slice(1);
    const number = this.numbers.size;
    this.numbers.set(own, number);
    return number;
  }
}

/** The pieces of words. @param words in the order in which `postings` tells where they are. */
function piecesOf(words: readonly string[], postings: PostingsData): Pick<WordsData, 'pieces' | 'pieceWords' | 'common' | 'commonPostings'> {
  const wordsOf = new Map<string, GrowingInts>();
  words.forEach((word, place) => {
    for (const piece of wordPieces(word)) {
      const list = wordsOf.get(piece) ?? new GrowingInts();
      wordsOf.set(piece, list);
      list.push(place);
    }
  });
  const pieces = [...wordsOf.keys()].sort();
  const lists = pieces.map((piece) => wordsOf.get(piece)!.values());
  const common = Uint32Array.from(lists.keys()).filter((piece) => lists[piece]!.length > COMMON);
  return {
    pieces: dictionaryOf(pieces),
    pieceWords: packed(words.length, lists),
    common,
    commonPostings: packed(postings.places, Array.from(common, (piece) => united(postings, lists[piece]!))),
  };
}

function packed(places: number, lists: readonly Int32Array[]): PostingsData {
  const builder = new PostingsBuilder(places, lists.length);
  for (const list of lists) { builder.add(list); }
  return builder.finish();
}

/** Where any of some words is. */
function united(data: PostingsData, words: Int32Array): Int32Array {
  const postings = new Postings(data);
  const bits = emptyBitmap(data.places);
  for (const word of words) { postings.addTo(word, bits); }
  return Int32Array.from(placesBetween(bits, 0, data.places));
}
