import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { recoveryHash } from '#server/features/accounts/security/second-factor.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { solved } from '#server/testing/captcha.ts';
import { mailsTo } from '#server/testing/mails.ts';
import { member } from '#server/testing/member.ts';

let site: TestApp;

beforeAll(async () => {
  site = await testApp({ name: 'Ink', url: 'https://ink.example', limits: { readsPerMinute: 0, captcha: 2 } });
});
afterAll(() => site.close());
// The counts of one test are none of the next one's business.
beforeEach(async () => {
  await site.deps.db.deleteFrom('throttles').execute();
});

async function post(path: string, body?: object, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    remoteAddress,
    headers: { host: 'comics.test', 'user-agent': 'OldReader/1.0', ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
const captcha = async (purpose: string) => solved((await site.get(`/api/captcha?for=${purpose}`)).body);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const PASSWORD = 'five green kites';
const draft = async (username: string, more: object = {}) => ({
  username,
  email: `${username}@mail.test`,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  captcha: await captcha('register'),
  ...more,
});
const linkFor = async (address: string) => (await mailsTo(site.deps, address)).at(-1)?.token ?? '';

describe('a member', () => {
  it('registers, is logged in, verifies their address from the mail, once, and may look at the link again', async () => {
    const { status, body } = await post('register', await draft('Rosa'));
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      username: 'Rosa',
      email: 'Rosa@mail.test',
      role: 'user',
      verified: false,
      avatar_url: null,
      two_factor: false,
      unread_notifications: 0,
      settings: {},
    });
    expect(body.auth).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      'access-token': body.auth.access_token,
      token_type: 'bearer',
      expires_in: 86_400,
    });
    expect((await site.get('/api/account', bearer(body.auth.access_token))).body).toEqual(body.user);
    const token = await linkFor('Rosa@mail.test');
    expect((await post(`email/verify/${token}`)).body).toEqual({
      status: 'verified',
      message: 'Your email address is verified.',
    });
    expect((await post(`email/verify/${token}`)).body).toMatchObject({ status: 'already_verified' });
    expect(await post(`email/verify/${token.slice(1)}x`)).toMatchObject({
      status: 422,
      body: { message: 'This verification link is invalid or has expired.' },
    });
    expect((await site.get('/api/account', bearer(body.auth.access_token))).body.verified).toBe(true);
    expect((await post('email/resend', undefined, bearer(body.auth.access_token))).body.message).toBe(
      'Your email address is already verified.',
    );
  });

  it('logs in by name or address in any case, for a day or to be remembered, and out by either method', async () => {
    for (const [username, remember, lives] of [
      ['rosa', undefined, 86_400],
      [' ROSA@MAIL.TEST ', true, 2_592_000],
      ['Ｒｏｓａ', false, 86_400],
      ['rosa', 1, 2_592_000],
    ] as const) {
      const { body } = await post('login', {
        username,
        password: PASSWORD,
        ...(remember === undefined ? {} : { remember_me: remember }),
      });
      expect(body).toMatchObject({ user: { username: 'Rosa' }, auth: { expires_in: lives } });
      const headers = bearer(body.auth.access_token);
      const out = remember ? await site.get('/api/logout', headers) : await post('logout', undefined, headers);
      expect(out).toMatchObject({ status: 200, body: { message: 'You’ve been logged out.' } });
      expect((await site.get('/api/account', headers)).status).toBe(401);
    }
    expect((await site.get('/api/logout')).status).toBe(200);
  });

  it('is told that a login is wrong in the same words under the field and above the form, in their language', async () => {
    expect(await post('login', { username: 'rosa', password: 'wrong' })).toMatchObject({
      status: 401,
      body: {
        message: 'Invalid email or password.',
        errors: { username: ['These credentials do not match our records.'] },
      },
    });
    expect((await post('login', {})).body).toMatchObject({
      errors: { username: ['This field is required.'], password: ['This field is required.'] },
    });
  });

  it('chooses a new password by a link in a mail, which ends every session and logs nobody in', async () => {
    const old = (await post('login', { username: 'rosa', password: PASSWORD })).body.auth.access_token;
    expect((await post('password/create', { email: 'rosa@MAIL.test', captcha: await captcha('reset') })).status).toBe(
      200,
    );
    const token = await linkFor('Rosa@mail.test');
    const change = {
      token,
      email: 'Rosa@mail.test',
      password: 'six red kites',
      password_confirmation: 'six red kites',
    };
    expect((await post('password/reset', { ...change, password_confirmation: 'other' })).body.errors).toEqual({
      password_confirmation: ['The two entries don’t match.'],
    });
    expect(
      (await post('password/reset', { ...change, password: 'password1', password_confirmation: 'password1' })).body
        .errors,
    ).toEqual({ password: ['This password is too easy to guess. Choose another one.'] });
    expect((await post('password/reset', change)).body).toEqual({
      message: 'Your password was changed. Please log in with the new one.',
    });
    expect((await site.get('/api/account', bearer(old))).status).toBe(401);
    expect((await post('login', { username: 'rosa', password: PASSWORD })).status).toBe(401);
    expect((await post('login', { username: 'rosa', password: 'six red kites' })).status).toBe(200);
    expect((await mailsTo(site.deps, 'Rosa@mail.test')).at(-1)?.subject).toBe('Your password was changed');
  });

  it('is told everything that is wrong with what they want to be called and known by', async () => {
    const wrong = async (more: object) => (await post('register', await draft('fresh', more))).body.errors;
    expect(await wrong({ username: 'ab', email: 'no', password: 'short', password_confirmation: '' })).toEqual({
      username: ['Must be at least 3 characters long.'],
      email: ['This isn’t a valid email address.'],
      password: ['Must be at least 8 characters long.'],
      password_confirmation: ['The two entries don’t match.'],
    });
    expect(await wrong({ username: 'R0SA' })).toEqual({
      username: ['This is already taken, or too similar to one that is.'],
    });
    expect(await wrong({ username: 'Admin' })).toEqual({ username: ['This name isn’t available.'] });
    expect(await wrong({ username: undefined })).toEqual({ username: ['This field is required.'] });
  });
});

