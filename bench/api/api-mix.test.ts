import { expect, it } from 'vitest';
import { ComicQuery } from '#contract/comics.ts';
import { parseQueryString } from '#contract/query-string.ts';
import { requestMix } from './api-mix.ts';
import { catalogue } from '../synthetic/catalogue.ts';

const TURNS = 24;
const kinds = requestMix(catalogue(), 1_000_000).map(({ name, query }) => ({
  name,
  texts: Array.from({ length: TURNS }, (_, turn) =>
    new URLSearchParams(Object.entries(query(turn)).map(([key, value]) => [key, String(value)])).toString(),
  ),
}));

it.each(kinds)('asks for another page at every turn: $name', ({ texts }) => {
  expect(new Set(texts).size).toBe(TURNS);
});

it.each(kinds)('asks what the API understands: $name', ({ texts }) => {
  for (const text of texts) {
    expect(() => ComicQuery.parse(parseQueryString(text))).not.toThrow();
  }
});
