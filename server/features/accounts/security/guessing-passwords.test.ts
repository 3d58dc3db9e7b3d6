import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, openAccounts } from '#server/features/accounts/testing/account-calls.ts';
import { closeLogins, forgetTries, logIn, openLogins } from '#server/features/accounts/testing/counted-logins.ts';
import { openCounted, type WorkCount } from '#server/testing/counting/counted-work.ts';

let { site, post, captcha, draft, login, known } = {} as Awaited<ReturnType<typeof openAccounts>>;
const LONG = 'kite'.repeat(20);

beforeAll(async () => {
  ({ site, post, captcha, draft, login, known } = await openAccounts());
});
afterAll(() => site.close());
// The counts of one test are none of the next one's business.
beforeEach(async () => {
  await site.deps.db.deleteFrom('throttles').execute();
});

describe('passwords', () => {
  it('are stored as argon2id with today’s parameters and a salt each, and hashed again when those rise', async () => {
    const [one, two] = [await known('salt.one'), await known('salt.two')];
    const stored = async (id: number) =>
      (await site.deps.db.selectFrom('users').select('password').where('id', '=', id).executeTakeFirstOrThrow())
        .password;
    expect(await stored(one)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await stored(one)).split('$')[4]).not.toBe((await stored(two)).split('$')[4]);
    const { hash } = await import('@node-rs/argon2');
    await site.deps.db
      .updateTable('users')
      .set({ password: await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 }) })
      .where('id', '=', one)
      .execute();
    expect((await login('salt.one')).status).toBe(200);
    expect(await stored(one)).toContain('m=19456,t=2,p=1');
  });

  it('may be long and of any letters, are never cut or folded, and are refused when they would be guessed', async () => {
    await known('longpass', LONG);
    expect((await login('longpass', LONG.slice(0, 72))).status).toBe(401);
    expect((await login('longpass', LONG.toUpperCase())).status).toBe(401);
    expect((await login('longpass', LONG)).status).toBe(200);
    for (const password of ['password1', 'Password123', 'aaaaaaaaaa', 'weakling12', 'inkinkinkink', 'a'.repeat(129)]) {
      const { status, body } = await post(
        'register',
        await draft('weakling', { password, password_confirmation: password }),
      );
      expect({ status, password, fields: Object.keys(body.errors) }).toEqual({
        status: 422,
        password,
        fields: ['password'],
      });
    }
    for (const [username, password] of [
      ['strong.a', 'a1'.repeat(64)],
      ['strong.b', 'パスワードはこれです🦊'],
      ['strong.c', '   spaces   '],
    ] as const) {
      expect(
        (await post('register', await draft(username, { password, password_confirmation: password }))).status,
        username,
      ).toBe(200);
      expect((await login(username, password)).status, username).toBe(200);
      expect((await login(username, password.trim().slice(0, -1))).status, username).toBe(401);
    }
  });
});