describe('a second factor', () => {
  const secret = 'JBSWY3DPEHPK3PXP';
  const codeAt = (at: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
  let userId = 0;
  const owed = async () => (await post('login', { username: 'twofold', password: PASSWORD, remember_me: true })).body;

  beforeAll(async () => {
    userId = (await post('register', await draft('twofold'))).body.user.id;
    await site.deps.db
      .updateTable('users')
      .set({ totp_secret: secret, totp_confirmed_at: new Date() })
      .where('id', '=', userId)
      .execute();
    await site.deps.db
      .insertInto('recovery_codes')
      .values(['abcd-efgh', 'ijkl-mnop'].map((code) => ({ user_id: userId, hash: recoveryHash(code) })))
      .execute();
  });

  it('is asked for after the password, and each code opens once, also for two at a time', async () => {
    const first = await owed();
    expect(first).toEqual({ two_factor: { token: expect.any(String), methods: ['totp', 'recovery'] } });
    const second = await owed();
    const code = codeAt(Date.now());
    expect(
      (
        await post('login/second-step', {
          token: first.two_factor.token,
          code: code === '000000' ? '000001' : '000000',
        })
      ).body,
    ).toMatchObject({ code: 'code-wrong', errors: { code: [expect.any(String)] } });
    const answers = await Promise.all(
      [first, second, first].map(({ two_factor: { token } }) => post('login/second-step', { token, code })),
    );
    // The one that comes a moment later finds no login that waits.
    expect(answers.map(({ status }) => (status === 401 ? 422 : status)).toSorted()).toEqual([200, 422, 422]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      user: { username: 'twofold', two_factor: true },
      auth: { expires_in: 2_592_000 },
    });
    expect(
      (await post('login/second-step', { token: (await owed()).two_factor.token, code: codeAt(Date.now() - 90_000) }))
        .status,
    ).toBe(422);
  });

  it('can be a recovery code, once, however it is written', async () => {
    const open = async (code: string) =>
      (await post('login/second-step', { token: (await owed()).two_factor.token, recovery_code: code })).status;
    expect([await open(' ABCDefgh'), await open('abcd-efgh'), await open('abcd'), await open('ijkl mnop')]).toEqual([
      200, 422, 422, 200,
    ]);
    expect((await owed()).two_factor.methods).toEqual(['totp']);
  });

  it('is not asked for by what is no login that waits, and cannot be guessed', async () => {
    expect((await post('login/second-step', { token: 'x', code: '123456' })).body.code).toBe('token-invalid');
    const {
      two_factor: { token },
    } = await owed();
    const tries = [];
    for (let turn = 0; turn < 7; turn += 1) {
      tries.push((await post('login/second-step', { token, code: '12345x' })).status);
    }
    expect(tries).toEqual([422, 422, 422, 422, 422, 429, 429]);
    await site.deps.db
      .updateTable('tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('hash', '=', hashSecret(token))
      .execute();
    expect((await post('login/second-step', { token, code: '123456' })).body.code).toBe('token-invalid');
  });

  it('can be a passkey, which signs the challenge of this login for this site', async () => {
    const { keys, id, answer } = await passkey();
    await site.deps.db.insertInto('passkeys').values({ id, user_id: userId, public_key: keys, name: 'key' }).execute();
    const {
      two_factor: { token, methods, passkey: asked },
    } = await owed();
    expect(methods).toContain('passkey');
    expect(asked).toMatchObject({ rpId: 'ink.example', allowCredentials: [{ id }] });
    expect(
      (await post('login/second-step', { token, passkey: await answer(asked.challenge, 'https://evil.test') })).status,
    ).toBe(422);
    expect(
      (await post('login/second-step', { token, passkey: await answer('AAAA', 'https://ink.example') })).status,
    ).toBe(422);
    const good = await answer(asked.challenge, 'https://ink.example');
    expect((await post('login/second-step', { token, passkey: good })).status).toBe(200);
    expect((await post('login/second-step', { token: (await owed()).two_factor.token, passkey: good })).status).toBe(
      422,
    );
  });
});

/** A passkey as an authenticator has it: an Ed25519 key, and answers signed with it. */
async function passkey() {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  // COSE (RFC 9053): {1: 1 (OKP), 3: -8 (EdDSA), -1: 6 (Ed25519), -2: the key}.
  const keys = Buffer.concat([Buffer.from('a4010103272006215820', 'hex'), raw]);
  const id = Buffer.from(createHmac('sha256', 'id').update(raw).digest()).toString('base64url');
  const answer = async (challenge: string, origin: string) => {
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }));
    const sha = async (data: Uint8Array<ArrayBuffer>) => Buffer.from(await crypto.subtle.digest('SHA-256', data));
    const data = Buffer.concat([await sha(new TextEncoder().encode('ink.example')), Buffer.from([5, 0, 0, 0, 0])]);
    const signature = await crypto.subtle.sign(
      'Ed25519',
      privateKey,
      Buffer.concat([data, await sha(new Uint8Array(client))]),
    );
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(new Uint8Array(signature)),
      },
    };
  };
  return { keys, id, answer };
}

