import { expect, it } from 'vitest';
import { FRIENDS, MINORS, NAMES, SEXUAL } from './prohibited-terms.ts';
import { prohibitedText } from './rules.ts';

const isProhibited = (text: string, own: readonly string[] = []): boolean => prohibitedText([text], own) !== null;
const bare = (entry: string): string => entry.replace('…', '');
const isCjk = (text: string): boolean => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text);

it('every name of the list is found: as it is, shouted, in wide letters, with invisible letters, and inside a title', () => {
  for (const name of NAMES.map(bare)) {
    const wide = name.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
    for (const text of [
      name,
      name.toUpperCase(),
      wide,
      [...name].join('\u200b'),
      `One ${name} two`,
      `[x] (${name})!`,
    ]) {
      expect([text, isProhibited(text)]).toEqual([text, true]);
    }
  }
});

it('names are found through accents, digits, look-alikes, pulled apart and held down', () => {
  const letters: Record<string, string> = { a: 'á', c: 'ç', o: 'ö', i: 'ï', l: 'l', s: 'š', h: 'ĥ', t: 'ť' };
  const alike: Record<string, string> = { a: 'а', c: 'с', o: 'о', i: 'і', s: 'ѕ' };
  const digits: Record<string, string> = { o: '0', i: '1', a: '4', s: '5', t: '7', e: '3' };
  const through = (name: string, map: Record<string, string>) =>
    name.replace(/[a-z]/g, (letter) => map[letter] ?? letter);
  for (const name of ['lolicon', 'shotacon', 'loli', 'shota', 'toddlercon']) {
    for (const text of [
      through(name, letters),
      through(name, alike),
      through(name, digits),
      [...name].join('.'),
      [...name].join(' '),
      name.replace('o', 'oooo'),
      `$h0ta ${name}`,
    ]) {
      expect([text, isProhibited(text)]).toEqual([text, true]);
    }
  }
});

it('a word for someone under age beside one for what is sexual is found in every language of the list', () => {
  const spaced = (words: readonly string[]) => words.filter((word) => !isCjk(word)).map(bare);
  for (const minor of spaced(MINORS)) {
    expect([minor, isProhibited(`${minor} porno`)]).toEqual([minor, true]);
  }
  for (const sexual of spaced(SEXUAL)) {
    expect([sexual, isProhibited(`${sexual} with children`)]).toEqual([sexual, true]);
  }
  for (const minor of MINORS.filter(isCjk)) {
    expect([minor, isProhibited(`あ${minor}のポルノ`)]).toEqual([minor, true]);
  }
  for (const text of [
    'Kinderporno',
    'kinderpornografie',
    'детское порно',
    'child-porn',
    'real celebrity nudes',
    'ch1ld p0rn',
    'Сhild рorn',
  ]) {
    expect([text, isProhibited(text)]).toEqual([text, true]);
  }
});

it('what only looks like it is let through', () => {
  const benign = [
    ...FRIENDS,
    'Children of the Sea',
    'Lolita fashion',
    'Lollipop',
    'LOL! 1 more',
    'L.O.L. 2',
    'Lo Li and the dragon',
    'Loll about',
    'The Minor Arcana',
    'C minor',
    'A minor key',
    'Sex and death',
    'Child of Light',
    'Kindergarten',
    'Kind of blue',
    'Enfant terrible',
    'Los niños perdidos',
    'Детский мир',
    'أطفال الشارع',
    '子供の科学',
    '小学生の夏',
    '児童文学',
    '儿童乐园',
    '아동 문학',
    'Menor que tres',
    'School life',
    'Schoolgirl detective',
    'The Infant Prince and the explicit rules of a very long game',
    'Shotaro',
    'Kentaro Shotaki',
    'Anakin',
    'Sextant',
    'Minority report',
    'Real Madrid',
    'बाल कथा',
    'Pornichet 1920',
    'xXx returns',
    'Toddler on the loose',
    '42',
    '...',
    '',
  ];
  for (const text of benign) {
    expect([text, isProhibited(text)]).toEqual([text, false]);
  }
});

it('an operator’s words and phrases are found as whole words, in scripts without spaces anywhere', () => {
  expect(isProhibited('The Forbidden Book', ['forbidden book'])).toBe(true);
  expect(isProhibited('The F0rbidden-Böök', ['forbidden book'])).toBe(true);
  expect(isProhibited('The forbidden new book', ['forbidden book'])).toBe(false);
  expect(isProhibited('Forbiddenbooks', ['forbidden'])).toBe(false);
  expect(isProhibited('とても禁書だ', ['禁書'])).toBe(true);
  expect(isProhibited('anything', ['', '...'])).toBe(false);
});
