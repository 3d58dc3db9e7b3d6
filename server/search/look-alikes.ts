/**
 * Letters that are easily taken for another, in lower case, as groups whose first stands for all: the ones of Unicode's
 * table of confusables (UTS 39, confusables.txt 16.0) that join scripts people write names in. Capitals look like those
 * of another script where their small letters do not (В and B), so either case's likeness counts.
 */
const GROUPS = [
  'aаαɑ',
  'bвβ',
  'cсϲ',
  'dԁ',
  'eеε',
  'gɡց',
  'hнηһհ',
  'jј',
  'kкκ',
  'lі1iıɩιӏ',
  'mмμ',
  'nո',
  'o0оοσςօ',
  'pрρ',
  'qԛզ',
  'sѕ',
  'tтτ',
  'uυս',
  'vν',
  'wԝ',
  'xхχ',
  'yуγү',
  'zζ',
  'يىیې',
  'كکڪ',
  'هہە',
  '二ニ',
  '口ロ',
  '力カ',
  '工エ',
  '卜ト',
  '八ハ',
  '夕タ',
  '一ー',
] as const;

const FIRST = new Map(
  GROUPS.flatMap((group) => Array.from(group, (letter) => [letter, Array.from(group)[0] ?? letter] as const)),
);

/** A text in which letters that look alike are one: equal for two names that people would take for each other. */
export function lookAlikeKey(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase().replaceAll('\u0307', '');
  return Array.from(lower, (letter) => FIRST.get(letter) ?? letter).join('');
}
