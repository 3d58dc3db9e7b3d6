import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIST_PARAMETERS } from '#contract/comics.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantCatalogue, seededRandom } from '#server/testing/catalogue.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
  await plantCatalogue(site.deps.db, site.deps.blobs, { seed: 2, comics: 20, today: '2026-06-01' });
}, 30_000);
afterAll(() => site.close());

const NAMES = [...LIST_PARAMETERS, 'q', 'sort', 'order', 'duration', 'page', 'per_page', 'lang', 'nsfw', 'landing', 'constructor', '__proto__', 'a[__proto__][x]', 'tags[__proto__]'];
const VALUES = [
  '', '0', '1', '-1', '1e9', 'NaN', '2147483647', '2147483648', '9223372036854775808', '1.5', 'null', 'true', '%00', '%ED%A0%80', '%', '%zz', "'", "' or 1=1 --", '";drop', '(', '"a', '-b',
  'a OR', '\\', '%25', '_', '|', '+%7C+', '*', '%F0%9F%98%80', '%E6%98%9F', '%D9%83', 'a'.repeat(400), '%CC%81'.repeat(200), 'popularity', 'relevance', 'random', 'title', 'day', 'asc', 'ar', '1,2,3', '[]', '{}',
];
const PATHS = ['/api/comics', '/api/comics/random', '/api/tags', '/api/artists', '/api/languages', '/api/characters/a', '/api/comics/1', '/api/comics/1/images', '/api/comics/%00/%00/images'];

it('never fails, whatever 600 random queries hold', async () => {
  const random = seededRandom(42);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] as string;
  for (let round = 0; round < 600; round += 1) {
    const query = Array.from({ length: 1 + Math.floor(random() * 4) }, () => `${pick(NAMES)}${pick(['', '', '[]', '[0]', '[-1]', '[x]'])}=${pick(VALUES)}`).join('&');
    const path = `${pick(PATHS)}?${query}`;
    const { status, body } = await site.get(path);
    expect(status, `${path} ${JSON.stringify(body)}`).toBeLessThan(500);
    if (status >= 400) { expect(typeof body.message, path).toBe('string'); }
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

it.each(['a', ' ', '(', '"', '%CC%81', '%E3%81%82', '-a+', 'OR+'])('answers a search of many %s soon', async (part) => {
  for (const path of ['/api/comics', '/api/tags']) {
    const started = performance.now();
    const { status } = await site.get(`${path}?q=${part.repeat(part.length > 3 ? 150 : 480 / part.length)}`);
    expect([200, 422]).toContain(status);
    expect(performance.now() - started).toBeLessThan(1000);
  }
});

it('survives 5000 parameters and takes a word of 500 letters', async () => {
  expect((await site.get(`/api/comics?${'tags[]=1&'.repeat(5000)}`)).status).toBe(200);
  expect((await site.get(`/api/comics?q=${'w'.repeat(500)}`)).status).toBe(200);
  expect((await site.get(`/api/comics?q=${'w'.repeat(501)}`)).status).toBe(422);
});
