/** Letters that Unicode does not decompose, as people type them without a special keyboard. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  ŋ: 'ng',
  ς: 'σ',
  // Arabic: alif wasla, alif maqsura, Persian and Kurdish yeh, teh marbuta, Urdu heh, Persian kaf, tatweel. Indic: candrabindu.
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u06d0': '\u064a',
  '\u0629': '\u0647',
  '\u06c1': '\u0647',
  '\u06a9': '\u0643',
  '\u0640': '',
  '\u0901': '\u0902',
};
const LETTER = new RegExp(Object.keys(LETTERS).join('|'), 'gu');

/**
 * Marks that change no letter for someone who searches: accents, Hebrew points, Arabic vowels and hamza, the Indic
 * nukta, variation selectors. Vowel signs of Indic scripts and the voicing of kana stay, they make other words.
 */
const MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/g;
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const KATAKANA_TO_HIRAGANA = 0x60;
const APOSTROPHE = /(\p{L})['\u2019\u02bc](?=\p{L})/gu;
const DIGIT = /\p{Nd}/gu;
const NOT_WORD = /[^\p{L}\p{N}\p{M}\p{So}]+/gu;

/**
 * The form in which texts are compared: two texts that a person would call the same search are equal in it.
 *
 * Case, accents, width (full and half), katakana and hiragana, the forms of Arabic letters, and digits of every script
 * are folded; words are separated by one space; punctuation is gone. Never fails, also on lone surrogates and NUL, and
 * takes time in proportion to the text. A text of punctuation alone gives ''.
 */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KATAKANA_TO_HIRAGANA))
    .replace(APOSTROPHE, '$1')
    .replace(DIGIT, asciiDigit)
    .replace(NOT_WORD, ' ')
    .trim();
}

/** Most letters of a text that its place in a sorted list depends on. */
const SORTED_LETTERS = 80;

/**
 * The form in which names and titles are sorted, byte by byte, on every database alike: folded as for search, and with
 * numbers by their value (`Vol 2` before `Vol 10`). Texts without letters or digits come last.
 */
export function sortKey(text: string): string {
  const folded = normalise(text).replace(/\d+/g, (digits) => {
    const value = digits.replace(/^0+(?=\d)/, '');
    return String.fromCharCode(0x30 + Math.min(value.length, 9)) + value;
  });
  return Array.from(folded || `\u{10fffd}${text.normalize('NFKC').replaceAll('\0', '').toWellFormed()}`)
    .slice(0, SORTED_LETTERS)
    .join('');
}

/** A text with the digits of every script as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(DIGIT, asciiDigit);
}

// Every decimal system of Unicode has its ten digits side by side, zero first.
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return digit;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) {
    zero -= 1;
  }
  return String(code - zero);
}

/** Separates the names of one thing in its search text; no normalised text contains it. */
export const NAME_SEPARATOR = ' | ';

/** The search text of a thing with several names: each normalised, the first one first, none twice. */
export function searchText(names: readonly (string | null | undefined)[]): string {
  return [...new Set(names.map((name) => normalise(name ?? '')).filter((name) => name !== ''))].join(NAME_SEPARATOR);
}
