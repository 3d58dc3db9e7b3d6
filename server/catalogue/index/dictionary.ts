/** Distinct words, ascending by code units, each between two line feeds of one text. */
export interface DictionaryData {
  text: string;
  starts: Uint32Array;
}

/** @param words sorted; none twice; without line feeds. */
export function buildDictionary(words: readonly string[]): DictionaryData {
  const starts = new Uint32Array(words.length);
  let length = 1;
  words.forEach((word, index) => {
    starts[index] = length;
    length += word.length + 1;
  });
  return { text: `\n${words.join('\n')}\n`, starts };
}

/** Whether a word is of ASCII alone: a text of such words takes a byte a letter. */
export function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) > 0x7f) return false;
  }
  return true;
}

/** The place of a word, or -1. */
export function indexOfWord(dictionary: DictionaryData, word: string): number {
  const { text, starts } = dictionary;
  const at = firstWordFrom(dictionary, word);
  return at < starts.length && text.startsWith(`${word}\n`, starts[at]) ? at : -1;
}

/** A word that was found: its place, where in it the text stands, and its length. */
export type WordVisitor = (index: number, from: number, length: number) => void;

/** Visits all words that begin with a text without line feeds, ascending. */
export function eachWordFrom(dictionary: DictionaryData, beginning: string, visit: WordVisitor): void {
  const { text, starts } = dictionary;
  for (
    let index = firstWordFrom(dictionary, beginning);
    index < starts.length && text.startsWith(beginning, starts[index]);
    index += 1
  ) {
    visit(index, 0, lengthAt(dictionary, index));
  }
}

function lengthAt({ text, starts }: DictionaryData, index: number): number {
  return (starts[index + 1] ?? text.length) - 1 - starts[index]!;
}

function firstWordFrom({ text, starts }: DictionaryData, wanted: string): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(text, starts[middle]!, wanted)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Whether what begins at a place of the text of a dictionary, and ends with a word of it, sorts before another text. */
export function isBelow(text: string, start: number, wanted: string): boolean {
  for (let at = 0; at < wanted.length; at += 1) {
    const code = text.charCodeAt(start + at);
    // A line feed ends the word and is below every letter.
    if (code !== wanted.charCodeAt(at)) return code < wanted.charCodeAt(at);
  }
  return false;
}
