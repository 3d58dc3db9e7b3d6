/** The syllables of each consonant with the five vowels. */
const SYLLABLES: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries({
    '': 'あ い う え お',
    k: 'か き く け こ',
    g: 'が ぎ ぐ げ ご',
    s: 'さ し す せ そ',
    z: 'ざ じ ず ぜ ぞ',
    t: 'た ち つ て と',
    d: 'だ ぢ づ で ど',
    n: 'な に ぬ ね の',
    h: 'は ひ ふ へ ほ',
    b: 'ば び ぶ べ ぼ',
    p: 'ぱ ぴ ぷ ぺ ぽ',
    m: 'ま み む め も',
    r: 'ら り る れ ろ',
    w: 'わ うぃ う うぇ を',
    y: 'や い ゆ いぇ よ',
    f: 'ふぁ ふぃ ふ ふぇ ふぉ',
    j: 'じゃ じ じゅ じぇ じょ',
    sh: 'しゃ し しゅ しぇ しょ',
    ch: 'ちゃ ち ちゅ ちぇ ちょ',
    ts: 'つぁ つぃ つ つぇ つぉ',
  }).map(([consonant, row]) => [consonant, row.split(' ')]),
);
const VOWELS = 'aiueo';
const SMALL_Y: Record<string, string> = { a: 'ゃ', u: 'ゅ', o: 'ょ' };
const SYLLABLE =
  /(?:([kgnhbpmr])y([auo])|(sh|ch|ts|[kgsztdnhbpmrwyfj])?([aiueo])|n(?![aiueoy])|[kgsztdpcbfhjmr](?=[kgsztdpcbfhjmr]))/gy;

/** A word of a title in Japanese, as it is written in hiragana: `kokoro` is こころ. Null for what is no such word. */
export function readAsKana(word: string): string | null {
  let kana = '';
  let end = 0;
  for (const [all, withY, afterY = '', consonant = '', vowel] of word.matchAll(SYLLABLE)) {
    end += all.length;
    if (withY !== undefined) {
      kana += SYLLABLES[withY]![1]! + SMALL_Y[afterY]!;
    } else if (vowel !== undefined) {
      kana += SYLLABLES[consonant]![VOWELS.indexOf(vowel)]!;
    } else if (all === 'n') {
      kana += 'ん';
    } else if (word[end] === all || word.startsWith('ch', end)) {
      kana += 'っ';
    } else {
      return null;
    }
  }
  return end === word.length && kana !== '' ? kana : null;
}
