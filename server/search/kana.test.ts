import { expect, it } from 'vitest';
import { readAsKana } from './kana.ts';

it.each([
  ['kokoro', 'こころ'],
  ['pinokio', 'ぴのきお'],
  ['shinnyuu', 'しんにゅう'],
  ['gakkou', 'がっこう'],
  ['matcha', 'まっちゃ'],
  ['fujisan', 'ふじさん'],
])('%s is read as %s', (word, kana) => expect(readAsKana(word)).toBe(kana));

it.each(['frankenstein', 'mobydick', 'x', '', 'gakto', 'akk', 'кот', 'こころ'])(
  '"%s" is no word of Japanese in Latin letters',
  (word) => expect(readAsKana(word)).toBeNull(),
);
