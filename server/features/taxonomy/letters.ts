/** Where the rows of the kana table begin. */
const KANA = [
  ['ぁ', 'あ'],
  ['か', 'か'],
  ['さ', 'さ'],
  ['た', 'た'],
  ['な', 'な'],
  ['は', 'は'],
  ['ま', 'ま'],
  ['ゃ', 'や'],
  ['ら', 'ら'],
  ['ゎ', 'わ'],
] as const;
/** The first consonants of Hangul syllables in Unicode's order, doubled ones with their single. */
const HANGUL = 'ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ';
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES_OF_A_CONSONANT = 588;

/**
 * The letter under which a name stands in an index, from the form it is sorted by (`sortKey`): the capital of its first
 * letter in its own script, the row of the table for kana, the consonant for Hangul; `0–9` for digits, `漢` for all Han
 * characters, `#` for the rest. Names in order of their sort keys have each letter once; in the order of a language nearly so.
 */
export function indexLetter(sorted: string): string {
  const [first = ''] = sorted;
  if (/\d/.test(first)) return '0–9';
  if (/\p{Script=Hiragana}/u.test(first)) return KANA.findLast(([from]) => from <= first)?.[1] ?? '#';
  const syllable = Math.floor((first.charCodeAt(0) - FIRST_SYLLABLE) / SYLLABLES_OF_A_CONSONANT);
  if (HANGUL[syllable] !== undefined) return HANGUL[syllable];
  if (/\p{Script=Han}/u.test(first)) return '漢';
  return /\p{L}/u.test(first) ? first.toUpperCase() : '#';
}
