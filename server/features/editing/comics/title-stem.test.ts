import { expect, it } from 'vitest';
import { titleStem } from './title-stem.ts';

it.each([
  ['Star Fishers', 'star fishers', null],
  ['Star Fishers 2', 'star fishers', 2],
  ['Star Fishers II: The way home', 'star fishers', 2],
  ['Star Fishers – Part 3', 'star fishers', null],
  ['Star fishers, vol. 4', 'star fishers', 4],
  ['ＳＴＡＲ　ＦＩＳＨＥＲＳ　２', 'star fishers', 2],
  ['Звёздные рыбаки. Часть 2', 'звездные рыбаки', 2],
  ['صيادو النجوم ٢', 'صيادو النجوم', 2],
  ['星を釣る人 第2部', '星を釣る人', 2],
  ['星を釣る人2巻', '星を釣る人', 2],
  ['1984', '1984', null],
  ['X', 'x', null],
  ['第2部', '第2部', null],
  ['Vol. 2', 'vol', 2],
  [': 2', '2', null],
  ['', '', null],
  ['Mix', 'mix', null],
])('the stem of “%s” is “%s”, part %s', (title, stem, part) => {
  expect(titleStem(title)).toEqual({ stem, part });
});