describe('a site', () => {
  it('can take no new members, want a second factor of admins before they do anything as such, and limit calls, those with bad tokens, too', async () => {
    const at = new Date();
    const strict = await testApp(
      { features: ['premium'], accounts: { adminsNeedTwoFactor: true }, limits: { readsPerMinute: 20 } },
      () => at,
    );
    expect(
      (
        await strict.app.inject({
          method: 'POST',
          url: '/api/register',
          payload: { username: 'a', email: 'b', password: 'c' },
        })
      ).statusCode,
    ).toBe(404);
    const admin = await member(strict.deps.db, { role: 'admin' });
    expect((await strict.get('/api/account', admin.headers)).body).toMatchObject({
      two_factor: false,
      two_factor_owed: true,
    });
    expect(await strict.get(`/api/admin/users/${admin.username}/entitlements`, admin.headers)).toMatchObject({
      status: 403,
      body: { code: 'two-factor-owed' },
    });
    await strict.deps.db
      .updateTable('users')
      .set({ totp_confirmed_at: new Date() })
      .where('id', '=', admin.id)
      .execute();
    expect((await strict.get(`/api/admin/users/${admin.username}/entitlements`, admin.headers)).status).toBe(200);
    expect((await strict.get('/api/account', admin.headers)).body.two_factor_owed).toBe(false);
    const tries = [];
    for (let turn = 0; turn < 22; turn += 1) {
      tries.push(
        (
          await strict.app.inject({
            url: '/api/config',
            remoteAddress: `2001:db8::${turn}`,
            headers: { host: 'comics.test', authorization: `Bearer ${'A'.repeat(43)}` },
          })
        ).statusCode,
      );
    }
    expect(tries).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    await strict.close();
  });
});
