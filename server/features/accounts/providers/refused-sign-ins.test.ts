import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIAR_CLIENT, startLiar, type LyingProvider } from './testing/lying-provider.ts';
import { openSite, SITE } from './testing/provider-calls.ts';

let liar: LyingProvider;
let opened: Awaited<ReturnType<typeof openSite>>;

beforeAll(async () => {
  liar = await startLiar();
  const usual = { name: 'Liar', issuer: liar.issuer, clientId: LIAR_CLIENT, scopes: ['openid'], seconds: 1 };
  opened = await openSite({
    providers: [
      { ...usual, id: 'liar' },
      { ...usual, id: 'closed', register: false, icon: 'public/images/icon-512.png' },
      { ...usual, id: 'guarded', rolesClaim: 'realm.roles', allowed: ['staff'], emailTrusted: true },
      { ...usual, id: 'elsewhere', issuer: `${liar.issuer}/other` },
    ],
  });
});
afterAll(async () => {
  await opened.site.close();
  await liar.close();
});
beforeEach(async () => {
  liar.claims = {};
  liar.instead = {};
  await opened.site.deps.db.deleteFrom('throttles').execute();
});

/** Begins a sign-in and comes back with the liar’s word; `change` is done to the query on the way. */
async function signIn(id = 'liar', change: (query: URLSearchParams) => void = () => {}) {
  const browser = opened.browser();
  const location = new URL(await browser.begin(id));
  const query = new URLSearchParams({
    code: location.searchParams.get('nonce')!,
    state: location.searchParams.get('state')!,
  });
  change(query);
  const { status, body } = await browser.finish(id, query.toString());
  return { status, code: body.code as string | undefined, message: String(body.message), body, location };
}

const now = () => Math.floor(Date.now() / 1000);
const later = (seconds: number) => now() + seconds;

