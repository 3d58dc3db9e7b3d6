import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullApp } from '../tools/route-matrix.ts';
import { withTransaction } from './db/database.ts';
import { createChapter } from './features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from './features/comics/public/queries-writing.ts';
import type { TestApp } from './testing/app.ts';
import { largestValue, type Description, type Operation, type Schema, type Shape } from './testing/largest-input.ts';
import { member, type Member } from './testing/member.ts';

/*
 * Every number and every moment that a route reads, at the edges of what schemas and columns take. Which there are is read
 * from the API's own description, so that routes which are added later join by themselves.
 */

const SMALL: Shape = { name: 'small', sign: 'a', letters: 8, items: 1 };
/** As JSON and addresses write them: beyond a column, beyond exact numbers, beyond numbers. */
const NUMBERS = ['2147483648', '-2147483649', '9007199254740992', '1e400', '-0'];
const DAYS = ['0000-01-01', '9999-12-31'];
const MOMENTS = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '+275760-09-13T00:00:00Z',
];

let site: TestApp;
let admin: Member;
let known: Record<string, string>;
beforeAll(async () => {
  site = await fullApp();
  admin = await member(site.deps.db, { role: 'admin' });
  const other = await member(site.deps.db);
  const comic = await withTransaction(site.deps.db, async (tx) => {
    const made = await createComic(tx, { title: 'Edge', terms: [], oneshot: false });
    await createChapter(tx, made.id, { number: '1', name: 'One' });
    await publishComic(tx, made.id);
    return made;
  });
  known = { slug: comic.slug, chapter: 'chapter-1', username: other.username };
}, 240_000);
afterAll(() => site?.close());

/** A place of a value that is a number or a moment: the keys that lead there, and what is put there. */
interface Leaf {
  at: readonly (string | number)[];
  values: readonly string[];
}

function listLeaves(schema: Schema, at: Leaf['at'] = []): Leaf[] {
  const types = [schema.type].flat();
  const own: Leaf[] =
    schema.const !== undefined || schema.enum
      ? []
      : types.includes('integer') || types.includes('number')
        ? [{ at, values: NUMBERS }]
        : schema.format === 'date'
          ? [{ at, values: DAYS }]
          : schema.format === 'date-time'
            ? [{ at, values: MOMENTS }]
            : [];
  return [
    ...own,
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) =>
      (each ?? []).flatMap((part) => listLeaves(part, at)),
    ),
    ...(schema.items ? listLeaves(schema.items, [...at, 0]) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, part]) => listLeaves(part, [...at, key])),
  ];
}

/** A JSON text in which one place has another value, which is written as it is where it is a number. */
function withValue(example: unknown, at: Leaf['at'], value: string): string {
  const root = { made: structuredClone(example) };
  let place: Record<string | number, unknown> = root;
  let key: string | number = 'made';
  for (const next of at) {
    if (typeof place[key] !== 'object' || place[key] === null) {
      place[key] = typeof next === 'number' ? [] : {};
    }
    place = place[key] as Record<string | number, unknown>;
    key = next;
  }
  place[key] = `@${value}@`;
  return JSON.stringify(root.made)
    .replace(/"@(-?[\d.e]+)@"/, '$1')
    .replace(/"@([^"]*)@"/, '"$1"');
}

interface Call {
  method: string;
  url: string;
  payload?: string;
}

function listCalls(path: string, method: string, { parameters = [], requestBody }: Operation): Call[] {
  const address = (changed?: string, value = '') =>
    path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(name === changed ? value : (known[name] ?? '1')),
    );
  const body = requestBody?.content['application/json']?.schema;
  const example = body && largestValue(body, SMALL, { left: 1000 });
  const sent = example === undefined ? {} : { payload: JSON.stringify(example) };
  return [
    ...parameters.flatMap(({ name, in: part, schema = {} }) =>
      part === 'header'
        ? []
        : listLeaves(schema).flatMap(({ values }) =>
            values.map((value) => ({
              method,
              url: part === 'path' ? address(name, value) : `${address()}?${name}=${encodeURIComponent(value)}`,
              ...sent,
            })),
          ),
    ),
    ...(body
      ? listLeaves(body).flatMap(({ at, values }) =>
          values.map((value) => ({ method, url: address(), payload: withValue(example, at, value) })),
        )
      : []),
  ];
}

it('no number and no moment that a route takes is one that the database refuses', async () => {
  const { paths } = (await site.app.describeApi()) as unknown as Description;
  const calls = Object.entries(paths)
    .filter(([path]) => !path.endsWith('/live'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => listCalls(path, method, operation)),
    );
  const wrong: string[] = [];
  for (const { method, url, payload } of calls) {
    const { statusCode, body } = await site.app.inject({
      method: method.toUpperCase() as 'GET',
      url,
      headers: {
        host: 'comics.test',
        'user-agent': 'OldReader/1.0',
        ...admin.headers,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    if (statusCode === 400 || statusCode === 500) {
      wrong.push(`${statusCode} ${method} ${url} ${payload ?? ''}: ${body}`.slice(0, 500));
    }
    if (statusCode === 401) {
      admin = await member(site.deps.db, { role: 'admin' });
    }
  }
  expect(calls.length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
}, 600_000);

it.each(['0000-01-01', '0000-12-31T23:59:59Z', '0001-01-01T00:00:00%2B14:00', '9999-12-31T23:59:59-14:00'])(
  'the year before 1 and the one after 9999 are no moments: %s',
  async (since) => {
    const answer = await site.get(`/api/admin/audit?since=${since}`, { ...admin.headers, 'accept-language': 'de' });
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([
      422,
      'request-invalid',
      ['since'],
    ]);
  },
);