describe('guessing passwords', () => {
  it('ends after five failures a minute for a login from an address, also for the right one, but not from elsewhere', async () => {
    await known('alice');
    const tries = [];
    for (let turn = 0; turn < 7; turn += 1) {
      tries.push(await login('alice', 'wrong'));
    }
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const [, , , , , sixth] = tries;
    const seconds = Number(sixth?.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const sentence = `Too many login attempts. Please try again in ${seconds} seconds.`;
    expect(sixth?.body).toEqual({ message: sentence, code: 'too-many-logins', errors: { username: [sentence] } });
    expect((await login('alice')).status).toBe(429);
    expect((await login('alice', PASSWORD, { from: '198.51.100.7' })).status).toBe(200);
    await site.deps.db
      .updateTable('throttles')
      .set({ resets_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await login('alice')).status).toBe(200);
  });

  it('does not tell whose an address is by counting it with the name', async () => {
    await known('carla');
    for (let turn = 0; turn < 6; turn += 1) {
      await login('carla', 'x');
    }
    expect([
      (await login('carla', 'x')).status,
      (await login('carla@mail.test', 'x')).status,
      (await login('other@mail.test', 'x')).status,
    ]).toEqual([429, 401, 401]);
  });

  it('gets no further by other ways to write the name, by forged headers, or by many at once', async () => {
    await known('bobby');
    const names = ['bobby', 'BOBBY ', 'ｂobby', 'Ｂｏｂｂｙ', 'b0bby'];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        login(names[turn % 5] ?? '', 'x', { headers: { 'x-forwarded-for': `9.9.9.${turn}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
  });

  it('ends after 25 failures in five minutes from an address, whichever names are tried; an IPv6 caller is their /64', async () => {
    const from = (turn: number) => `2001:db8:1:2:${turn.toString(16)}::1`;
    const tries = [];
    for (let turn = 0; turn < 26; turn += 1) {
      tries.push((await login(`nobody${turn}`, 'x', { from: from(turn) })).status);
    }
    expect(tries).toEqual([...Array.from({ length: 25 }, () => 401), 429]);
    expect((await login('nobody', 'x', { from: '2001:db8:1:3::1' })).status).toBe(401);
  });

  it('asks for a captcha after 25 failures an hour for an account, and so locks nobody out of theirs', async () => {
    await known('target');
    for (let turn = 0; turn < 25; turn += 1) {
      await login('target', 'x', { from: `203.0.113.${turn}` });
    }
    expect(await login('target')).toMatchObject({
      status: 422,
      body: { code: 'captcha-required', errors: { captcha: [expect.any(String)] } },
    });
    expect(
      (await post('login', { username: 'target', password: PASSWORD, captcha: await captcha('login') })).status,
    ).toBe(200);
    expect((await login('unheard.of', 'x')).status).toBe(401);
  });

  it('learns nothing of who is known, in words or in the work it takes', async () => {
    const counted = await openCounted(new URL('../testing/counted-logins.ts', import.meta.url));
    try {
      await counted.call(openLogins, ['present', 'banned'], PASSWORD, ['banned']);
      /**
       * How seven wrong passwords are answered, with the passwords that are hashed for each, and the steps of a wrong and of a refused one: the
       * fewest of some, as what a site does every so often may come into one of them.
       */
      const tried = async (name: string) => {
        await counted.call(forgetTries);
        const tries: WorkCount<Awaited<ReturnType<typeof logIn>>>[] = [];
        for (let turn = 0; turn < 7; turn += 1) {
          tries.push(await counted.call(logIn, name, 'x'));
        }
        const fewest = (from: number, to: number) => Math.min(...tries.slice(from, to).map(({ work }) => work));
        return {
          answers: tries.map(({ passwords, result }) => `${result.status} ${result.code}: ${passwords}`),
          work: [fewest(1, 5), fewest(5, 7)],
        };
      };
      for (const [known, unknown] of [
        ['present', 'absent'],
        ['banned', 'absent'],
        ['present@mail.test', 'absent@mail.test'],
      ] as const) {
        // The first calls also make what is made once, for the unknown too.
        await tried(known);
        const [one, other] = [await tried(known), await tried(unknown)];
        expect(one.answers).toEqual([
          ...Array.from({ length: 5 }, () => '401 credentials-wrong: 1'),
          ...Array.from({ length: 2 }, () => '429 too-many-logins: 0'),
        ]);
        expect(other.answers).toEqual(one.answers);
        // A row that is found is some two hundred steps more; a statement more would be a thousand.
        const apart = one.work.map((work, at) => Math.abs(work - other.work[at]!));
        expect(
          apart.filter((steps) => steps > 500),
          known,
        ).toEqual([]);
      }
      await counted.call(closeLogins);
    } finally {
      await counted.close();
    }
    await known('present');
    const asked = await Promise.all(
      ['present@mail.test', 'absent@mail.test'].map(
        async (email) => (await post('password/create', { email, captcha: await captcha('reset') })).text,
      ),
    );
    expect(new Set(asked).size).toBe(1);
  });
});
