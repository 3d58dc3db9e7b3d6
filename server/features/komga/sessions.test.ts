import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { statementsDuring } from '#server/testing/counting/counted-statements.ts';
import { member, type Member } from '#server/testing/member.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PASSWORD = 'a good: long pässword';
let site: TestApp;
let reader: Member;
let book: number;

beforeAll(async () => {
  site = await testApp({
    url: 'https://comics.example',
    features: ['komga'],
    limits: { readsPerMinute: 0, loginsPerMinute: 0 },
  });
  const { db, blobs } = site.deps;
  reader = await member(db);
  await db
    .updateTable('users')
    .set({ password: await hashPassword(PASSWORD) })
    .execute();
  const picture = await plantPicture(db, blobs);
  const { id } = await withTransaction(db, (tx) => plantComic(tx, { title: 'Lighthouse', rating: 'safe' }, picture));
  const { rows } = await sql<{ id: number }>`select id from chapters where comic_id = ${id}`.execute(db);
  book = rows[0]!.id;
});
afterAll(() => site.close());

function ask(path: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' | 'PATCH' = 'GET', body = {}) {
  return site.app.inject({
    method,
    url: `/komga${path}`,
    headers: { host: 'comics.example', 'x-forwarded-proto': 'https', 'user-agent': 'Komelia/0.17', ...headers },
    ...(method === 'PATCH' ? { payload: body } : {}),
  });
}
const login = (query = '?remember-me=true', headers: Record<string, string> = {}) =>
  ask(`/api/v2/users/me${query}`, {
    authorization: `Basic ${Buffer.from(`${reader.username}:${PASSWORD}`).toString('base64')}`,
    ...headers,
  });
const jar = (answer: { cookies: { name: string; value: string }[] }) => ({
  cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
});
const sessions = async () => (await site.get('/api/account/sessions', reader.headers)).body as { id: number }[];

it('opens a session of the account by a password, which cookies alone then go by', async () => {
  const before = (await sessions()).length;
  const entered = await login();
  expect(entered.statusCode).toBe(200);
  const [session, remembered] = entered.cookies;
  expect(session).toMatchObject({ name: 'KOMGA-SESSION', path: '/komga', httpOnly: true, sameSite: 'Strict' });
  expect(remembered).toMatchObject({ name: 'komga-remember-me', path: '/komga', httpOnly: true, sameSite: 'Strict' });
  expect([session!.maxAge, remembered!.maxAge]).toEqual([undefined, 90 * 86_400]);
  expect(await sessions()).toHaveLength(before + 1);
  // The client asks again with cookies only, later with the remembered one alone; no further session comes of it.
  for (const cookie of [jar(entered).cookie, `komga-remember-me=${remembered!.value}`]) {
    const again = await ask('/api/v2/users/me?remember-me=true', { cookie });
    expect([again.statusCode, again.json().id, again.cookies]).toEqual([200, String(reader.id), []]);
  }
  expect((await ask(`/api/v1/books/${book}/read-progress`, jar(entered), 'PATCH', { page: 1 })).statusCode).toBe(204);
  expect(await sessions()).toHaveLength(before + 1);
  const short = await login('?remember-me=false');
  expect(short.cookies.map(({ name }) => name)).toEqual(['KOMGA-SESSION']);
  // Who only says who they are, with every call, opens none.
  expect((await login('')).cookies).toEqual([]);
  expect(await sessions()).toHaveLength(before + 2);
});

it('gives the session as a header to who asks by it, and as cookies to who has it so', async () => {
  const entered = await login('?remember-me=true', { 'x-auth-token': '' });
  const token = entered.headers['x-auth-token'] as string;
  expect([token.length, entered.cookies]).toEqual([43, []]);
  expect((await ask('/api/v1/series', { 'x-auth-token': token })).statusCode).toBe(200);
  expect((await ask('/api/v1/series', { 'x-auth-token': 'no' })).statusCode).toBe(401);
  const set = await ask('/api/v1/login/set-cookie', { 'x-auth-token': token });
  expect([set.statusCode, set.cookies[0]]).toMatchObject([204, { name: 'KOMGA-SESSION', value: token }]);
});

