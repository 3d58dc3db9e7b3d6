import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';

const PASSWORD = 'five green kites';
let site: TestApp;
let rosa: Member;

beforeAll(async () => {
  site = await testApp();
  rosa = await member(site.deps.db);
  await site.deps.db
    .updateTable('users')
    .set({ password: await hashPassword(PASSWORD) })
    .execute();
});
afterAll(() => site.close());

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, headers: Record<string, string> = {}, payload?: object) =>
  site.app.inject({
    method,
    url,
    remoteAddress: '203.0.113.77',
    headers: { host: 'comics.test', ...headers },
    ...(payload ? { payload } : {}),
  });
/** The lines that were logged of an event while something was done, without the time. */
async function loggedBy(event: string, doing: () => Promise<unknown>): Promise<object[]> {
  const before = site.logged().length;
  await doing();
  return site
    .logged()
    .slice(before)
    .filter((line) => line.event === event)
    .map(({ time: _time, level: _level, reqId: _request, msg: _msg, ...line }) => line);
}

it('a login is in the log, failed or not: whose it was, from where without the end of the address, and nothing that was typed', async () => {
  const login = (username: string, password: string) => call('POST', '/api/login', {}, { username, password });
  const from = '203.0.113.0';
  expect(await loggedBy('login', () => login(rosa.username, PASSWORD))).toEqual([
    { event: 'login', outcome: 'in', by: 'password', user: rosa.id, from },
  ]);
  expect(await loggedBy('login', () => login(rosa.username, 'my other password'))).toEqual([
    { event: 'login', outcome: 'wrong', by: 'password', user: rosa.id, from },
  ]);
  expect(await loggedBy('login', () => login('typed my password', 'x'))).toEqual([
    { event: 'login', outcome: 'wrong', by: 'password', user: null, from },
  ]);
  const basic = (word: string) =>
    call('GET', '/en/opds', { authorization: `Basic ${Buffer.from(`${rosa.username}:${word}`).toString('base64')}` });
  expect(await loggedBy('login', () => basic('not it'))).toEqual([
    { event: 'login', outcome: 'wrong', by: 'basic', user: rosa.id, from },
  ]);
  // Once, though a program sends it with every page.
  expect(
    await loggedBy('login', async () => {
      await basic(PASSWORD);
      await basic(PASSWORD);
    }),
  ).toEqual([{ event: 'login', outcome: 'in', by: 'basic', user: rosa.id, from }]);
  await site.deps.db
    .updateTable('users')
    .set({ totp_secret: 'JBSWY3DPEHPK3PXP', totp_confirmed_at: new Date() })
    .where('id', '=', rosa.id)
    .execute();
  expect(
    await loggedBy('login', async () => {
      const {
        two_factor: { token },
      } = (await login(rosa.username, PASSWORD)).json();
      await call('POST', '/api/login/second-step', {}, { token, code: '000000' });
    }),
  ).toEqual([
    { event: 'login', outcome: 'second-step', by: 'password', user: rosa.id, from },
    { event: 'login', outcome: 'wrong', by: 'totp', user: rosa.id, from },
  ]);
  await site.deps.db
    .updateTable('users')
    .set({ banned_at: new Date(), totp_secret: null, totp_confirmed_at: null })
    .where('id', '=', rosa.id)
    .execute();
  expect(await loggedBy('login', () => login(rosa.username, PASSWORD))).toEqual([
    { event: 'login', outcome: 'banned', by: 'password', user: rosa.id, from },
  ]);
  await site.deps.db.updateTable('users').set({ banned_at: null }).where('id', '=', rosa.id).execute();
  expect(JSON.stringify(site.logged())).not.toMatch(
    /my other password|typed my password|five green kites|not it|203\.0\.113\.77|@/,
  );
});

it('what a guard refuses is in the log with why, which route, and who; tokens and addresses are not', async () => {
  const line = { event: 'refused', user: null, key: false, from: '203.0.113.0', site: 'komawari' };
  const token = 'x'.repeat(43);
  expect(await loggedBy('refused', () => call('GET', '/api/admin/users'))).toEqual([
    { ...line, code: 'sign-in-required', method: 'GET', route: '/api/admin/users' },
  ]);
  expect(await loggedBy('refused', () => call('GET', '/api/admin/users', rosa.headers))).toEqual([
    { ...line, code: 'not-allowed', method: 'GET', route: '/api/admin/users', user: rosa.id },
  ]);
  expect(await loggedBy('refused', () => call('GET', '/api/account', { authorization: `Bearer ${token}` }))).toEqual([
    { ...line, code: 'token-invalid', method: 'GET', route: '/api/account' },
  ]);
  expect(
    await loggedBy('refused', () =>
      call('POST', '/api/logout', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }),
    ),
  ).toMatchObject([{ code: 'xsrf-refused', method: 'POST', route: '/api/logout' }]);
  expect(await loggedBy('refused', () => call('POST', `/api/email/verify/${token}`))).toEqual([
    { ...line, code: 'verify-link-invalid', method: 'POST', route: '/api/email/verify/:hash' },
  ]);
  expect(
    await loggedBy('refused', () =>
      call('PATCH', '/api/account', rosa.headers, { username: 'Rosalind', password: 'wrong' }),
    ),
  ).toMatchObject([{ code: 'password-wrong', user: rosa.id }]);
  expect(await loggedBy('refused', () => call('GET', '/en/following/feed.atom'))).toMatchObject([
    { code: 'sign-in-required', route: '/:lang/following/feed.atom' },
  ]);
  expect(await loggedBy('refused', () => call('GET', '/api/nothing'))).toEqual([]);
  expect(JSON.stringify(site.logged())).not.toContain(token);
});

it('limits are in the log once a minute for an address, however often they refuse', async () => {
  const tries = Array.from({ length: 12 }, () =>
    call('POST', '/api/login', {}, { username: 'nobody.known', password: 'x' }),
  );
  const lines = await loggedBy('refused', () => Promise.all(tries));
  expect(lines).toMatchObject([{ code: 'too-many-logins', route: '/api/login', user: null }]);
});

it('a field may have any name and is refused like others', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
    expect((await call('PATCH', '/api/account/settings', rosa.headers, { [name]: 1 })).statusCode, name).toBe(422);
  }
});
