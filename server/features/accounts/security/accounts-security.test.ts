import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { deleteExpired } from '#server/db/queries/throttles.ts';
import { makeSetupToken } from '#server/features/accounts/login/queries-setup.ts';
import { PASSWORD, openAccounts } from '#server/features/accounts/testing/account-calls.ts';
import { mailsTo } from '#server/testing/mails.ts';

let { site, post, captcha, draft, login, known, link } = {} as Awaited<ReturnType<typeof openAccounts>>;
let clock = 0;

beforeAll(async () => {
  ({ site, post, captcha, draft, login, known, link } = await openAccounts(() => new Date(Date.now() + clock)));
});
afterAll(() => site.close());
// The counts of one test are none of the next one's business.
beforeEach(async () => {
  clock = 0;
  await site.deps.db.deleteFrom('throttles').execute();
});

describe('registering', () => {
  it('tells nobody that an address is known: its owner gets a mail, and it stays theirs', async () => {
    await known('owner', PASSWORD, 'owner@mail.test');
    const { status, body } = await post('register', await draft('intruder', { email: 'Owner@Mail.test' }));
    expect(status).toBe(200);
    const fresh = await post('register', await draft('newcomer'));
    expect(Object.keys(fresh.body.user)).toEqual(Object.keys(body.user));
    expect((await mailsTo(site.deps)).map(({ to, subject }) => `${to}: ${subject}`)).toEqual(
      expect.arrayContaining([
        'owner@mail.test: You already have an account',
        'newcomer@mail.test: Verify your email address',
      ]),
    );
    expect((await login('owner@mail.test')).body.user.username).toBe('owner');
    await post('email/resend', undefined, { headers: { authorization: `Bearer ${body.auth.access_token}` } });
    expect((await mailsTo(site.deps, 'owner@mail.test')).every(({ token }) => token === null)).toBe(true);
    // Even a link made for the other account does not take the address from its owner.
    const stolen = await link(body.user.id, 'verify', 'owner@mail.test');
    expect((await post(`email/verify/${stolen}`)).status).toBe(422);
  });

  it('refuses names that could be taken for others', async () => {
    await known('скоро');
    await known('Bill_10');
    const refused = [
      'admin\u200b',
      '\u202eadmin',
      'аdmin',
      'ADMlN',
      'ａｄｍｉｎ',
      'deleted',
      'Ink',
      'bi11_1O',
      'BiIl_lo',
      'pаypal',
      'скорo',
      'CKOPO',
      'a b c',
      '../etc',
      'a\r\nBcc: x@y.z',
      'zero\0',
      'zalgo\u0300\u0301\u0302\u0303\u0304',
      '\ud800abc',
      'ᅟᅟᅟ',
    ];
    for (const username of refused) {
      const { status, body } = await post('register', await draft('x', { username, email: 'fine@mail.test' }));
      expect({ username, status, fields: Object.keys(body.errors ?? {}) }).toEqual({
        username,
        status: 422,
        fields: ['username'],
      });
    }
    for (const username of ['Élodie', 'マンガ好き', 'محمد_٣', 'आनंदी', 'o.k-_9']) {
      expect(
        (
          await post(
            'register',
            await draft('x', {
              username,
              email: `${encodeURIComponent(username).replaceAll('%', '').toLowerCase()}@mail.test`,
            }),
          )
        ).body.user?.username,
        username,
      ).toBe(username);
    }
  });

  it('writes mails to one plain address with the site’s own links, whatever the request says', async () => {
    for (const email of [
      'a@b.test\nCc: q@r.test',
      'a@b.test\r\n\r\nhello',
      'a@b.test,c@d.test',
      '"x y"@b.test',
      'A <a@b.test>',
      'a@b',
      'a\0@b.test',
    ]) {
      expect((await post('register', await draft('mailer', { email }))).body.errors, email).toEqual({
        email: ['This isn’t a valid email address.'],
      });
    }
    const evil = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'gopher' };
    await known('linked');
    await post('password/create', { email: 'linked@mail.test', captcha: await captcha('reset') }, { headers: evil });
    const [mail] = await mailsTo(site.deps, 'linked@mail.test');
    expect(mail?.link).toMatch(/^https:\/\/ink\.example\/en\/password-reset\/[\w-]{43}$/);
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.test');
  });

  it('takes nothing but what a member may choose', async () => {
    const privileged = {
      role: 'admin',
      id: 1,
      is_admin: true,
      verified: true,
      verified_at: '2020-01-01',
      email_verified_at: '2020-01-01',
      banned_at: null,
      settings: { nsfw: true },
    };
    const { body } = await post('register', await draft('climber', privileged));
    expect(body.user).toMatchObject({ role: 'user', verified: false, settings: {} });
    expect(body.user.id).not.toBe(1);
    expect(
      (await post('login', { username: 'climber', password: PASSWORD, role: 'admin', __proto__x: 1 })).body.user.role,
    ).toBe('user');
  });

  it('asks for a solved captcha: ours, for this purpose, once, in time', async () => {
    const attempt = async (answer: string | undefined, name: string) =>
      (await post('register', { ...(await draft(name)), captcha: answer })).body.code ?? 'made';
    const good = await captcha('register');
    expect(await attempt(undefined, 'robot.one')).toBe('captcha-required');
    expect(await attempt('', 'robot.one')).toBe('captcha-required');
    const { challenge, solution } = JSON.parse(Buffer.from(good, 'base64').toString());
    const forged = (change: object, proof: object = solution) =>
      Buffer.from(JSON.stringify({ challenge: { ...challenge, ...change }, solution: proof })).toString('base64');
    const bad = [
      'nonsense',
      Buffer.from('null').toString('base64'),
      Buffer.from('{}').toString('base64'),
      await captcha('login'),
      forged({
        parameters: {
          ...challenge.parameters,
          data: { for: 'register' },
          expiresAt: challenge.parameters.expiresAt + 1,
        },
      }),
      forged({ parameters: { ...challenge.parameters, cost: 1 } }),
      forged({ signature: undefined }),
      forged({}, { counter: 0, derivedKey: '00' }),
      forged({}, { counter: 1e99, derivedKey: 'zz' }),
    ];
    for (const answer of bad) {
      expect(await attempt(answer, 'robot.one'), answer.slice(0, 20)).toBe('captcha-wrong');
    }
    const two = await Promise.all([attempt(good, 'person.one'), attempt(good, 'person.two')]);
    expect(two.toSorted()).toEqual(['captcha-wrong', 'made']);
    clock = -301_000;
    const late = await captcha('register');
    clock = 0;
    expect(await attempt(late, 'person.three')).toBe('captcha-wrong');
  });

  it('makes one account of the same form sent many times', async () => {
    const forms = await Promise.all(Array.from({ length: 8 }, () => draft('Doubled')));
    const answers = await Promise.all(
      forms.map((form, turn) => post('register', { ...form, username: turn % 2 ? 'doubled' : 'D0UBLED' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422, 422, 422]);
  });
});

describe('links in mails', () => {
  it('to a new password work once, for an hour, the newest alone, for their address, and are stored as a hash', async () => {
    const id = await known('forgetful');
    const reset = (token: string, email = 'forgetful@mail.test') =>
      post('password/reset', { token, email, password: 'seven kites fly', password_confirmation: 'seven kites fly' });
    const old = await link(id, 'reset', 'forgetful@mail.test');
    const token = await link(id, 'reset', 'forgetful@mail.test');
    expect(
      (await site.deps.db.selectFrom('tokens').select('hash').where('user_id', '=', id).execute()).map(
        ({ hash }) => hash,
      ),
    ).toEqual([hashSecret(token)]);
    expect(await reset(old)).toMatchObject({
      status: 422,
      body: { message: 'This password reset link is invalid or has expired.' },
    });
    expect((await reset(token, 'other@mail.test')).status).toBe(422);
    await site.deps.db
      .updateTable('tokens')
      .set({ address: 'former@mail.test' })
      .where('hash', '=', hashSecret(token))
      .execute();
    expect((await reset(token)).status).toBe(422);
    await site.deps.db
      .updateTable('tokens')
      .set({ address: 'Forgetful@mail.test' })
      .where('hash', '=', hashSecret(token))
      .execute();
    await sql`insert into api_keys (user_id, name, hash, hint, scopes, expires_at)
      values (${id}, 'a script', 'x', 'hint', ${['read']}::text[], now() + interval '1 day')`.execute(site.deps.db);
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    // Programs with a key of the old owner end as every session does.
    expect((await sql`select 1 from api_keys where user_id = ${id}`.execute(site.deps.db)).rows).toEqual([]);
    expect((await mailsTo(site.deps, 'forgetful@mail.test')).at(-1)?.text).toContain('Your API keys no longer work');
    expect(answers.some(({ text }) => text.includes('access_token'))).toBe(false);
    const expired = await link(id, 'reset', 'forgetful@mail.test');
    await site.deps.db
      .updateTable('tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('hash', '=', hashSecret(expired))
      .execute();
    expect((await reset(expired)).status).toBe(422);
    // A link of another purpose is no link to a new password, and the other way round.
    expect((await reset(await link(id, 'verify', 'forgetful@mail.test'))).status).toBe(422);
    expect((await post(`email/verify/${await link(id, 'reset', 'forgetful@mail.test')}`)).status).toBe(422);
  });

  it('to a new password do not get around a second factor', async () => {
    const id = await known('guarded');
    await site.deps.db
      .updateTable('users')
      .set({ totp_secret: 'JBSWY3DPEHPK3PXP', totp_confirmed_at: new Date() })
      .where('id', '=', id)
      .execute();
    await post('password/reset', {
      token: await link(id, 'reset', 'guarded@mail.test'),
      email: 'guarded@mail.test',
      password: 'eight kites fly',
      password_confirmation: 'eight kites fly',
    });
    const { body } = await login('guarded', 'eight kites fly');
    expect(body.auth).toBeUndefined();
    expect(body.two_factor.methods).toEqual(['totp']);
  });

  it('that verify last a day, are for the address of then, and are sent again five times in half an hour', async () => {
    const { body } = await post('register', await draft('waiting'));
    const headers = { authorization: `Bearer ${body.auth.access_token}` };
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push((await post('email/resend', undefined, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const day = await link(body.user.id, 'verify', 'waiting@mail.test');
    const { expires_at: until } = await site.deps.db
      .selectFrom('tokens')
      .select('expires_at')
      .where('hash', '=', hashSecret(day))
      .executeTakeFirstOrThrow();
    expect(Math.abs(until.getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect((await post(`email/verify/${await link(body.user.id, 'verify', 'former@mail.test')}`)).status).toBe(422);
    const gone = await link(body.user.id, 'verify', 'waiting@mail.test');
    await site.deps.db
      .updateTable('tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('hash', '=', hashSecret(gone))
      .execute();
    expect((await post(`email/verify/${gone}`)).status).toBe(422);
  });

  it('that verify say that it is done once it is, whichever of them: replaced, used, run out; not one to another address', async () => {
    const {
      body: { user },
    } = await post('register', await draft('twice'));
    const [former, old, newer] = [
      await link(user.id, 'verify', 'former@mail.test'),
      await link(user.id, 'verify', 'twice@mail.test'),
      await link(user.id, 'verify', 'Twice@mail.test'),
    ];
    const opened = async (token: string) => {
      const {
        status,
        body: { status: said, code },
      } = await post(`email/verify/${token}`);
      return [status, said ?? code];
    };
    expect(await opened(old)).toEqual([422, 'verify-link-invalid']);
    expect(await opened(newer)).toEqual([200, 'verified']);
    const expire = (days: number) =>
      sql`update tokens set expires_at = now() - make_interval(days => ${days}::int) where user_id = ${user.id} and purpose = 'verify'`.execute(
        site.deps.db,
      );
    for (const days of [0, 29]) {
      await expire(days);
      await deleteExpired(site.deps.db);
      expect([await opened(old), await opened(newer), await opened(former)]).toEqual([
        [200, 'already_verified'],
        [200, 'already_verified'],
        [422, 'verify-link-invalid'],
      ]);
    }
    await expire(30);
    await deleteExpired(site.deps.db);
    expect(await opened(newer)).toEqual([422, 'verify-link-invalid']);
  });
});

describe('sessions', () => {
  it('are 256 bits of which the hash alone is stored; idle ones end after a day, remembered ones after 30, all after 90', async () => {
    await known('keeper');
    const { access_token: token } = (
      await post(
        'login',
        { username: 'keeper', password: PASSWORD, remember_me: true },
        { headers: { 'user-agent': 'Reader/1' }, from: '198.51.100.77' },
      )
    ).body.auth;
    const row = () =>
      site.deps.db.selectFrom('tokens').selectAll().where('hash', '=', hashSecret(token)).executeTakeFirst();
    expect(await row()).toMatchObject({
      purpose: 'access',
      agent: 'Reader/1',
      address: '198.51.100.0',
      remember: true,
    });
    expect(JSON.stringify(await site.deps.db.selectFrom('tokens').selectAll().execute())).not.toContain(token);
    const headers = { authorization: `Bearer ${token}` };
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await site.deps.db
      .updateTable('tokens')
      .set({ created_at: ago(80), used_at: ago(29), expires_at: new Date(Date.now() + 60_000) })
      .where('hash', '=', hashSecret(token))
      .execute();
    expect((await site.get('/api/account', headers)).status).toBe(200);
    expect(((await row())?.expires_at.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(10 * 86_400_000);
    await site.deps.db
      .updateTable('tokens')
      .set({ expires_at: ago(0) })
      .where('hash', '=', hashSecret(token))
      .execute();
    expect((await site.get('/api/account', headers)).status).toBe(401);
  });

  it('end at once when their user is banned or deleted, who then cannot log in', async () => {
    const id = await known('banned');
    const headers = { authorization: `Bearer ${(await login('banned')).body.auth.access_token}` };
    await site.deps.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', id).execute();
    expect((await site.get('/api/account', headers)).status).toBe(401);
    expect((await login('banned')).body.code).toBe('account-banned');
    expect((await login('banned', 'wrong')).body.code).toBe('credentials-wrong');
    await site.deps.db
      .updateTable('users')
      .set({ banned_at: null, deleted_at: new Date() })
      .where('id', '=', id)
      .execute();
    expect((await site.get('/api/account', headers)).status).toBe(401);
    expect((await login('banned')).body.code).toBe('credentials-wrong');
  });
});

describe('requests', () => {
  it('are read as JSON only, and no odd value is more than refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ]) {
      expect(
        (await post('login', '{"username":"a","password":"b"}', { headers: { 'content-type': type } })).status,
        type,
      ).toBe(415);
    }
    const odd: unknown[] = [
      null,
      [],
      1,
      true,
      {},
      '\0',
      '\ud800',
      'a'.repeat(100_000),
      '('.repeat(100_000),
      '@'.repeat(100_000),
      ' '.repeat(100_000),
      { $gt: '' },
      ['alice'],
    ];
    for (const path of ['login', 'login/second-step', 'register', 'password/create', 'password/reset', 'setup']) {
      for (const value of odd) {
        const body = {
          username: value,
          email: value,
          password: value,
          password_confirmation: value,
          token: value,
          captcha: value,
          code: value,
        };
        const { status, text } = await post(path, JSON.stringify(body), {
          headers: { 'content-type': 'application/json' },
        });
        expect([401, 404, 422, 429], `${path} ${String(JSON.stringify(value)).slice(0, 20)}`).toContain(status);
        expect(text).not.toMatch(/node_modules|select |\.ts:/);
      }
      for (const body of ['', '{', 'null', '[]', '"x"', '{"__proto__":{"x":1}}']) {
        expect([400, 422], `${path} ${body}`).toContain(
          (await post(path, body, { headers: { 'content-type': 'application/json' } })).status,
        );
      }
    }
    expect((await post('email/verify/%00')).status).toBe(422);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('of a browser need the page’s own origin and token; programs need neither', async () => {
    const body = { username: 'nobody', password: 'x' };
    expect(
      (await post('login', body, { headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' } })).status,
    ).toBe(403);
    expect(
      (
        await post('login', body, {
          headers: { origin: 'http://comics.test', 'x-xsrf-token': 'forged', cookie: 'XSRF-TOKEN=forged' },
        })
      ).status,
    ).toBe(403);
    expect((await post('login', body)).status).toBe(401);
  });
});

describe('the first admin', () => {
  it('is made by a link of the newest start alone, once, also when twenty come at the same time; then there is no such route', async () => {
    const { db } = site.deps;
    const old = await withTransaction(db, makeSetupToken);
    await sql`update tokens set expires_at = expires_at - interval '11 minutes' where purpose = 'setup'`.execute(db);
    // Processes that start together show a link each.
    const [token, beside] = [await withTransaction(db, makeSetupToken), await withTransaction(db, makeSetupToken)];
    const setup = (name: string, by = token) =>
      post('setup', { token: by, username: name, email: `${name}@mail.test`, password: PASSWORD });
    expect((await setup('admin', old)).body.code).toBe('link-invalid');
    expect(
      (await post('setup', { token, username: 'admin', email: 'no', password: 'password1', password_confirmation: '' }))
        .body.errors,
    ).toMatchObject({
      email: [expect.any(String)],
      password: [expect.any(String)],
      password_confirmation: [expect.any(String)],
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => setup(`admin${turn}`, turn % 2 === 0 ? token : beside)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      user: { role: 'admin', verified: true },
      auth: { token_type: 'bearer' },
    });
    expect(await db.selectFrom('users').select('id').where('role', '=', 'admin').execute()).toHaveLength(1);
    expect((await setup('another', await withTransaction(db, makeSetupToken))).status).toBe(404);
  });
});