it('goes by an API key that came as the password, as far as the key reaches and as long as it is there', async () => {
  const account = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
    site.app.inject({
      method,
      url: `/api/account/api-keys${path}`,
      headers: { ...reader.headers, host: 'comics.example' },
      ...(payload === undefined ? {} : { payload }),
    });
  const made = (await account('POST', '', { name: 'Komelia', scopes: ['read'], password: PASSWORD })).json();
  const before = (await sessions()).length;
  const entered = await ask('/api/v2/users/me?remember-me=true', {
    authorization: `Basic ${Buffer.from(`anyone:${made.key}`).toString('base64')}`,
  });
  expect(await sessions()).toHaveLength(before);
  expect((await ask('/api/v1/series', jar(entered))).statusCode).toBe(200);
  expect((await ask(`/api/v1/books/${book}/read-progress`, jar(entered), 'PATCH', { page: 1 })).statusCode).toBe(403);
  expect((await account('DELETE', `/${made.id}`)).statusCode).toBeLessThan(300);
  expect((await ask('/api/v1/series', jar(entered))).statusCode).toBe(401);
});

it('ends it where the client, the member or staff ends it', async () => {
  const entered = await login();
  const out = await ask('/api/logout', jar(entered), 'POST');
  expect([out.statusCode, out.cookies.map(({ name, value }) => [name, value])]).toEqual([
    204,
    [
      ['KOMGA-SESSION', ''],
      ['komga-remember-me', ''],
    ],
  ]);
  expect((await ask('/api/v1/series', jar(entered))).statusCode).toBe(401);
  // A cookie that is over keeps nobody from signing in anew.
  expect((await login('?remember-me=true', jar(entered))).statusCode).toBe(200);
  expect((await ask('/api/v1/claim', jar(entered))).statusCode).toBe(200);
  const seen = await login();
  const [latest] = await sessions();
  const ended = await site.app.inject({
    method: 'DELETE',
    url: `/api/account/sessions/${latest!.id}`,
    headers: { ...reader.headers, host: 'comics.example' },
  });
  expect(ended.statusCode).toBeLessThan(300);
  expect((await ask('/api/v1/series', jar(seen))).statusCode).toBe(401);
  const banned = await login();
  await sql`update users set banned_at = now() where id = ${reader.id}`.execute(site.deps.db);
  expect((await ask('/api/v1/series', jar(banned))).statusCode).toBe(401);
  await sql`update users set banned_at = null where id = ${reader.id}`.execute(site.deps.db);
});

it('lets no other site use a cookie, whatever the browser is made to send', async () => {
  const cookie = jar(await login());
  const progress = (headers: Record<string, string>) =>
    ask(`/api/v1/books/${book}/read-progress`, { ...cookie, ...headers }, 'PATCH', { page: 1 });
  expect((await progress({ origin: 'https://comics.example', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(204);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.comics.example' },
  ]) {
    expect([headers, (await progress(headers)).statusCode]).toEqual([headers, 403]);
    expect([headers, (await ask('/api/logout', { ...cookie, ...headers }, 'POST')).statusCode]).toEqual([headers, 403]);
  }
  expect((await ask('/api/v1/series', cookie)).statusCode).toBe(200);
});

it('looks up who asks for pictures of pages once a second, and gives none soon after they were signed out', async () => {
  const entered = await login('?remember-me=true', { 'x-auth-token': '' });
  const token = { 'x-auth-token': entered.headers['x-auth-token'] as string };
  const page = async () => (await ask(`/api/v1/books/${book}/pages/1`, token)).statusCode;
  const lookups = async (asked: () => Promise<unknown>) =>
    (await statementsDuring(asked)).filter((text) => text.includes('from tokens')).length;
  expect(await page()).toBe(200);
  await expect.poll(() => lookups(page)).toBe(0);
  // All else that they ask for is theirs as of now.
  expect(await lookups(() => ask('/api/v1/series', token))).toBe(1);
  await sql`delete from tokens where user_id = ${reader.id}`.execute(site.deps.db);
  expect((await ask('/api/v1/series', token)).statusCode).toBe(401);
  await expect.poll(page).toBe(401);
  expect((await ask(`/api/v1/books/${book}/pages/1`, { 'x-auth-token': 'another' })).statusCode).toBe(401);
});
