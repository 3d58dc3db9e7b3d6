/**
 * Scripts written without spaces, and symbols: every letter, and every pair of neighbours, can be found.
 * Of other scripts the first letter, the first two, and every three neighbours can.
 */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{So}]/u;

/** Most grams a query asks the index for; the rest of a long query is compared with the text alone. */
const MOST_QUERY_GRAMS = 48;

interface Run { dense: boolean; letters: string[] }

/** The grams under which the index finds a normalised text. */
export function documentGrams(normalised: string): number[] {
  const grams = new Set<number>();
  for (const { dense, letters } of runsOf(normalised)) {
    if (dense) {
      letters.forEach((letter, at) => {
        grams.add(gramOf([letter]));
        if (at + 1 < letters.length) { grams.add(gramOf(letters.slice(at, at + 2))); }
      });
    } else {
      grams.add(gramOf(letters.slice(0, 1)));
      if (letters.length > 1) { grams.add(gramOf(letters.slice(0, 2))); }
      addTriples(grams, letters);
    }
  }
  return [...grams];
}

/**
 * The grams that every text has which contains all words of a normalised query: few, at most 48.
 *
 * They are necessary, not sufficient: compare the text itself afterwards. One or two letters of a script with spaces
 * are found at the beginning of words only.
 */
export function queryGrams(normalised: string): number[] {
  const grams = new Set<number>();
  for (const { dense, letters } of runsOf(normalised)) {
    if (!dense && letters.length > 2) {
      addTriples(grams, letters);
    } else if (!dense || letters.length === 1) {
      grams.add(gramOf(letters));
    } else {
      for (let at = 0; at + 1 < letters.length; at += 1) { grams.add(gramOf(letters.slice(at, at + 2))); }
    }
    if (grams.size >= MOST_QUERY_GRAMS) { break; }
  }
  return [...grams].slice(0, MOST_QUERY_GRAMS);
}

/** Most words of a query that are looked for; a person types fewer. */
const MOST_WORDS = 24;

/** The words of a normalised query, none twice and none that another one contains. */
export function queryWords(normalised: string): string[] {
  const words = [...new Set(normalised.split(' ').filter((word) => word !== ''))].slice(0, MOST_WORDS);
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

function addTriples(grams: Set<number>, letters: string[]): void {
  for (let at = 0; at + 3 <= letters.length; at += 1) { grams.add(gramOf(letters.slice(at, at + 3))); }
}

function runsOf(normalised: string): Run[] {
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
function gramOf(letters: readonly string[]): number {
  let hash = 0x811c9dc5 ^ letters.length;
  for (const letter of letters) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}
