import { emptyBitmap, placesBetween } from '#server/catalogue/index/bitmap.ts';
import { collectGarbage } from '#server/catalogue/index/collect-garbage.ts';
import { buildDictionary, isAscii } from '#server/catalogue/index/dictionary.ts';
import { PackedInts } from '#server/catalogue/index/packed-ints.ts';
import { buildPostings, PostingsBuilder } from '#server/catalogue/index/postings-builder.ts';
import { Postings, type PostingsData } from '#server/catalogue/index/postings.ts';
import { buildSearchTexts, type SearchTextsData } from '#server/catalogue/index/search-texts.ts';
import { buildWordParts } from '#server/catalogue/index/vocabulary.ts';
import type { WordsData } from '#server/catalogue/index/words.ts';
import { wordPieces } from '#server/search/grams.ts';
import { PackedLists } from './packed-lists.ts';
import { hashWith, WordTable } from './word-table.ts';

/** A piece that more words have is answered by a list of its own: it takes longer to put so many lists together. */
const COMMON = 4096;

const SPACE = 32;
/** The separator of the names in a search text: no word. */
const SEPARATOR = 124;

/** Collects the words of search texts, one text after the other. */
export class WordsBuilder {
  private readonly table = new WordTable();
  private readonly texts = new PackedLists();
  private list: number[] = [];

  /** The next search text: it stands in another one, between two places. */
  add(text: string, from: number, to: number): void {
    this.list.length = 0;
    let start = from;
    let hash = 0;
    let begins = 1;
    for (let at = from; at <= to; at += 1) {
      const code = at === to ? SPACE : text.charCodeAt(at);
      if (code !== SPACE) {
        hash = hashWith(hash, code);
        continue;
      }
      const separates = at === start + 1 && text.charCodeAt(start) === SEPARATOR;
      if (separates) {
        begins = 1;
      } else if (at > start) {
        this.list.push(this.table.numberFor(text, start, at, hash) * 2 + begins);
        begins = 0;
      }
      start = at + 1;
      hash = 0;
    }
    this.texts.push(this.list);
  }

  /** The words and where they are, and the texts. @param order the text (from 0, as they came) that stands at each place. */
  finish(order: Int32Array): { words: WordsData; texts: SearchTextsData } {
    const all = this.table.words();
    const numbers = new Map(all.map((word, number) => [word, number]));
    const ascii = all.filter(isAscii).sort();
    const others = all.filter((word) => !isAscii(word)).sort();
    const sorted = ascii.concat(others);
    const wordByNumber = new Int32Array(all.length);
    sorted.forEach((word, place) => {
      wordByNumber[numbers.get(word)!] = place;
    });
    const texts = buildSearchTexts(order, this.texts, wordByNumber, sorted);
    collectGarbage();
    const postings = buildPostings(sorted.length, order, this.texts, (value) => wordByNumber[value >> 1]!);
    collectGarbage();
    const asciiWords = buildDictionary(ascii);
    const otherWords = buildDictionary(others);
    return {
      words: {
        ascii: asciiWords,
        others: otherWords,
        asciiParts: buildWordParts(asciiWords),
        otherParts: buildWordParts(otherWords),
        postings,
        ...buildPieces(sorted, postings),
      },
      texts,
    };
  }
}

/** The pieces of words. @param words in the order in which `postings` tells where they are. */
function buildPieces(
  words: readonly string[],
  postings: PostingsData,
): Pick<WordsData, 'pieces' | 'pieceWords' | 'common' | 'commonPostings'> {
  const wordsByPiece = new Map<string, PackedInts>();
  words.forEach((word, place) => {
    for (const piece of wordPieces(word)) {
      const list = wordsByPiece.get(piece) ?? new PackedInts();
      wordsByPiece.set(piece, list);
      list.push(place);
    }
  });
  const pieces = [...wordsByPiece.keys()].sort();
  const lists = pieces.map((piece) => wordsByPiece.get(piece)!.values());
  const common = Uint32Array.from(lists.keys()).filter((piece) => lists[piece]!.length > COMMON);
  return {
    pieces: buildDictionary(pieces),
    pieceWords: packPlaces(words.length, lists),
    common,
    commonPostings: packPlaces(
      postings.places,
      Array.from(common, (piece) => uniteWords(postings, lists[piece]!)),
    ),
  };
}

function packPlaces(places: number, lists: readonly Int32Array[]): PostingsData {
  const builder = new PostingsBuilder(places, lists.length);
  for (const list of lists) {
    builder.add(list);
  }
  return builder.finish();
}

/** Where any of some words is. */
function uniteWords(data: PostingsData, words: Int32Array): Int32Array {
  const postings = new Postings(data);
  const bits = emptyBitmap(data.places);
  for (const word of words) {
    postings.addTo(word, bits);
  }
  return Int32Array.from(placesBetween(bits, 0, data.places));
}