describe('a sign-in elsewhere', () => {
  it('goes out with PKCE, state and nonce, to an address that is one for each provider', async () => {
    const { location, status } = await signIn();
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: LIAR_CLIENT,
      redirect_uri: `${SITE}/sign-in/liar`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'openid',
    });
    // Without an address it asks for one.
    expect(status).toBe(200);
  });

  it.each<[string, () => Record<string, unknown>]>([
    ['a wrong nonce', () => ({ nonce: 'of another sign-in' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['another audience', () => ({ aud: 'another site' })],
    ['another issuer', () => ({ iss: 'https://accounts.example' })],
    ['a token that has run out', () => ({ exp: later(-120) })],
    ['a token of the future', () => ({ nbf: later(600) })],
    ['no subject', () => ({ sub: undefined })],
    ['a subject that is too long', () => ({ sub: 's'.repeat(256) })],
  ])('is refused for %s', async (_of, claims) => {
    liar.claims = claims();
    const { status, code, message } = await signIn();
    expect([status, code]).toEqual([502, 'provider-odd']);
    expect(message).toContain('Liar sent an answer that can’t be trusted');
  });

  it('is refused for a signature by other keys than the provider shows; keys that it changed a moment ago are known', async () => {
    liar.rotate();
    expect((await signIn()).status).toBe(200);
    liar.rotate({ told: false });
    expect((await signIn()).code).toBe('provider-odd');
    liar.rotate();
    expect((await signIn()).status).toBe(200);
  });

  it('is refused for a state of nobody, and for one of another provider', async () => {
    expect((await signIn('liar', (query) => query.set('state', 'made-up'))).code).toBe('sign-in-stale');
    expect((await signIn('liar', (query) => query.delete('state'))).code).toBe('sign-in-stale');
    const browser = opened.browser();
    const { searchParams } = new URL(await browser.begin('liar'));
    const query = `code=${searchParams.get('nonce')}&state=${searchParams.get('state')}`;
    expect((await browser.finish('closed', query)).body.code).toBe('sign-in-stale');
    expect((await browser.finish('liar', query)).body.code).toBe('sign-in-stale');
  });

  it('is refused when it has taken too long', async () => {
    const browser = opened.browser();
    const { searchParams } = new URL(await browser.begin('liar'));
    await opened.site.deps.db
      .updateTable('tokens')
      .set({ expires_at: new Date(0) })
      .where('purpose', '=', 'sign-in')
      .execute();
    const query = `code=${searchParams.get('nonce')}&state=${searchParams.get('state')}`;
    expect((await browser.finish('liar', query)).body.code).toBe('sign-in-stale');
  });

  it('says who did not answer, and what was refused', async () => {
    const json = (status: number, body: object) => (reply: ServerResponse) =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const after = async (instead: LyingProvider['instead']) => {
      liar.instead = instead;
      return (await signIn()).code;
    };
    expect(await after({ token: json(400, { error: 'invalid_grant' }) })).toBe('sign-in-stale');
    expect(await after({ token: json(401, { error: 'invalid_client' }) })).toBe('provider-odd');
    expect(await after({ token: json(503, {}) })).toBe('provider-unreachable');
    expect(await after({ token: (reply) => void reply.socket?.destroy() })).toBe('provider-unreachable');
    expect(await after({ token: (reply) => void reply.end('x'.repeat(300_000)) })).toBe('provider-odd');
    liar.instead = {};
    expect((await signIn('liar', (query) => query.set('error', 'access_denied'))).code).toBe('sign-in-cancelled');
    const lines = opened.site.logged().filter(({ event }) => event === 'provider');
    expect(lines.at(-1)).toMatchObject({ provider: 'liar', code: 'sign-in-cancelled' });
    expect(JSON.stringify(lines)).not.toContain('eyJ');
  });

  it('does not begin at a provider that is none, is another, or is away', async () => {
    const begin = async (id: string) =>
      (await opened.browser().send('POST', `login/providers/${id}`, {})).body.code as string;
    expect(await begin('nobody')).toBe('provider-not-found');
    expect(await begin('elsewhere')).toBe('provider-odd');
    liar.instead = { discovery: (reply) => void reply.writeHead(500).end() };
    // A document that led to a failure is not believed any longer.
    liar.claims = { aud: 'another site' };
    await signIn().catch(() => {});
    expect(await begin('liar')).toBe('provider-unreachable');
  });

  it('is refused at once while the provider takes calls and says nothing, and goes on once it answers', async () => {
    const begin = async () => (await opened.browser().send('POST', 'login/providers/liar', {})).body.code as string;
    // For longer than a second, which is how long it may take.
    liar.instead = { token: () => {} };
    expect((await signIn()).code).toBe('provider-unreachable');
    let asked = 0;
    liar.instead = { discovery: (reply) => void reply.writeHead(500).end(String((asked += 1))) };
    expect([await begin(), asked]).toEqual(['provider-unreachable', 0]);
    liar.instead = {};
    await expect.poll(begin, { interval: 500 }).toBeUndefined();
    expect((await signIn()).code).not.toBe('provider-unreachable');
  });

  it('lets in who is in a group that may, and makes accounts where newcomers are let in', async () => {
    liar.claims = { sub: 'g1', preferred_username: 'gita', email: 'gita@mail.test', email_verified: true };
    expect((await signIn('closed')).code).toBe('sign-in-not-member');
    expect((await signIn('guarded')).code).toBe('sign-in-not-allowed');
    liar.claims = { ...liar.claims, realm: { roles: ['staff'] } };
    expect((await signIn('guarded')).body).toMatchObject({ user: { username: 'gita', verified: true } });
    // The same person by another door of the same provider.
    expect((await signIn('closed')).body).toMatchObject({ user: { username: 'gita' } });
  });

  it('waits for the second factor of an account, and lets nobody in who is banned', async () => {
    liar.claims = { sub: 'f1', preferred_username: 'fedor', email: 'fedor@mail.test' };
    const { id } = (await signIn()).body.user;
    const { db } = opened.site.deps;
    await db
      .updateTable('users')
      .set({ totp_secret: 'JBSWY3DPEHPK3PXP', totp_confirmed_at: new Date() })
      .where('id', '=', id)
      .execute();
    const { body } = await signIn();
    expect(body).toEqual({ two_factor: { token: expect.any(String), methods: ['totp'] }, next: null });
    const step = await opened.browser().send('POST', 'login/second-step', { token: body.two_factor.token, code: '1' });
    expect(step.body.code).toBe('code-wrong');
    await db.updateTable('users').set({ banned_at: new Date(), banned_reason: 'spam' }).where('id', '=', id).execute();
    expect((await signIn()).code).toBe('account-banned');
    expect(
      opened.site
        .logged()
        .filter(({ event }) => event === 'login')
        .at(-1),
    ).toMatchObject({
      by: 'provider',
      outcome: 'banned',
      user: id,
      provider: 'liar',
    });
  });

  it('has a button with the picture that the operator chose, in one size', async () => {
    const icon = async (id: string) => opened.site.get(`/api/login/providers/${id}/icon`);
    const { status, body, headers } = await icon('closed');
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 });
    expect((await icon('liar')).status).toBe(404);
    const { providers } = (await opened.site.get('/api/config')).body.signIn;
    expect(providers.slice(0, 2)).toEqual([
      { id: 'liar', name: 'Liar', icon: null, register: true },
      { id: 'closed', name: 'Liar', icon: 'file', register: false },
    ]);
  });

  it('is counted by address', async () => {
    const browser = opened.browser();
    const codes = [];
    for (let tried = 0; tried < 101; tried += 1) {
      codes.push((await browser.send('POST', 'login/providers/liar/return', { query: 'state=x' })).body.code);
    }
    expect(codes.slice(-2)).toEqual(['sign-in-stale', 'too-many-requests']);
  });
});
