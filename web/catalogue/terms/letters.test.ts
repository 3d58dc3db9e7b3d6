import { describe, expect, it } from 'vitest';
import type { Term } from '#contract/taxonomy.ts';
import { byLetter, listLetters } from './letters.ts';

const data = ['Adventure', 'Animals', 'Éclair'].map(
  (name, id) => ({ id, name, slug: name, comics_count: 1 }) satisfies Term,
);
const letters = [
  { letter: 'A', from: 1 },
  { letter: 'E', from: 4 },
  { letter: 'Z', from: 9 },
  { letter: '#', from: 11 },
];

describe('byLetter', () => {
  const groups = (found: Parameters<typeof byLetter>[0]) =>
    byLetter(found).map(({ letter, members }) => `${letter}:${members.length}`);

  it('puts the terms of a page under the letters they stand under in the whole list', () => {
    expect(groups({ data, from: 1, per_page: 3, letters })).toEqual(['A:3']);
    expect(groups({ data, from: 2, per_page: 3, letters })).toEqual(['A:2', 'E:1']);
    expect(groups({ data, from: 8, per_page: 3, letters })).toEqual(['E:1', 'Z:2']);
  });

  it('makes one group of a list without letters, none of an empty one', () => {
    expect(groups({ data, from: 1, per_page: 3 })).toEqual([':3']);
    expect(groups({ data: [], from: null, per_page: 3, letters: [] })).toEqual([]);
  });
});

it('knows the page each letter of the whole list begins on', () => {
  expect(listLetters({ data, from: 2, per_page: 3, letters })).toEqual([
    { letter: 'A', page: 1, isHere: true },
    { letter: 'E', page: 2, isHere: true },
    { letter: 'Z', page: 3, isHere: false },
    { letter: '#', page: 4, isHere: false },
  ]);
});
