import { expect, it } from 'vitest';
import { sortKey } from '#server/search/normalise.ts';
import { indexLetter } from './letters.ts';

it.each([
  ['Adventure', 'A'],
  ['éclair', 'E'],
  ['Ωmega', 'Ω'],
  ['Ёлка', 'Е'],
  ['ясень', 'Я'],
  ['أحمد', 'ا'],
  ['हिन्दी', 'ह'],
  ['ハルコ', 'は'],
  ['ぱん', 'は'],
  ['ガラス', 'か'],
  ['토끼', 'ㅌ'],
  ['까치', 'ㄱ'],
  ['孫悟空', '漢'],
  ['4-koma', '0–9'],
  ['٤', '0–9'],
  ['!', '#'],
  ['', '#'],
])('%j stands under %s', (name, letter) => expect(indexLetter(sortKey(name))).toBe(letter));

it('has each letter once in a list that is sorted', () => {
  const names = [
    'b',
    'á',
    'Zoo',
    'a',
    '7',
    '70',
    'は',
    'ば',
    'が',
    'か',
    '가',
    '나',
    '海',
    '一',
    '★',
    '!',
    'я',
    'ب',
    'ا',
    'क',
  ];
  const letters = names
    .map(sortKey)
    .sort((a, b) => (Buffer.from(a) < Buffer.from(b) ? -1 : 1))
    .map(indexLetter);
  const runs = letters.filter((letter, at) => letter !== letters[at - 1]);
  expect(runs.filter((letter) => letter !== '#')).toEqual([...new Set(runs)].filter((letter) => letter !== '#'));
});
