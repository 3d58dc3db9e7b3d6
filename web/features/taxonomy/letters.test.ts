import { expect, it } from 'vitest';
import { byLetter } from './letters.ts';

const letters = (names: string[], locale = 'en') => byLetter(names.map((name) => ({ name })), locale).map(({ letter, members }) => `${letter}:${members.length}`);

it('groups a list under the letters it begins with', () => {
  expect(letters(['Adventure', 'animals', 'Éclair', 'Elves', 'Zoo'])).toEqual(['A:2', 'E:2', 'Z:1']);
});

it('keeps the letters of other alphabets', () => {
  expect(letters(['Алиса', 'ясень'], 'ru')).toEqual(['А:1', 'Я:1']);
  expect(letters(['أحمد', 'بحر'], 'ar')).toEqual(['ا:1', 'ب:1']);
});

it('puts digits and scripts without an alphabet together', () => {
  expect(letters(['4-koma', '!', '孫悟空', 'ハルコ', '토끼'])).toEqual(['#:5']);
});

it('answers nothing for nothing', () => {
  expect(letters([])).toEqual([]);
});
