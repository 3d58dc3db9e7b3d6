import { expect, it } from 'vitest';
import { chapterPosition } from './public/chapter-position.ts';
import { chapterSlug } from './rules.ts';

it.each([
  ['1', 1],
  ['10.5', 10.5],
  ['3,5', 3.5],
  ['Ch. 7', 7],
  ['٣', 3],
  ['extra', null],
  ['', null],
  [null, null],
])('places chapter %j at %j', (number, place) => expect(chapterPosition(number)).toBe(place));

it.each([
  ['10.5', '', 'chapter-10-5'],
  ['extra', '', 'extra'],
  [null, 'The End', 'the-end'],
  [null, '', 'chapter-4'],
  [' ', '2', 'chapter-2'],
  ['3', 'x', 'chapter-3'],
])('gives number %j and name %j the slug %j', (number, name, slug) => expect(chapterSlug(number, name, 4)).toBe(slug));
