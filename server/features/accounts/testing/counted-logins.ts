// Logins of a site, to be opened where their work is counted (`openCounted`).
import { usernameKey } from '#server/features/accounts/profile/names.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';

let site: TestApp;

/** Opens a site with these members, who all have the same password; some are banned. */
export async function openLogins(
  usernames: readonly string[],
  password: string,
  banned: readonly string[],
): Promise<void> {
  site = await testApp();
  const stored = await hashPassword(password);
  await site.deps.db
    .insertInto('users')
    .values(
      usernames.map((username) => ({
        username,
        username_key: usernameKey(username),
        email: `${username}@mail.test`,
        password: stored,
        verified_at: new Date(),
        banned_at: banned.includes(username) ? new Date() : null,
      })),
    )
    .execute();
}

/** Tries to log in; the answer's status and its problem. */
export async function logIn(username: string, password: string): Promise<{ status: number; code: string }> {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host: 'comics.test' },
    payload: { username, password },
  });
  return { status: answer.statusCode, code: answer.json().code };
}

/** As if nobody had tried yet. */
export async function forgetTries(): Promise<void> {
  await site.deps.db.deleteFrom('throttles').execute();
}

export async function closeLogins(): Promise<void> {
  await site.close();
}
