import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { plantKey } from '#server/testing/api-key.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

const APP = 'https://app.example';
let site: TestApp;
let reader: Member;
let key: string;
let slug: string;

beforeAll(async () => {
  site = await testApp(
    { url: 'https://comics.test', cors: { origins: [`${APP}/`, 'http://LOCALHOST:5173'], maxAge: 600 } },
    () => new Date(),
    undefined,
    [
      { id: 'open', hosts: ['open.test'], url: 'https://open.test', cors: { origins: ['*'] } },
      { id: 'closed', hosts: ['closed.test'], url: 'https://closed.test' },
    ],
  );
  const { db, blobs } = site.deps;
  reader = await member(db);
  key = await plantKey(db, reader.id, ['read', 'library']);
  const image = await plantPicture(db, blobs);
  ({ slug } = await withTransaction(db, (tx) => plantComic(tx, { title: 'Harbour' }, image)));
});
afterAll(() => site.close());

const call = async (
  path: string,
  { method = 'GET', host = 'comics.test', ...headers }: Record<string, string> & { method?: string; host?: string },
) => {
  const {
    statusCode: status,
    headers: answered,
    body,
  } = await site.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: { host, ...headers },
    ...(method === 'POST' || method === 'PUT' ? { payload: {} } : {}),
  });
  return { status, headers: answered, body };
};
const preflight = (path: string, headers: Record<string, string>) =>
  call(path, {
    method: 'OPTIONS',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
    ...headers,
  });

it('a page of an origin that is named reads the API, why it failed among it, and keeps no answer meant for another origin', async () => {
  const { status, headers } = await call('/comics', { origin: APP });
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'access-control-allow-origin': APP, vary: expect.stringMatching(/(^|, )Origin$/) });
  expect(headers['access-control-expose-headers']).toContain('Retry-After');
  expect((await call('/comics', { origin: 'http://localhost:5173' })).headers['access-control-allow-origin']).toBe(
    'http://localhost:5173',
  );
  const failed = await call('/nothing', { origin: APP });
  expect([failed.status, failed.headers['access-control-allow-origin']]).toEqual([404, APP]);
  const unknownKey = await call('/me', { origin: APP, authorization: `Bearer kmw_${'x'.repeat(43)}` });
  expect([unknownKey.status, unknownKey.headers['access-control-allow-origin']]).toEqual([401, APP]);
  // Who asks without an origin gets what says that it depends on one.
  expect((await call('/comics', {})).headers).toMatchObject({ vary: expect.stringMatching(/(^|, )Origin$/) });
  expect((await call('/comics', {})).headers['access-control-allow-origin']).toBeUndefined();
});

it('a browser that asks first is told the methods and headers, for as long as the site says, and nothing is counted or done', async () => {
  const { status, headers, body } = await preflight(`/comics/${slug}/favorite`, { origin: APP });
  expect([status, body]).toEqual([204, '']);
  expect(headers).toMatchObject({
    'access-control-allow-origin': APP,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': '600',
  });
  expect(headers['access-control-allow-headers']).toContain('Authorization');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
});

it('an origin that is not named, and every one on a site that names none, gets no leave', async () => {
  for (const origin of [
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
    'null',
    'https://app.example:8443',
  ]) {
    for (const answer of [await call('/comics', { origin }), await preflight('/comics', { origin })]) {
      expect(answer.headers['access-control-allow-origin'], origin).toBeUndefined();
    }
  }
  for (const answer of [
    await call('/comics', { host: 'closed.test', origin: APP }),
    await preflight('/comics', { host: 'closed.test', origin: APP }),
  ]) {
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers.vary ?? '').not.toContain('Origin');
  }
});

it('a site open to any origin says so, and its answers are the same for all', async () => {
  const { headers } = await call('/comics', { host: 'open.test', origin: 'https://anyone.example' });
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers.vary ?? '').not.toContain('Origin');
});

it('what changes something needs an API key: neither cookies nor the token of a login are enough from another site', async () => {
  const change = (headers: Record<string, string>) =>
    call(`/comics/${slug}/favorite`, { method: 'POST', origin: APP, 'sec-fetch-site': 'cross-site', ...headers });
  expect((await change({ authorization: `Bearer ${key}` })).status).toBeLessThan(300);
  const token = await change(reader.headers);
  expect([token.status, token.headers['access-control-allow-origin']]).toEqual([403, APP]);
  expect((await change({ cookie: 'refresh=x' })).status).toBe(403);
  expect((await change({ authorization: `Bearer ${key}`, origin: 'https://evil.example' })).status).toBe(403);
});

it('cookies of a visitor do not show in what another site reads', async () => {
  const tags = await site.deps.db
    .insertInto('terms')
    .values({ kind: 'tag', slug: 'sea', name: 'Sea' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.deps.db
    .updateTable('comics')
    .set({ terms: [tags.id] } as never)
    .execute();
  const cookie = `hidden=${tags.id}`;
  const total = async (headers: Record<string, string>) =>
    (JSON.parse((await call('/comics', headers)).body) as { total: number }).total;
  expect(await total({ cookie })).toBe(0);
  expect(await total({ cookie, origin: APP })).toBe(1);
});
