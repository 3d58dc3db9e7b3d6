import { TONGUES } from './words.ts';

/** A word of at least `least` letters that titles of a language have; another for every turn, from 0. */
export function randomWord(language: string, turn: number, least = 1): string {
  const nouns = tongueFor(language).nouns.filter((noun) => [...noun].length >= least);
  return nouns[turn % nouns.length]!;
}

/** The first `length` letters of such a word. */
export function wordStart(language: string, turn: number, length: number): string {
  return [...randomWord(language, turn, length)].slice(0, length).join('');
}

/** The first three letters of a title that a language may have. */
export function titleStart(language: string, turn: number): string {
  const { nouns, titles } = tongueFor(language);
  return [...titles[0]!(nouns[turn % nouns.length]!, nouns[(turn * 7 + 1) % nouns.length]!, 2)].slice(0, 3).join('');
}

/** A word as somebody types it who has two of its letters the wrong way round. */
export function misspelling(word: string): string {
  const letters = [...word];
  const at = Math.floor(letters.length / 2);
  return [...letters.slice(0, at - 1), letters[at], letters[at - 1], ...letters.slice(at + 1)].join('');
}

function tongueFor(language: string) {
  return TONGUES.find(({ code }) => code === language)!;
}
