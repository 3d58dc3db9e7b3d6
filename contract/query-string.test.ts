import { expect, it } from 'vitest';
import { z } from 'zod';
import { ComicQuery } from './comics.ts';
import { AdminComicQuery } from './editing.ts';
import { parseQueryString } from './query-string.ts';

it.each([
  ['tags=5', ['5']],
  ['tags[]=5', ['5']],
  ['tags[0]=5', ['5']],
  ['tags%5B0%5D=5', ['5']],
  ['tags[-1]=2&tags[-2]=27', ['2', '27']],
  ['tags=5&tags=6', ['5', '6']],
  ['tags=5,6', ['5', '6']],
  ['tags=', ['']],
])('gathers every form clients write a list in: %s', (query, ids) => {
  expect(parseQueryString(query).tags).toEqual(ids);
});

it('takes the last of a repeated parameter that is no list', () => {
  expect(parseQueryString('page=1&page=2').page).toBe('2');
});

it('gives no name a meaning of its own', () => {
  const parsed = parseQueryString('__proto__=1&constructor[prototype]=2&toString=3');
  expect(Object.getPrototypeOf(parsed)).toBe(null);
  expect(({} as Record<string, unknown>).prototype).toBeUndefined();
});

it('reads at most a thousand parameters', () => {
  const query = Array.from({ length: 5000 }, (_, index) => `tags=${index}`).join('&');
  expect(parseQueryString(query).tags).toHaveLength(1000);
});

it.each([
  ['comics', ComicQuery],
  ['editors', AdminComicQuery],
])('gathers as lists what the query of %s has as lists, and nothing else', (_name, schema) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const lists = Object.entries(properties)
    .filter(([, value]) => (value as { type?: string }).type === 'array')
    .map(([name]) => name);
  expect(lists.length).toBeGreaterThan(20);
  expect(Object.keys(properties).filter((name) => Array.isArray(parseQueryString(`${name}=1`)[name]))).toEqual(lists);
});
