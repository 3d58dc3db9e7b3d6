import { startPieces } from '#server/search/grams.ts';
import { intersect, type Bitmap } from './bitmap.ts';
import { eachWordWith, indexOfWord, isAscii, wordsBeginning, type DictionaryData } from './dictionary.ts';
import { Postings, type PostingsData } from './postings.ts';

/**
 * The words of all search texts and where they are. The words of ASCII come first, then the others; their postings are
 * numbered through. `pieces` are those of `wordPieces`: what is asked for with one letter is answered by one list.
 */
export interface WordsData {
  ascii: DictionaryData;
  others: DictionaryData;
  postings: PostingsData;
  pieces: DictionaryData;
  piecePostings: PostingsData;
}

/** Answers which texts contain a word, as `hasText` does. */
export class Words {
  private readonly data: WordsData;
  private readonly postings: Postings;
  private readonly piecePostings: Postings;

  constructor(data: WordsData) {
    this.data = data;
    this.postings = new Postings(data.postings);
    this.piecePostings = new Postings(data.piecePostings);
  }

  /** Adds to an empty set the texts that contain a word. @param scratch an empty set; it is changed. */
  addTextsWith(word: string, bits: Bitmap, scratch: Bitmap): void {
    const starts = startPieces(word);
    if (starts.length === 1 && starts[0] === word) {
      this.addTextsWithStart(word, bits);
      return;
    }
    if (starts.length === 0 && isOneLetter(word)) {
      this.addPiece(word, bits);
      return;
    }
    this.addWordsWith(word, bits);
    for (const start of starts) {
      scratch.fill(0);
      this.addTextsWithStart(start, scratch);
      intersect(bits, scratch);
    }
  }

  private addTextsWithStart(start: string, bits: Bitmap): void {
    this.addPiece(start, bits);
    if (isOneLetter(start)) { return; }
    const { ascii, others } = this.data;
    for (const [dictionary, first] of [[ascii, 0], [others, ascii.starts.length]] as const) {
      const { from, to } = wordsBeginning(dictionary, start);
      for (let index = from; index < to; index += 1) { this.postings.addTo(first + index, bits); }
    }
  }

  private addWordsWith(part: string, bits: Bitmap): void {
    const { ascii, others } = this.data;
    if (isAscii(part)) { eachWordWith(ascii, part, (index) => { this.postings.addTo(index, bits); }); }
    const first = ascii.starts.length;
    eachWordWith(others, part, (index) => { this.postings.addTo(first + index, bits); });
  }

  private addPiece(piece: string, bits: Bitmap): void {
    const index = indexOfWord(this.data.pieces, piece);
    if (index >= 0) { this.piecePostings.addTo(index, bits); }
  }
}

function isOneLetter(piece: string): boolean {
  return piece.length === ((piece.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
}
