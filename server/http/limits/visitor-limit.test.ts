import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteSource } from '#server/http/pages/site-source.ts';
import { serveSite } from '#server/http/pages/site.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { limitOfPage } from './page-costs.ts';

/** A clock that stands still but where a test moves it: what is counted does not depend on how fast the machine is. */
let now = new Date('2026-05-01T12:00:00Z');
let site: TestApp;
/** Pages with nothing on them: what they cost does not depend on what they say. */
const plainPages: SiteSource = {
  built: true,
  asset: () => undefined,
  current: async () => ({
    code: { render: async () => ({ head: '', body: ['<p>page'], status: 200 }) },
    template: '',
    manifest: {},
  }),
};
let visitor = 0;

beforeAll(async () => {
  site = await testApp(
    { limits: { readsPerMinute: 12, loginsPerMinute: 4 } },
    () => now,
    (app, deps) => serveSite(app, deps, plainPages),
  );
});
afterAll(() => site.close());

/** Someone who has not asked for anything yet. */
function newVisitor() {
  const remoteAddress = `192.0.2.${(visitor += 1)}`;
  return async (
    url: string,
    {
      method = 'GET' as 'GET' | 'POST',
      payload = undefined as object | undefined,
      headers = {} as Record<string, string>,
    } = {},
  ) => {
    const answer = await site.app.inject({
      method,
      url,
      remoteAddress,
      headers: { host: 'comics.test', ...headers },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
}

async function statuses(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const all = [];
  for (let each = 0; each < count; each += 1) {
    all.push((await ask()).status);
  }
  return all;
}

it('counts the API, feeds, catalogues and pages of a visitor together', async () => {
  const ask = newVisitor();
  expect((await ask('/api/config')).status).toBe(200);
  expect((await ask('/en/latest/feed.atom')).status).toBe(200);
  expect((await ask('/en/opds')).status).toBe(200);
  expect((await ask('/sitemap.xml')).status).toBe(200);
  // 7 of 12 are gone: a page that has to be made fits once.
  expect((await ask('/en/together')).status).toBe(200);
  expect((await ask('/api/config')).status).toBe(429);
  expect((await ask('/en/opds')).status).toBe(429);
  expect((await ask('/en/latest/feed.atom')).status).toBe(429);
  expect((await ask('/en/another')).status).toBe(429);
  expect((await newVisitor()('/api/config')).status).toBe(200);
});

it('takes as many calls of the API as the limit says, and none of pictures', async () => {
  const ask = newVisitor();
  expect(await statuses(13, () => ask('/api/config'))).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
  const picture = `/images/${'0'.repeat(64)}/page.webp`;
  expect(await statuses(20, () => ask(picture))).not.toContain(429);
});

it('lets a visitor go on as time passes', async () => {
  const ask = newVisitor();
  await statuses(12, () => ask('/api/config'));
  const refused = await ask('/api/config');
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
  now = new Date(now.getTime() + 5000);
  expect(await statuses(2, () => ask('/api/config'))).toEqual([200, 429]);
});

it('a page that is kept costs a fifth of one that is made, a search twice as much', async () => {
  const ask = newVisitor();
  expect(await statuses(8, () => ask('/en/kept'))).toEqual([200, 200, 200, 200, 200, 200, 200, 200]);
  expect(await statuses(1, () => ask('/en/kept'))).toEqual([429]);
  const other = newVisitor();
  expect(await statuses(2, () => other('/en/latest?q=ink'))).toEqual([200, 200]);
  const search = newVisitor();
  expect((await search('/en/latest?q=other')).status).toBe(200);
  expect((await search('/en/latest?q=third')).status).toBe(429);
  expect(limitOfPage('/en/latest?sort=title&q=a')).toEqual({ kind: 'reads', cost: 10 });
  expect(limitOfPage('/en/latest?q=&faq=a')).toEqual({ kind: 'reads', cost: 5 });
});

it('a visitor who has their own hidden terms is made every page, and pays for each', async () => {
  const ask = newVisitor();
  expect(await statuses(3, () => ask('/en/own', { headers: { cookie: 'hidden=5' } }))).toEqual([200, 200, 429]);
});

it.each([
  ['/ar/comic/x', {}, 'rtl', 'طلبت صفحات كثيرة'],
  ['/x', { 'accept-language': 'de' }, 'ltr', 'Das war viel'],
  ['/x', { cookie: 'lang=ru', 'accept-language': 'de' }, 'ltr', 'Слишком много страниц'],
])('a page that is too much says so in the visitor’s language: %s %o', async (url, headers, direction, words) => {
  const ask = newVisitor();
  await statuses(12, () => ask('/api/config'));
  const refused = await ask(url, { headers });
  expect(refused.status).toBe(429);
  expect(refused.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toContain(`dir="${direction}"`);
  expect(refused.body).toContain(words);
});

it('whoever has read too much can log in all the same, and the other way round', async () => {
  const ask = newVisitor();
  await statuses(12, () => ask('/api/config'));
  expect((await ask('/api/config')).status).toBe(429);
  const logIn = () => ask('/api/login', { method: 'POST', payload: { username: 'nobody', password: 'not this one' } });
  expect((await ask('/en/login')).status).toBe(200);
  expect((await logIn()).status).toBe(401);
  expect((await ask('/api/captcha?for=login')).status).toBe(200);
  expect((await logIn()).status).toBe(401);
  expect((await logIn()).status).toBe(429);
  expect((await ask('/en/login')).status).toBe(429);
  const reader = newVisitor();
  await statuses(5, () => reader('/api/captcha?for=login'));
  expect((await reader('/api/config')).status).toBe(200);
});
