import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIAR_CLIENT, startLiar, type LyingProvider } from './testing/lying-provider.ts';
import { openSite, SITE } from './testing/provider-calls.ts';
import { Visit } from './testing/provider-visit.ts';
import { startProvider, type RealProvider } from './testing/real-provider.ts';

let opened: Awaited<ReturnType<typeof openSite>>;
let provider: RealProvider;
let liar: LyingProvider;

beforeAll(async () => {
  [provider, liar] = [await startProvider(), await startLiar()];
  const { issuer, clientId, clientSecret } = provider;
  opened = await openSite({
    providers: [
      { id: 'corp', name: 'Corp', issuer, clientId, clientSecret },
      { id: 'liar', name: 'Liar', issuer: liar.issuer, clientId: LIAR_CLIENT, logout: false },
    ],
  });
  provider.register([`${SITE}/sign-in/corp`], [`${SITE}/`], {
    url: `${SITE}/api/login/providers/corp/logout`,
    take: async (url, { body } = {}) => {
      const { status } = await tell(
        new URL(url instanceof Request ? url.url : url).pathname,
        String(body as URLSearchParams),
      );
      return new Response(null, { status });
    },
  });
});
afterAll(async () => {
  await opened.site.close();
  await provider.close();
  await liar.close();
});
beforeEach(async () => {
  await opened.site.deps.db.deleteFrom('throttles').execute();
});

