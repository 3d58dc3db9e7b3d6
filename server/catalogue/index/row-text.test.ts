import { expect, test } from 'vitest';
import { parseRows, ROW_FIELDS } from './row-text.ts';

const ROWS = [
  {
    id: 2_147_483_647,
    rating: 2,
    status: 4,
    traits: 63,
    pages: 12,
    chapters: 3,
    year: 1999,
    uploadedAt: 1_763_725_842_123_456,
    latestAt: 1_763_725_842_123_457,
    updatedDay: 20_400,
    score: 47,
    comments: 5,
    relations: 65_537,
    shuffle: 9,
    terms: [1, 22, 2_147_483_647],
    title: 'Cat: 猫の話',
    search: 'cat | 猫の話',
  },
  {
    id: 1,
    rating: 0,
    status: 0,
    traits: 0,
    pages: 1,
    chapters: 0,
    year: 0,
    uploadedAt: -5,
    latestAt: -4,
    updatedDay: -1,
    score: 0,
    comments: 0,
    relations: 0,
    shuffle: 0,
    terms: [],
    title: '',
    search: '',
  },
  {
    id: 3,
    rating: 0,
    status: 0,
    traits: 0,
    pages: 1,
    chapters: 0,
    year: 0,
    uploadedAt: 0,
    latestAt: 0,
    updatedDay: 0,
    score: 0,
    comments: 0,
    relations: 0,
    shuffle: 0,
    terms: [7],
    title: 'X',
    search: 'x',
  },
];
const text = ROWS.map((row) => ROW_FIELDS.map((field) => String(row[field])).join('\t')).join('\n');

test('rows are read as they were written, with and without an end of the last line', () => {
  expect(parseRows(text)).toEqual(ROWS);
  expect(parseRows(`${text}\n`)).toEqual(ROWS);
  expect(parseRows('')).toEqual([]);
});
