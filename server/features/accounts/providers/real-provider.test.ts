import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { eraseAccount } from '#server/features/accounts/public/account-deletion.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { usernameKey } from '#server/features/accounts/profile/names.ts';
import { mailsTo } from '#server/testing/mails.ts';
import { openSite, SITE } from './testing/provider-calls.ts';
import { startProvider, type RealProvider } from './testing/real-provider.ts';
import { Visit } from './testing/provider-visit.ts';

const PASSWORD = 'five green kites';
let provider: RealProvider;
let opened: Awaited<ReturnType<typeof openSite>>;

beforeAll(async () => {
  provider = await startProvider();
  provider.register([`${SITE}/sign-in/corp`], [`${SITE}/`]);
  const { issuer, clientId, clientSecret } = provider;
  opened = await openSite({
    providers: [
      {
        id: 'corp',
        name: 'Corp',
        issuer,
        clientId,
        clientSecret,
        roles: { drawers: 'uploader', chiefs: 'moderator' },
      },
    ],
  });
});
afterAll(async () => {
  await opened.site.close();
  await provider.close();
});
beforeEach(async () => {
  await opened.site.deps.db.deleteFrom('throttles').execute();
});

/** Signs a person in at the provider and here, in a browser of their own. */
async function signIn(sub: string, body: object = {}) {
  const browser = opened.browser();
  const query = await new Visit().signIn(await browser.begin('corp', body), sub);
  return { browser, query, ...(await browser.finish('corp', query)) };
}

async function known(username: string, email: string): Promise<void> {
  await opened.site.deps.db
    .insertInto('users')
    .values({
      username,
      username_key: usernameKey(username),
      email,
      password: await hashPassword(PASSWORD),
      verified_at: new Date(),
    })
    .execute();
}

