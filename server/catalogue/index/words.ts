import { startPieces } from '#server/search/grams.ts';
import { intersect, type Bitmap } from './bitmap.ts';
import { indexOfWord, type DictionaryData } from './dictionary.ts';
import { Postings, type PostingsData } from './postings.ts';
import { firstNotBelow } from './sorted-values.ts';
import type { Vocabulary, VocabularyData } from './vocabulary.ts';

/** The words of all search texts and where they are: postings as the vocabulary numbers them. */
export interface WordsData extends VocabularyData {
  postings: PostingsData;
  /** The pieces of `wordPieces`, and the words that have it. */
  pieces: DictionaryData;
  pieceWords: PostingsData;
  /** The pieces that very many words have, ascending, and the texts that have them. */
  common: Uint32Array;
  commonPostings: PostingsData;
}

/** Answers which texts contain a word, as `hasText` does. */
export class Words {
  private readonly data: WordsData;
  private readonly vocabulary: Vocabulary;
  private readonly postings: Postings;
  private readonly pieceWords: Postings;
  private readonly commonPostings: Postings;

  /** @param vocabulary of the same data. */
  constructor(data: WordsData, vocabulary: Vocabulary) {
    this.data = data;
    this.vocabulary = vocabulary;
    this.postings = new Postings(data.postings);
    this.pieceWords = new Postings(data.pieceWords);
    this.commonPostings = new Postings(data.commonPostings);
  }

  /** Adds to an empty set the texts that contain a word. @param scratch a set; it is changed. */
  addTextsWith(word: string, bits: Bitmap, scratch: Bitmap): void {
    const starts = startPieces(word);
    if (starts[0] === word || (starts.length === 0 && isOneLetter(word))) {
      this.addTextsWithPiece(word, bits);
      return;
    }
    this.addWordsWith(word, bits);
    for (const start of starts) {
      scratch.fill(0);
      this.addTextsWithPiece(start, scratch);
      intersect(bits, scratch);
    }
  }

  private addWordsWith(part: string, bits: Bitmap): void {
    this.vocabulary.eachWordWith(part, (word) => {
      this.postings.addTo(word, bits);
    });
  }

  private addTextsWithPiece(piece: string, bits: Bitmap): void {
    const { common, pieces } = this.data;
    const index = indexOfWord(pieces, piece);
    if (index < 0) return;
    const place = firstNotBelow(common, index);
    if (common[place] === index) {
      this.commonPostings.addTo(place, bits);
      return;
    }
    for (const word of this.pieceWords.placesFor(index)) {
      this.postings.addTo(word, bits);
    }
  }
}

function isOneLetter(word: string): boolean {
  return word.length === ((word.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
}
