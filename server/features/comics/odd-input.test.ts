import { afterAll, beforeAll, expect, it } from 'vitest';
import { ComicQuery } from '#contract/comics.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantCatalogue } from '#server/testing/catalogue.ts';
import { seededRandom } from '#server/testing/random.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
  await plantCatalogue(site.deps.db, site.deps.blobs, { seed: 2, comics: 20, today: '2026-06-01' });
});
afterAll(() => site.close());

const NAMES = [
  ...Object.keys(ComicQuery.shape),
  'of',
  'find',
  'letter',
  'lang',
  'nsfw',
  'landing',
  'constructor',
  '__proto__',
  'a[__proto__][x]',
  'tags[__proto__]',
];
const VALUES = [
  '',
  '0',
  '1',
  '-1',
  '1e9',
  'NaN',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  '1.5',
  'null',
  'true',
  '%00',
  '%ED%A0%80',
  '%',
  '%zz',
  "'",
  "' or 1=1 --",
  '";drop',
  '(',
  '"a',
  '-b',
  'a OR',
  '\\',
  '%25',
  '_',
  '|',
  '+%7C+',
  '*',
  '%F0%9F%98%80',
  '%E6%98%9F',
  '%D9%83',
  'a'.repeat(400),
  '%CC%81'.repeat(200),
  'popularity',
  'relevance',
  'random',
  'title',
  'day',
  'asc',
  'ar',
  '1,2,3',
  '[]',
  '{}',
  'tag:',
  'tag:%22a',
  'pages:%3E',
  'pages:1..',
  'pages:9..1',
  'pages:%3E99999999999999999999',
  'uploaded:%3C99999999999d',
  'uploaded:%3E-5h',
  'is:',
  'has:x',
  '~a',
  '~',
  '%23',
  '%231e99',
  '%23999999999999',
  'a*b*c*d',
  '?????',
  '*a',
  '_',
  'a:b:c:d',
  '(a%7Cb)'.repeat(60),
  '-'.repeat(300),
  '~('.repeat(150),
  'artist:*',
  'not',
  'OR',
  'tag:%27;drop table comics;--',
];
const PATHS = [
  '/api/comics',
  '/api/comics',
  '/api/comics/options',
  '/api/suggest',
  '/api/comics/1/related',
  '/api/slides',
  '/api/comics/random',
  '/api/tags',
  '/api/artists',
  '/api/languages',
  '/api/characters/a',
  '/api/comics/1',
  '/api/comics/1/images',
  '/api/comics/%00/%00/images',
];

it('never fails, whatever 900 random queries hold', async () => {
  const random = seededRandom(42);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] as string;
  for (let round = 0; round < 900; round += 1) {
    const query = Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => `${pick(NAMES)}${pick(['', '', '[]', '[0]', '[-1]', '[x]'])}=${pick(VALUES)}`,
    ).join('&');
    const path = `${pick(PATHS)}?${query}`;
    const { status, body } = await site.get(path);
    expect(status, `${path} ${JSON.stringify(body)}`).toBeLessThan(500);
    expect(status < 400 || typeof body.message === 'string', `${path} says why`).toBe(true);
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

it.each(['a', ' ', '(', '"', '%CC%81', '%E3%81%82', '-a+', 'OR+'])(
  'takes or refuses a search of many %s',
  async (part) => {
    for (const path of ['/api/comics', '/api/tags']) {
      const { status } = await site.get(`${path}?q=${part.repeat(part.length > 3 ? 150 : 480 / part.length)}`);
      expect([200, 422]).toContain(status);
    }
  },
);

it('survives 5000 parameters and takes a word of 500 letters', async () => {
  expect((await site.get(`/api/comics?${'tags[]=1&'.repeat(5000)}`)).status).toBe(200);
  expect((await site.get(`/api/comics?q=${'w'.repeat(500)}`)).status).toBe(200);
  expect((await site.get(`/api/comics?q=${'w'.repeat(501)}`)).status).toBe(422);
});

it('leaves out the works of a hundred terms, and refuses more', async () => {
  const all = (await site.get('/api/tags?nsfw=true')).body.data as { id: number; comics_count: number }[];
  const [first, ...others] = all.map(({ id }) => id);
  const excluding = (ids: readonly number[]) =>
    site.get(`/api/comics?nsfw=true&${ids.map((id) => `not_tags=${id}`).join('&')}`);
  const strangers = Array.from({ length: 99 }, (_, at) => 1_000_000 + at);
  const without = await excluding([first!]);
  expect(without.body.total).toBeLessThan((await site.get('/api/comics?nsfw=true')).body.total);
  expect((await excluding([first!, ...strangers])).body.total).toBe(without.body.total);
  expect((await excluding([first!, ...others].slice(0, 100))).status).toBe(200);
  const { status, body } = await excluding([first!, ...strangers, 2_000_000]);
  expect([status, Object.keys(body.errors)]).toEqual([422, ['not_tags']]);
});

it.each([
  '1); drop table comics; --',
  "' or '1'='1",
  '1 union select password from users',
  "\\'; select pg_sleep(5); --",
  '$1',
  '{1,2}',
  '%',
  "E'\\\\x00'",
  '1::text',
])('takes SQL as text in every parameter: %s', async (code) => {
  for (const name of NAMES) {
    for (const path of ['/api/comics', '/api/comics/options', '/api/tags', '/api/suggest']) {
      const { status, body } = await site.get(
        `${path}?of=tags&${encodeURIComponent(name)}=${encodeURIComponent(code)}`,
      );
      expect([200, 404, 422], `${path} ${name}`).toContain(status);
      const sentences = status === 422 ? Object.values(body.errors).flat() : [];
      expect(
        sentences.filter((sentence) => typeof sentence !== 'string'),
        `${path} ${name}`,
      ).toEqual([]);
    }
  }
  expect((await site.get('/api/comics?nsfw=true')).body.total).toBeGreaterThan(0);
});

it('answers filters that contradict each other, and ids nobody has, with an empty list', async () => {
  const {
    body: {
      data: [tag],
    },
  } = await site.get('/api/tags');
  for (const query of [
    `tags=${tag.id}&not_tags=${tag.id}`,
    'tags=2147483647',
    'q=tag:nobody-has-this',
    `q=%23${tag.id + 900_000}`,
    'statuses=complete&q=is:ongoing',
  ]) {
    const { status, body } = await site.get(`/api/comics?nsfw=true&${query}`);
    expect([query, status, body.total, body.data, body.last_page]).toEqual([query, 200, 0, [], 1]);
  }
});

it("says which field is wrong, in the caller's language", async () => {
  for (const [query, field] of [
    ['page=-1', 'page'],
    ['page=abc', 'page'],
    ['per_page=100000', 'per_page'],
    [`q=${'x'.repeat(5000)}`, 'q'],
    ['sort=best', 'sort'],
    ['tags=many', 'tags'],
    ['duration=decade', 'duration'],
  ] as const) {
    const { status, body } = await site.get(`/api/comics?${query}&lang=de`);
    expect([query, status, Object.keys(body.errors)]).toEqual([query, 422, [field]]);
  }
});