describe('with the certified provider, somebody', () => {
  it('gets an account under the name they have there, at once, and the same the next time, with the role of their groups', async () => {
    provider.people.set('p1', {
      sub: 'p1',
      preferred_username: 'Rosa',
      email: 'rosa@corp.test',
      email_verified: true,
      groups: ['drawers', 'chiefs', 'cooks'],
    });
    const first = await signIn('p1', { next: '/en/latest' });
    expect(first).toMatchObject({
      status: 200,
      body: {
        user: {
          username: 'Rosa',
          email: 'rosa@corp.test',
          role: 'moderator',
          verified: false,
          has_password: false,
          proven_by: ['corp'],
        },
        auth: { expires_in: 86_400 },
        next: '/en/latest',
      },
    });
    // The provider's word that the address is theirs is not ours: they get the mail that everyone gets.
    expect((await mailsTo(opened.site.deps, 'rosa@corp.test')).at(-1)?.subject).toMatch(/verify|confirm/i);
    provider.people.get('p1')!.groups = ['drawers'];
    const again = await signIn('p1', { remember_me: true });
    expect(again.body).toMatchObject({
      user: { id: first.body.user.id, role: 'uploader' },
      auth: { expires_in: 2_592_000 },
    });
    const identities = await again.browser.send('GET', 'account/identities', undefined, {
      token: again.body.auth.access_token,
    });
    expect(identities.body).toEqual([
      expect.objectContaining({ provider: 'corp', provider_name: 'Corp', name: 'Rosa', active: true }),
    ]);
    const acts = await opened.site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .orderBy('id')
      .execute();
    expect(acts.map(({ action }) => action)).toEqual(['identity.register', 'user.role', 'user.role']);
    expect(acts.at(-1)?.details).toEqual({
      before: { role: 'moderator' },
      after: { role: 'uploader' },
      provider: 'corp',
    });
  });

  it('cannot use what came back twice, nor in another browser', async () => {
    const used = await signIn('p1');
    expect(used.status).toBe(200);
    expect(await used.browser.finish('corp', used.query)).toMatchObject({
      status: 422,
      body: { code: 'sign-in-stale' },
    });
    const mine = opened.browser();
    const query = await new Visit().signIn(await mine.begin('corp'), 'p1');
    // An attacker who sends their own way back to somebody gets nobody signed in as themselves.
    expect(await opened.browser().finish('corp', query)).toMatchObject({
      status: 422,
      body: { code: 'sign-in-stale' },
    });
    expect((await mine.finish('corp', query)).body).toMatchObject({ code: 'sign-in-stale' });
  });

  it('is asked for a name where theirs is taken, and for an address where none came', async () => {
    await known('Lin', 'lin@mail.test');
    provider.people.set('p2', { sub: 'p2', preferred_username: 'lin' });
    const { browser, body } = await signIn('p2');
    expect(body).toMatchObject({
      newcomer: { provider: { id: 'corp', name: 'Corp' }, username: 'lin', email: '', register: true, known: false },
    });
    const { token } = body.newcomer;
    const asked = (draft: object) => browser.send('POST', 'login/newcomers', { token, ...draft });
    expect(await asked({ username: 'LIN', email: 'no address' })).toMatchObject({
      status: 422,
      body: { errors: { username: [expect.any(String)], email: [expect.any(String)] } },
    });
    const taken = { username: 'lin2', email: 'lin2@mail.test' };
    expect((await opened.browser().send('POST', 'login/newcomers', { token, ...taken })).body.code).toBe(
      'sign-in-stale',
    );
    expect(await asked(taken)).toMatchObject({ status: 200, body: { user: taken } });
    expect((await asked({ ...taken, username: 'lin3' })).body.code).toBe('sign-in-stale');
    expect((await signIn('p2')).body).toMatchObject({ user: { username: 'lin2' } });
  });

  it('with the address of an account joins it by signing in to it alone', async () => {
    await known('Ana', 'ana@mail.test');
    provider.people.set('p3', { sub: 'p3', preferred_username: 'ana', email: 'ANA@mail.test', email_verified: true });
    const { browser, body } = await signIn('p3');
    expect(body).toMatchObject({ newcomer: { known: true, register: true } });
    const login = await browser.send('POST', 'login', { username: 'ana', password: PASSWORD });
    const token = login.body.auth.access_token as string;
    const join = (password: string) =>
      browser.send('POST', 'account/identities', { token: body.newcomer.token, password }, { token });
    expect((await join('a guess')).body.code).toBe('password-wrong');
    expect(await join(PASSWORD)).toMatchObject({ status: 200, body: [{ provider: 'corp', name: 'ana' }] });
    expect((await signIn('p3')).body).toMatchObject({ user: { username: 'Ana', email: 'ana@mail.test' } });
    expect((await mailsTo(opened.site.deps, 'ana@mail.test')).at(-1)?.text).toContain('Corp (ana)');
    // One of them is not told, and does not get, anything by an address that the provider has not verified.
    provider.people.set('p4', { sub: 'p4', preferred_username: 'an4', email: 'ana@mail.test', email_verified: false });
    expect((await signIn('p4')).body).toMatchObject({ user: { username: 'an4', verified: false } });
  });

  it('joins from the settings for their password, shows anew who they are, and never parts from the last way in', async () => {
    provider.people.set('p5', { sub: 'p5', preferred_username: 'otto', email: 'otto@corp.test' });
    const { browser, body } = await signIn('p5');
    const token = body.auth.access_token as string;
    const [{ id }] = (await browser.send('GET', 'account/identities', undefined, { token })).body;
    const part = (password: string) => browser.send('DELETE', `account/identities/${id}`, { password }, { token });
    expect((await part('-')).body.code).toBe('password-wrong');
    const visit = new Visit();
    const prove = async (sub: string) =>
      browser.finish('corp', await visit.signIn(await browser.begin('corp', { purpose: 'prove' }, token), sub), token);
    expect((await prove('p1')).body.code).toBe('identity-other');
    const { proof } = (await prove('p5')).body;
    expect((await part(proof)).body.code).toBe('identity-last');
    // The proof of one is none of another.
    expect(
      (
        await opened
          .browser()
          .send('DELETE', 'account', { password: proof }, { token: (await signIn('p1')).body.auth.access_token })
      ).body.code,
    ).toBe('password-wrong');
    const chosen = { current_password: proof, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await browser.send('PUT', 'account/password', chosen, { token })).status).toBe(200);
    expect(await part(PASSWORD)).toMatchObject({ status: 200, body: [] });
    const join = async (password: string) => {
      const { status, body: step } = await browser.send(
        'POST',
        'login/providers/corp',
        { purpose: 'join', password },
        { token },
      );
      if (status !== 200) return step;
      return (await browser.finish('corp', await visit.signIn(step.location, 'p5'), token)).body;
    };
    expect(await join('a guess')).toMatchObject({ code: 'password-wrong' });
    expect(await join(PASSWORD)).toEqual({ joined: { provider: 'Corp' }, next: null });
    expect(await join(PASSWORD)).toMatchObject({ code: 'identity-taken' });
  });

  it('logs out there, too', async () => {
    const { browser, body } = await signIn('p1');
    const out = await browser.send('POST', 'logout', undefined, { token: body.auth.access_token });
    const location = new URL(out.body.location);
    expect(location.origin).toBe(provider.issuer);
    expect(location.searchParams.get('post_logout_redirect_uri')).toBe(`${SITE}/`);
    // The provider knows whose session it is to end, and sends them home.
    expect((await new Visit().follow(location.href)).href).toBe(`${SITE}/`);
  });

  it('finds it in the file of their data, and it goes with their account', async () => {
    const { body } = await signIn('p1');
    const token = body.auth.access_token as string;
    const file = await opened.site.get('/api/account/export?format=json', { authorization: `Bearer ${token}` });
    expect(JSON.stringify(file.body)).toContain(provider.issuer);
    const { db } = opened.site.deps;
    await withTransaction(db, (tx) => eraseAccount(tx, body.user.id, 'komawari'));
    expect(await db.selectFrom('identities').select('id').where('user_id', '=', body.user.id).execute()).toEqual([]);
    // Who comes again is a newcomer.
    expect((await signIn('p1')).body.user.id).not.toBe(body.user.id);
  });
});
