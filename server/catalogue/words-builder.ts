import { wordPieces } from '#server/search/grams.ts';
import { dictionaryOf, isAscii } from './dictionary.ts';
import { GrowingInts } from './growing-ints.ts';
import { postingsOf, unitePostings } from './postings.ts';
import type { WordsData } from './words.ts';

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
    const wordsOfPieces = piecesOf(sorted);
    const pieces = [...wordsOfPieces.keys()].sort();
    const piecePostings = unitePostings(postings, pieces.map((piece) => wordsOfPieces.get(piece)!));
    return { ascii: dictionaryOf(ascii), others: dictionaryOf(others), postings, pieces: dictionaryOf(pieces), piecePostings };
  }

  private addWord(word: string): number {
    // A slice would keep the whole text it was cut from.
    const own = ` ${word}`.slice(1);
    const number = this.numbers.size;
    this.numbers.set(own, number);
    return number;
  }
}

/** The places of the words that each piece is in. */
function piecesOf(words: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  words.forEach((word, place) => {
    for (const piece of isAscii(word) ? [word.charAt(0)] : wordPieces(word)) {
      const list = found.get(piece);
      if (list) { list.push(place); } else { found.set(piece, [place]); }
    }
  });
  return found;
}
