import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealSome, verifyAudit } from '#server/features/audit/audit.ts';
import { solved } from '#server/testing/captcha.ts';
import { member } from '#server/testing/member.ts';
import { openSite } from './testing/provider-calls.ts';
import { makeSignInLink } from './sign-in-link.ts';

const [PROXY_ADDRESS, STRANGER] = ['10.1.2.3', '192.0.2.66'];
let opened: Awaited<ReturnType<typeof openSite>>;

beforeAll(async () => {
  opened = await openSite({
    passwords: false,
    proxy: {
      name: 'The office',
      header: 'X-Forwarded-User',
      emailHeader: 'X-Forwarded-Email',
      groupsHeader: 'X-Forwarded-Groups',
      emailTrusted: true,
      roles: { heads: 'admin' },
      logoutUrl: 'https://office.example/logout',
    },
  });
  opened.site.deps.config.trustProxy = ['10.0.0.0/8'];
});
afterAll(() => opened.site.close());
beforeEach(async () => {
  await opened.site.deps.db.deleteFrom('throttles').execute();
});

const office = (user: string, more: Record<string, string> = {}) => ({ 'x-forwarded-user': user, ...more });
const enter = (headers: Record<string, string>, from = PROXY_ADDRESS, body: object = {}, token?: string) =>
  opened.browser().send('POST', 'login/proxy', body, { headers, from, ...(token === undefined ? {} : { token }) });

describe('a trusted proxy', () => {
  it('signs in whom it names, with the role of their groups, and logs them out by its own page', async () => {
    const first = await enter(
      office('mika', { 'x-forwarded-email': 'mika@office.test', 'x-forwarded-groups': 'staff, heads' }),
    );
    expect(first).toMatchObject({
      status: 200,
      body: {
        user: { username: 'mika', email: 'mika@office.test', verified: true, role: 'admin', proven_by: ['-proxy'] },
      },
    });
    const token = first.body.auth.access_token as string;
    const again = await enter(office('mika', { 'x-forwarded-groups': 'staff' }));
    // The only admin stays one, whatever the office says.
    expect(again.body.user).toMatchObject({ id: first.body.user.id, role: 'admin' });
    const proof = (await enter(office('mika'), PROXY_ADDRESS, { purpose: 'prove' }, token)).body.proof as string;
    const renamed = await opened.site.app.inject({
      method: 'PATCH',
      url: '/api/account',
      headers: { host: 'ink.example', authorization: `Bearer ${token}` },
      payload: { username: 'Mika2', password: proof },
    });
    expect(renamed.json()).toMatchObject({ username: 'Mika2' });
    expect((await enter(office('rin'), PROXY_ADDRESS, { purpose: 'prove' }, token)).body.code).toBe('identity-other');
    expect((await opened.browser().send('POST', 'logout', undefined, { token })).body.location).toBe(
      'https://office.example/logout',
    );
  });

  it('is believed of its own address alone: from anybody else its headers are ignored, counted and written down', async () => {
    const before = await forged();
    const answer = await enter(office('mika', { 'x-forwarded-for': PROXY_ADDRESS }), STRANGER);
    expect(answer).toMatchObject({ status: 422, body: { code: 'proxy-silent' } });
    expect(await forged()).toBe(before + 1);
    expect(opened.site.logged().findLast(({ code }) => code === 'proxy-header-forged')).toMatchObject({
      event: 'refused',
      from: '192.0.2.0',
    });
    expect((await enter({})).body.code).toBe('proxy-silent');
    // A number of proxies names nobody.
    opened.site.deps.config.trustProxy = 1;
    expect((await enter(office('mika'))).body.code).toBe('proxy-silent');
    opened.site.deps.config.trustProxy = ['10.0.0.0/8'];
  });
});

describe('a site without passwords', () => {
  it('takes none, at no door', async () => {
    const { browser, site } = opened;
    const captcha = async (purpose: string) => solved((await site.get(`/api/captcha?for=${purpose}`)).body);
    const { headers, token } = await member(site.deps.db);
    const words = { password: 'five green kites', password_confirmation: 'five green kites' };
    const tries = [
      ['POST', 'login', { username: 'mika', password: 'x' }],
      ['POST', 'register', { username: 'nina', email: 'nina@mail.test', ...words, captcha: await captcha('register') }],
      ['POST', 'password/create', { email: 'mika@office.test', captcha: await captcha('reset') }],
      ['POST', 'password/reset', { token: 'x', email: 'mika@office.test', ...words }],
    ] as const;
    for (const [method, path, body] of tries) {
      expect([path, (await browser().send(method, path, body)).body.code]).toEqual([path, 'passwords-off']);
    }
    const change = { current_password: '', ...words };
    expect((await browser().send('PUT', 'account/password', change, { token })).body.code).toBe('passwords-off');
    const basic = `Basic ${Buffer.from('mika:x').toString('base64')}`;
    expect((await site.get('/en/opds', { authorization: basic })).status).toBe(401);
    expect((await site.get('/api/account', headers)).body.has_password).toBe(false);
    const shown = await site.get('/api/config');
    expect(shown.body.signIn).toEqual({
      passwords: false,
      providers: [],
      proxy: { name: 'The office', register: true },
    });
  });

  it('is opened by the operator’s link, once, which is in the audit log', async () => {
    const { browser, site } = opened;
    const { username, id } = await member(site.deps.db, { role: 'moderator' });
    await expect(makeSignInLink(site.deps, 'nobody-here')).rejects.toMatchObject({ code: 'user-not-found' });
    const older = await makeSignInLink(site.deps, username);
    const { url } = await makeSignInLink(site.deps, username.toUpperCase());
    expect(url).toMatch(/^https:\/\/ink\.example\/en\/sign-in\/-link#[\w-]{43}$/);
    const open = (link: string) => browser().send('POST', 'login/link', { token: link.split('#')[1] });
    expect((await open(older.url)).body.code).toBe('sign-in-stale');
    const entered = await open(url);
    expect(entered).toMatchObject({ status: 200, body: { user: { id }, proof: expect.stringMatching(/^kmp_/) } });
    expect((await open(url)).body.code).toBe('sign-in-stale');
    const acts = await site.deps.db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute();
    expect(acts.map(({ action }) => action)).toEqual(['user.sign-in-link', 'user.sign-in-link']);
    // The proof that came with it lets them join who they are elsewhere.
    const joined = await enter(
      office('moderator-9'),
      PROXY_ADDRESS,
      { purpose: 'join', password: entered.body.proof },
      entered.body.auth.access_token,
    );
    expect(joined.body).toEqual({ joined: { provider: 'The office' }, next: null });
    while ((await sealSome(site.deps.db)) > 0);
    expect((await verifyAudit(site.deps.db)).broken).toBeNull();
  });
});

async function forged(): Promise<number> {
  const { body } = await opened.site.get('/metrics');
  return Number(/^komawari_forged_proxy_headers_total (\d+)$/m.exec(String(body))?.[1]);
}
