import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { authenticator } from '#server/testing/authenticator.ts';
import { mailsTo } from '#server/testing/mails.ts';
import { member, type Member } from '#server/testing/member.ts';
import { hashPassword } from './passwords.ts';

const PASSWORD = 'correct horse battery';
const ORIGIN = 'https://tea.example';
let time = new Date('2026-03-10T12:00:00Z');
let site: TestApp;

beforeAll(async () => {
  site = await testApp({ name: 'Tea: house', url: ORIGIN }, () => time);
});
afterAll(() => site.close());

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  who: Pick<Member, 'headers'>,
  payload?: object,
) => {
  const answer = await site.app.inject({
    method,
    url: `/api${path}`,
    headers: who.headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const code = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });
const later = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};

async function person(): Promise<Member> {
  const made = await member(site.deps.db);
  await site.deps.db
    .updateTable('users')
    .set({ password: await hashPassword(PASSWORD) })
    .where('id', '=', made.id)
    .execute();
  return made;
}

/** A call without any `Authorization`, as a guest makes it. */
async function guest(path: string, payload: object) {
  const answer = await site.app.inject({ method: 'POST', url: `/api${path}`, payload });
  return { status: answer.statusCode, body: answer.json() };
}

describe('codes of an authenticator app', () => {
  it('are asked for once the first was given, are good once, and recovery codes stand in for them, each once', async () => {
    const rosa = await person();
    for (const password of ['wrong', '']) {
      expect((await call('POST', '/account/two-factor/totp', rosa, { password })).body.code).toBe('password-wrong');
    }
    expect((await call('POST', '/account/two-factor/totp', rosa)).body.code).toBe('request-invalid');
    const {
      body: { secret, url, svg },
    } = await call('POST', '/account/two-factor/totp', rosa, { password: PASSWORD });
    expect(url).toMatch(new RegExp(`^otpauth://totp/Tea%20%20house:${rosa.username}\\?.*secret=${secret}`));
    expect(svg).toMatch(/^<svg [^>]*viewBox/);
    expect(svg).not.toMatch(/<script|on\w+=/);
    expect((await guest('/login', { username: rosa.username, password: PASSWORD })).body.auth).toBeDefined();
    expect((await call('PUT', '/account/two-factor/totp', rosa, { code: '000000' })).body.code).toBe('code-wrong');
    const {
      body: { recovery_codes: codes },
    } = await call('PUT', '/account/two-factor/totp', rosa, { code: code(secret) });
    expect(codes).toHaveLength(10);
    expect((await call('POST', '/account/two-factor/totp', rosa, { password: PASSWORD })).status).toBe(409);
    expect((await call('GET', '/account/two-factor', rosa)).body).toEqual({
      totp: true,
      recovery_codes: 10,
      passkeys: [],
    });
    expect(JSON.stringify([await site.deps.db.selectFrom('recovery_codes').selectAll().execute()])).not.toContain(
      codes[0].replaceAll('-', ''),
    );

    const owed = async () =>
      (await guest('/login', { username: rosa.username, password: PASSWORD })).body.two_factor.token as string;
    // The code that turned them on is used up.
    expect((await guest('/login/second-step', { token: await owed(), code: code(secret) })).status).toBe(422);
    later(60);
    expect((await guest('/login/second-step', { token: await owed(), code: code(secret) })).body.auth).toBeDefined();
    expect(
      (await guest('/login/second-step', { token: await owed(), recovery_code: codes[0].toUpperCase() })).body.auth,
    ).toBeDefined();
    expect((await guest('/login/second-step', { token: await owed(), recovery_code: codes[0] })).status).toBe(422);

    expect((await call('POST', '/account/two-factor/recovery-codes', rosa, { password: 'wrong' })).status).toBe(422);
    const renewed = await call('POST', '/account/two-factor/recovery-codes', rosa, { password: PASSWORD });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect((await guest('/login/second-step', { token: await owed(), recovery_code: codes[1] })).status).toBe(422);
    expect((await call('DELETE', '/account/two-factor/totp', rosa, { password: 'wrong' })).status).toBe(422);
    expect((await call('DELETE', '/account/two-factor/totp', rosa, { password: PASSWORD })).body).toEqual({
      totp: false,
      recovery_codes: 0,
      passkeys: [],
    });
    expect((await guest('/login', { username: rosa.username, password: PASSWORD })).body.auth).toBeDefined();
    const mails = await mailsTo(site.deps, rosa.email);
    expect(mails.map(({ text }) => /(now needed|New recovery codes|no longer needed)/.exec(text)?.[0])).toEqual([
      'now needed',
      'New recovery codes',
      'no longer needed',
    ]);
  });

  it('cannot be guessed: the sixth in a minute is not looked at', async () => {
    const rosa = await person();
    const {
      body: { secret },
    } = await call('POST', '/account/two-factor/totp', rosa, { password: PASSWORD });
    const wrong = code(secret) === '123456' ? '654321' : '123456';
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => call('PUT', '/account/two-factor/totp', rosa, { code: wrong })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
    expect((await call('PUT', '/account/two-factor/totp', rosa, { code: code(secret) })).status).toBe(429);
  });
});

