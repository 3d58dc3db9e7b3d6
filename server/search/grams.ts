/**
 * Scripts written without spaces, and symbols: every letter, and every pair of neighbours, can be found.
 * Of other scripts the first letter, the first two, and every three neighbours can.
 */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{So}]/u;

/** Most grams a query asks the index for; the rest of a long query is compared with the text alone. */
const MAX_QUERY_GRAMS = 48;

interface Run {
  dense: boolean;
  letters: string[];
}

/** Whether a text begins with a letter of a script that is written without spaces. */
export function isDense(text: string): boolean {
  return DENSE.test(String.fromCodePoint(text.codePointAt(0) ?? 0x20));
}

/** The grams under which the index finds a normalised text. */
export function documentGrams(normalised: string): number[] {
  return [...new Set([...documentPieces(normalised)].map(hashGram))];
}

/**
 * The grams that every text has which contains all words of a normalised query: few, at most 48.
 *
 * They are necessary, not sufficient: compare the text itself afterwards. One or two letters of a script with spaces
 * are found at the beginning of words only.
 */
export function queryGrams(normalised: string): number[] {
  return [...new Set(queryPieces(normalised).map(hashGram))];
}

/** The letters that the grams of a text are made of. */
function documentPieces(normalised: string): Set<string> {
  const pieces = new Set<string>();
  for (const { dense, letters } of splitRuns(normalised)) {
    if (dense) {
      letters.forEach((letter, at) => {
        pieces.add(letter);
        if (at + 1 < letters.length) {
          pieces.add(letter + letters[at + 1]);
        }
      });
    } else {
      pieces.add(letters[0]!);
      if (letters.length > 1) {
        pieces.add(letters[0]! + letters[1]!);
      }
      addTriples(pieces, letters);
    }
  }
  return pieces;
}

/** The letters that the grams of a query are made of, none twice, at most 48. */
function queryPieces(normalised: string): string[] {
  const pieces = new Set<string>();
  for (const { dense, letters } of splitRuns(normalised)) {
    if (!dense && letters.length > 2) {
      addTriples(pieces, letters);
    } else if (!dense || letters.length === 1) {
      pieces.add(letters.join(''));
    } else {
      for (let at = 0; at + 1 < letters.length; at += 1) {
        pieces.add(letters[at]! + letters[at + 1]!);
      }
    }
    if (pieces.size >= MAX_QUERY_GRAMS) break;
  }
  return [...pieces].slice(0, MAX_QUERY_GRAMS);
}

/** Three letters or more of ASCII. */
const PLAIN_WORD = /^[\x21-\x7e]{3,}$/;

/**
 * The pieces of a query that a text with its words may still lack, as it has them somewhere else than at the beginning:
 * one or two letters of a script with spaces, and marks whose letter is not there.
 */
export function startPieces(normalised: string): string[] {
  // Most words of a search have none.
  if (PLAIN_WORD.test(normalised)) return [];
  const pieces = new Set(queryPieces(normalised));
  return splitRuns(normalised)
    .filter(({ dense, letters }) => (dense ? /^\p{M}/u.test(letters[0]!) : letters.length < 3))
    .map(({ letters }) => letters.slice(0, 2).join(''))
    .filter((piece) => pieces.has(piece));
}

/** The pieces under which a word is found that `startPieces` or one letter alone may ask for; none twice. */
export function wordPieces(word: string): Set<string> {
  const pieces = new Set<string>();
  for (const { dense, letters } of splitRuns(word)) {
    letters.forEach((letter, at) => {
      if (dense || at === 0) {
        pieces.add(letter);
      }
      if (at + 1 < letters.length && (dense ? /^\p{M}/u.test(letter) : at === 0)) {
        pieces.add(letter + letters[at + 1]!);
      }
    });
  }
  return pieces;
}

/** Most words of a query that are looked for; a person types fewer. */
const MAX_WORDS = 24;

/** The words of a normalised query, none twice and none that another one contains. */
export function queryWords(normalised: string): string[] {
  const words = [...new Set(normalised.split(' ').filter((word) => word !== ''))].slice(0, MAX_WORDS);
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

function addTriples(pieces: Set<string>, letters: string[]): void {
  for (let at = 0; at + 3 <= letters.length; at += 1) {
    pieces.add(letters[at]! + letters[at + 1]! + letters[at + 2]!);
  }
}

function splitRuns(normalised: string): Run[] {
  const runs: Run[] = [];
  let current: Run | undefined;
  for (const letter of normalised) {
    if (letter === ' ' || letter === '|') {
      current = undefined;
      continue;
    }
    // A mark belongs to the letter before it.
    const dense: boolean = current && /\p{M}/u.test(letter) ? current.dense : DENSE.test(letter);
    if (current && current.dense === dense) {
      current.letters.push(letter);
    } else {
      current = { dense, letters: [letter] };
      runs.push(current);
    }
  }
  return runs;
}

/** FNV-1a, 32 bits signed, over the code points and their number: two grams that collide cost a comparison, no result. */
function hashGram(piece: string): number {
  const letters = Array.from(piece);
  let hash = 0x811c9dc5 ^ letters.length;
  for (const letter of letters) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}
