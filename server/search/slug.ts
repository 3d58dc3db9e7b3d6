import anyAscii from 'any-ascii';

const MAX_LETTERS = 80;

/** Scripts that write vowels as combining signs, which programs of readers cut out of addresses. */
const SIGN_SCRIPTS = [
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Khmer',
  'Thaana',
  'Tai_Tham',
  'Tai_Viet',
  'Cham',
  'Balinese',
  'Javanese',
  'Sundanese',
  'Buginese',
  'Batak',
  'Tagalog',
  'Limbu',
  'Lepcha',
  'Meetei_Mayek',
  'Syloti_Nagri',
  'Saurashtra',
  'Chakma',
  'Kayah_Li',
];
const SIGN_LETTER = SIGN_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('');
/** Joiners stand within words of these scripts. */
const SIGN_WORDS = new RegExp(`[${SIGN_LETTER}][${SIGN_LETTER}\\u200c\\u200d]*`, 'gu');

/**
 * A name as it stands in an address: letters and decimal digits of any script in lower case, everything else one dash;
 * it matches `^[\p{L}\p{Nd}_-]+$`. Words of scripts that need combining signs are written in Latin letters.
 *
 * Different names can give the same slug: `nameKey` tells them apart. Never empty and never all digits: a name of
 * digits or symbols alone gets `word` before it (`tag-1984`, `tag-u2605`). At most 80 letters.
 */
export function toSlug(name: string, word: string): string {
  const latin = folded(name)
    .replace(SIGN_WORDS, (text) =>
      anyAscii(text)
        .toLowerCase()
        .replace(/['"`~^]/g, ''),
    )
    .replace(/[\p{Nl}\p{No}]/gu, (number) => anyAscii(number).toLowerCase())
    .replace(/\p{M}/gu, '');
  return bounded(latin.replace(/[^\p{L}\p{Nd}]+/gu, '-'), name, word);
}

/**
 * The form in which two names are the same name: as `toSlug`, but with every sign that tells words apart. Equal to the
 * slug where nothing had to be rewritten for it.
 */
export function nameKey(name: string, word: string): string {
  return bounded(
    folded(name)
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .replace(/^[-\p{M}]+/u, ''),
    name,
    word,
  );
}

/** A slug with a number after it, for the second and later things of the same name. */
export function numberedSlug(slug: string, number: number): string {
  return number < 2 ? slug : `${slug}-${number}`;
}

function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/(\p{L})['\u2019\u02bc](?=\p{L})/gu, '$1');
}

function bounded(text: string, name: string, word: string): string {
  const slug = Array.from(text.replace(/^-+/, '')).slice(0, MAX_LETTERS).join('').replace(/-$/, '');
  if (slug === '') return `${word}-${codePoints(name)}`;
  return /^[0-9]+$/.test(slug) ? `${word}-${slug}` : slug;
}

function codePoints(name: string): string {
  const symbols = Array.from(name.trim().toWellFormed()).slice(0, 8);
  return symbols.map((symbol) => `u${(symbol.codePointAt(0) ?? 0).toString(16)}`).join('-') || 'u0';
}