describe('passkeys', () => {
  it('are made for this site and this session’s challenge alone, once, and open the second step', async () => {
    const [rosa, stranger] = [await person(), await person()];
    const key = authenticator();
    const options = async (who: Member) =>
      (await call('POST', '/account/two-factor/passkeys/options', who, { password: PASSWORD })).body;
    const add = (who: Member, response: object) =>
      call('POST', '/account/two-factor/passkeys', who, { name: ' My key ', response });
    for (const password of ['wrong', '']) {
      expect((await call('POST', '/account/two-factor/passkeys/options', rosa, { password })).body.code).toBe(
        'password-wrong',
      );
    }
    const asked = await options(rosa);
    expect([asked.rp, asked.user.name]).toEqual([{ name: 'Tea: house', id: 'tea.example' }, rosa.username]);
    expect((await add(stranger, key.create(asked, ORIGIN))).body.code).toBe('passkey-refused');
    expect((await add(rosa, key.create(asked, 'https://evil.example'))).body.code).toBe('passkey-refused');
    expect((await add(rosa, key.create(asked, ORIGIN))).body.code).toBe('passkey-refused');
    const made = key.create(await options(rosa), ORIGIN);
    expect((await add(rosa, made)).body.recovery_codes).toHaveLength(10);
    expect((await add(rosa, made)).body.code).toBe('passkey-refused');
    expect((await call('GET', '/account/two-factor', rosa)).body.passkeys).toMatchObject([
      { id: key.id, name: 'My key', used_at: null },
    ]);
    expect(
      (
        await add(rosa, {
          id: 'x',
          rawId: 'x',
          type: 'public-key',
          response: { clientDataJSON: 'x', attestationObject: 'x' },
        })
      ).status,
    ).toBe(422);

    const {
      body: {
        two_factor: { token, methods, passkey },
      },
    } = await guest('/login', { username: rosa.username, password: PASSWORD });
    expect(methods).toEqual(['passkey', 'recovery']);
    expect(
      (await guest('/login/second-step', { token, passkey: key.get(passkey, 'https://evil.example') })).status,
    ).toBe(422);
    expect((await guest('/login/second-step', { token, passkey: key.get(passkey, ORIGIN) })).body.auth).toBeDefined();

    const remove = (who: Member, password: string) =>
      call('DELETE', `/account/two-factor/passkeys/${key.id}`, who, { password });
    expect((await remove(stranger, PASSWORD)).status).toBe(404);
    expect((await remove(rosa, 'wrong')).status).toBe(422);
    expect((await remove(rosa, PASSWORD)).body).toEqual({ totp: false, recovery_codes: 0, passkeys: [] });
    expect((await mailsTo(site.deps, rosa.email)).map(({ text }) => /A passkey was \w+/.exec(text)?.[0])).toEqual([
      'A passkey was added',
      'A passkey was removed',
    ]);
  });
});
