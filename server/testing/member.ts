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

interface MemberOptions {
  role?: 'user' | 'uploader' | 'moderator' | 'admin';
  verified?: boolean;
}

/** Makes a member with a session, past registration: verified, with the role `user` unless the test says otherwise. */
export async function member(
  db: Db,
  { username = madeUpName(), ...wanted }: MemberOptions & { username?: string } = {},
): Promise<Member> {
  const [made] = await named(db, [username], wanted);
  return made!;
}

/** As many members as `member` makes one by one, in two statements. */
export function members(db: Db, count: number, wanted: MemberOptions = {}): Promise<Member[]> {
  return named(db, Array.from({ length: count }, madeUpName), wanted);
}

async function named(
  db: Db,
  usernames: readonly string[],
  { role = 'user', verified = true }: MemberOptions,
): Promise<Member[]> {
  const made = await db
    .insertInto('users')
    .values(
      usernames.map((username) => ({
        username,
        username_key: usernameKey(username),
        email: `${username}@example.test`,
        password: '-',
        role,
        verified_at: verified ? new Date() : null,
      })),
    )
    .returning(['id', 'username', 'email'])
    .execute();
  const signedIn = made.map((user) => ({ ...user, token: randomBytes(32).toString('base64url') }));
  await db
    .insertInto('tokens')
    .values(
      signedIn.map(({ id, token }) => ({
        hash: hashSecret(token),
        user_id: id,
        purpose: 'access' as const,
        expires_at: new Date(Date.now() + 86_400_000),
      })),
    )
    .execute();
  return signedIn.map((user) => ({ ...user, headers: { authorization: `Bearer ${user.token}` } }));
}

function madeUpName(): string {
  return `m${randomBytes(5).toString('hex')}`;
}
