import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { UserRole } from '#contract/accounts.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { hashSecret, IDLE_SECONDS } from '#server/db/queries/sessions.ts';
import { termsVersion } from '#server/db/queries/terms-version.ts';
import type { SessionSource } from '#server/features/accounts/providers/queries-sign-ins.ts';

/** Who logs in. */
export interface LoginRow {
  id: number;
  username: string;
  email: string;
  /** The hash. */
  password: string;
  banned: boolean;
  /** Why, where they are. */
  banned_reason: string | null;
  verified: boolean;
}

/** Of `u`: whether they may sign in: their account is there, or closed and not yet erased. */
export const OPENABLE = sql`(u.deleted_at is null or u.erase_at > now())`;

const LOGIN = sql`u.id, u.username, u.email, u.password, u.banned_at is not null as banned, u.banned_reason, u.verified_at is not null as verified`;

/** A user by the key of their name, or null. */
export async function findByName(db: Db | Tx, key: string): Promise<LoginRow | null> {
  const { rows } =
    await sql<LoginRow>`select ${LOGIN} from users u where u.username_key = ${key} and ${OPENABLE}`.execute(db);
  return rows[0] ?? null;
}

/** The user an address belongs to, whatever its case: who has shown that it is theirs, else who named it first; or null. */
export async function findByEmail(db: Db | Tx, email: string): Promise<LoginRow | null> {
  const { rows } = await sql<LoginRow>`
    select ${LOGIN} from users u where lower(u.email) = lower(${email}) and ${OPENABLE}
    order by u.verified_at is null, u.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** A user to be; `password` is the hash. */
export interface UserDraft {
  username: string;
  key: string;
  email: string;
  password: string;
  locale: string;
  role?: UserRole;
  verified?: boolean;
}

/** Makes a user, who thereby accepts the terms as they are, or null when the name, or one that looks like it, is taken. */
export async function insertUser(
  tx: Tx,
  { username, key, email, password, locale, role = 'user', verified = false }: UserDraft,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, username_key, email, password, locale, role, verified_at, terms_version)
    values (${username}, ${key}, ${email}, ${password}, ${locale}, ${role}, case when ${verified}::boolean then now() end, ${termsVersion()})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Puts a hash made with today's parameters in the place of an older one of the same password. */
export async function renewHash(db: Db, userId: number, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update users set password = ${to} where id = ${userId} and password = ${from}`.execute(db);
}

/** A session to be. */
export interface SessionDraft {
  userId: number;
  remember: boolean;
  /** The name the program gives itself. */
  agent: string | null;
  /** Where it asks from, shortened. */
  address: string;
  /** The provider it began at, to end there, too; null for here. */
  source: SessionSource | null;
}

/** Sessions a user has at most; the one used longest ago ends for a new one. */
const MAX_SESSIONS = 100;

/** Opens a session: makes its token, 256 bits in base64url, of which the hash alone is stored. */
export async function insertSession(
  tx: Db | Tx,
  { userId, remember, agent, address, source }: SessionDraft,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into tokens (hash, user_id, purpose, remember, agent, address, payload, expires_at)
    values (${hashSecret(token)}, ${userId}, 'access', ${remember}, ${agent}, ${address}, ${JSON.stringify(source === null ? {} : { sign_in: source })}::jsonb,
      now() + make_interval(secs => ${remember ? IDLE_SECONDS.remembered : IDLE_SECONDS.short}))`.execute(tx);
  await sql`
    delete from tokens where id in (
      select id from tokens where user_id = ${userId} and purpose = 'access' order by used_at desc, id desc offset ${MAX_SESSIONS})`.execute(
    tx,
  );
  return token;
}

/** Remembers which site a user signed in to last. */
export async function noteSite(tx: Tx, userId: number, site: string): Promise<void> {
  await sql`update users set site = ${site} where id = ${userId} and site is distinct from ${site}`.execute(tx);
}

/** Ends the session of a token's number. */
export async function deleteSession(db: Db, token: number): Promise<void> {
  await sql`delete from tokens where id = ${token} and purpose = 'access'`.execute(db);
}
