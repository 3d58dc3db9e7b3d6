import { withTransaction } from '#server/db/database.ts';
import { makeLinkToken } from '#server/features/accounts/mails/queries-tokens.ts';
import { usernameKey } from '#server/features/accounts/profile/names.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { testApp } from '#server/testing/app.ts';
import { solved } from '#server/testing/captcha.ts';

export const PASSWORD = 'five green kites';

interface Caller {
  headers?: Record<string, string>;
  from?: string;
}

/** A site called Ink whose accounts are tested from outside: calls come from 192.0.2.1 where they name no address. */
export async function openAccounts(now: () => Date = () => new Date()) {
  const site = await testApp(
    { name: 'Ink', url: 'https://ink.example', limits: { readsPerMinute: 0, captcha: 2 } },
    now,
  );

  async function post(path: string, body?: object | string, { headers = {}, from = '192.0.2.1' }: Caller = {}) {
    const answer = await site.app.inject({
      method: 'POST',
      url: `/api/${path}`,
      remoteAddress: from,
      headers: { host: 'comics.test', ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json(), text: answer.body, headers: answer.headers };
  }
  const captcha = async (purpose: string) => solved((await site.get(`/api/captcha?for=${purpose}`)).body);
  const draft = async (username: string, more: object = {}) => ({
    username,
    email: `${username}@mail.test`,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    captcha: await captcha('register'),
    ...more,
  });
  const login = (username: string, password = PASSWORD, caller: Caller = {}) =>
    post('login', { username, password }, caller);

  /** A member with a password, verified; their id. */
  async function known(username: string, password = PASSWORD, email = `${username}@mail.test`): Promise<number> {
    const { id } = await site.deps.db
      .insertInto('users')
      .values({
        username,
        username_key: usernameKey(username),
        email,
        password: await hashPassword(password),
        verified_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const link = (userId: number, purpose: 'verify' | 'reset', address: string) =>
    withTransaction(site.deps.db, (tx) => makeLinkToken(tx, { userId, purpose, address }));

  return { site, post, captcha, draft, login, known, link };
}
