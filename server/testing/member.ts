import { randomBytes } from 'node:crypto';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { usernameKey } from '#server/features/accounts/profile/names.ts';
import type { Db } from '../db/database.ts';

/** A member of a test, signed in. */
export interface Member {
  id: number;
  username: string;
  email: string;
  token: string;
  /** The headers that make a call theirs: `app.inject({ headers })`, `site.get(path, headers)`. */
  headers: { authorization: string };
}

/** Makes a member with a session, past registration: verified, with the role `user` unless the test says otherwise. */
export async function member(
  db: Db,
  {
    role = 'user',
    verified = true,
    username = `m${randomBytes(5).toString('hex')}`,
  }: {
    role?: 'user' | 'uploader' | 'moderator' | 'admin';
    verified?: boolean;
    username?: string;
  } = {},
): Promise<Member> {
  const email = `${username}@example.test`;
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      username_key: usernameKey(username),
      email,
      password: '-',
      role,
      verified_at: verified ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('tokens')
    .values({ hash: hashSecret(token), user_id: id, purpose: 'access', expires_at: new Date(Date.now() + 86_400_000) })
    .execute();
  return { id, username, email, token, headers: { authorization: `Bearer ${token}` } };
}