async function tell(path: string, payload: string) {
  const answer = await opened.site.app.inject({
    method: 'POST',
    url: path,
    headers: { host: 'ink.example', 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() as any, headers: answer.headers };
}
const told = (token: string, id = 'liar') =>
  tell(`/api/login/providers/${id}/logout`, String(new URLSearchParams({ logout_token: token })));
/** Whether a session is still one. */
const isIn = async (token: string) =>
  (await opened.site.get('/api/account', { authorization: `Bearer ${token}` })).status === 200;

describe('the real provider', () => {
  it('ends the sessions that one visit to it began, when that ends, and no other', async () => {
    provider.people.set('p1', { sub: 'p1', preferred_username: 'Rosa', email: 'rosa@corp.test' });
    const signIn = async (visit: Visit) => {
      const browser = opened.browser();
      const query = await visit.signIn(await browser.begin('corp'), 'p1');
      return { browser, token: (await browser.finish('corp', query)).body.auth.access_token as string };
    };
    const [here, elsewhere] = [new Visit(), new Visit()];
    const [first, second, third] = [await signIn(here), await signIn(here), await signIn(elsewhere)];
    const out = await first.browser.send('POST', 'logout', undefined, { token: first.token });
    expect(await isIn(second.token)).toBe(true);
    expect((await here.follow(out.body.location as string)).href).toBe(`${SITE}/`);
    expect([await isIn(first.token), await isIn(second.token), await isIn(third.token)]).toEqual([false, false, true]);
    expect(opened.site.logged().findLast(({ event }) => event === 'provider-logout')).toMatchObject({
      provider: 'corp',
      sessions: 1,
    });
  });
});

describe('a logout token', () => {
  const signIn = async (claims: Record<string, unknown> = {}) => {
    liar.claims = { email: 'mika@mail.test', ...claims };
    const browser = opened.browser();
    const location = new URL(await browser.begin('liar'));
    const query = `code=${location.searchParams.get('nonce')}&state=${location.searchParams.get('state')}`;
    const { body } = await browser.finish('liar', query);
    return body.auth.access_token as string;
  };

  it('ends a session by its name there, or all of a person, once', async () => {
    const [one, other] = [await signIn({ sid: 'one' }), await signIn({ sid: 'other' })];
    const token = liar.logoutToken({ sid: 'one', sub: undefined });
    const answer = await told(token);
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect([await isIn(one), await isIn(other)]).toEqual([false, true]);
    const again = await signIn({ sid: 'one' });
    expect(await told(token)).toMatchObject({ status: 400, body: { code: 'logout-token-refused' } });
    // Of somebody else there is no such session.
    expect((await told(liar.logoutToken({ sid: 'other', sub: 'somebody-else' }))).status).toBe(200);
    expect([await isIn(again), await isIn(other)]).toEqual([true, true]);
    expect((await told(liar.logoutToken({ aud: ['another', LIAR_CLIENT] }))).status).toBe(200);
    expect([await isIn(again), await isIn(other)]).toEqual([false, false]);
  });

  it('ends what waits to become a session', async () => {
    await signIn();
    liar.claims = { sub: 'new-1', preferred_username: 'new', sid: 'waiting' };
    const browser = opened.browser();
    const location = new URL(await browser.begin('liar'));
    const query = `code=${location.searchParams.get('nonce')}&state=${location.searchParams.get('state')}`;
    const { newcomer } = (await browser.finish('liar', query)).body;
    expect((await told(liar.logoutToken({ sub: 'new-1', sid: 'waiting' }))).status).toBe(200);
    const draft = { token: newcomer.token, username: 'new', email: 'new@mail.test' };
    expect((await browser.send('POST', 'login/newcomers', draft)).body.code).toBe('sign-in-stale');
  });

  it('is refused that is not to be believed, whatever is wrong with it', async () => {
    const session = await signIn({ sid: 'kept' });
    const now = Math.floor(Date.now() / 1000);
    const event = 'http://schemas.openid.net/event/backchannel-logout';
    const refused: [reason: string, token: string][] = [
      ['nonce', liar.logoutToken({ nonce: 'n' })],
      ['aud', liar.logoutToken({ aud: 'another' })],
      ['iss', liar.logoutToken({ iss: provider.issuer })],
      ['exp', liar.logoutToken({ iat: now - 200, exp: now - 100 })],
      ['iat', liar.logoutToken({ iat: now - 3600, exp: now + 3600 })],
      ['iat', liar.logoutToken({ iat: now + 3600, exp: now + 7200 })],
      ['iat', liar.logoutToken({ iat: undefined })],
      ['jti', liar.logoutToken({ jti: undefined })],
      ['events', liar.logoutToken({ events: undefined })],
      ['events', liar.logoutToken({ events: { [event]: 'yes' } })],
      ['events', liar.logoutToken({ events: { 'http://schemas.openid.net/event/other': {} } })],
      ['sub', liar.logoutToken({ sub: undefined })],
      ['typ', liar.logoutToken({}, { typ: 'at+jwt' })],
      ['alg', withoutSignature(liar.logoutToken({}, { alg: 'none' }))],
      ['alg', signedWith(LIAR_CLIENT, liar.logoutToken({}, { alg: 'HS256' }))],
      ['kid', liar.logoutToken({}, { kid: 'unknown' })],
      ['signature', `${liar.logoutToken().slice(0, -20)}${'A'.repeat(20)}`],
      ['form', 'a.b.c'],
      ['form', 'nothing'],
    ];
    for (const [reason, token] of refused) {
      const { status, body } = await told(token);
      expect([reason, status, body.code, body.message]).toEqual([
        reason,
        400,
        'logout-token-refused',
        `This logout can’t be accepted: ${reason}.`,
      ]);
    }
    // By the other provider’s word nobody is logged out here, nor at an address that is none’s.
    expect((await told(liar.logoutToken(), 'corp')).body.code).toBe('logout-token-refused');
    expect((await told(liar.logoutToken(), 'nobody')).body.code).toBe('provider-not-found');
    expect(await isIn(session)).toBe(true);
  });

  it('is refused without a look where too many were wrong; good ones do not count', async () => {
    const { db } = opened.site.deps;
    const counted = async () =>
      (await db.selectFrom('throttles').select('count').execute()).reduce((sum, { count }) => sum + count, 0);
    await told(liar.logoutToken());
    expect(await counted()).toBe(0);
    await told('nothing');
    expect(await counted()).toBe(1);
    await db.updateTable('throttles').set({ count: 300 }).execute();
    expect((await told(liar.logoutToken())).body.code).toBe('too-many-requests');
  });
});

function withoutSignature(token: string): string {
  return `${token.split('.').slice(0, 2).join('.')}.`;
}

function signedWith(secret: string, token: string): string {
  const signed = token.split('.').slice(0, 2).join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
