import { sql } from 'kysely';
import type { AccountSettings } from '#contract/accounts.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { endLinks } from '#server/features/accounts/mails/queries-tokens.ts';

/** The facts that changes of an account depend on. */
export interface Account {
  username: string;
  email: string;
  role: string;
  /** The hash. */
  password: string;
  locale: string | null;
}

/** A user who is not deleted, locked until the transaction ends where `tx` is one; null else. */
export async function findAccount(db: Db | Tx, userId: number): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select username, email, role, password, coalesce(settings->>'locale', locale) as locale
    from users where id = ${userId} and deleted_at is null ${db.isTransaction ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** The choices of a user. */
export async function findSettings(db: Db, userId: number): Promise<AccountSettings> {
  const row = await db.selectFrom('users').select('settings').where('id', '=', userId).executeTakeFirstOrThrow();
  return row.settings as AccountSettings;
}

/** Gives a user another name. @throws a database error with code 23505 when the name, or one that looks like it, is taken. */
export async function putUsername(db: Db, userId: number, username: string, key: string): Promise<void> {
  await sql`update users set username = ${username}, username_key = ${key} where id = ${userId}`.execute(db);
}

/** Gives a user another password. A new address that waits to be confirmed is forgotten: whoever asked for it may be who the password is changed against. */
export async function putPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await sql`update users set password = ${hash}, pending_email = null where id = ${userId}`.execute(tx);
  await endLinks(tx, userId, ['reset', 'email']);
}

/** Who has shown that an address is theirs, whatever its case; null for nobody. */
export async function findAddressOwner(tx: Tx, email: string): Promise<number | null> {
  const { rows } = await sql<{
    id: number;
  }>`select id from users where lower(email) = lower(${email}) and verified_at is not null`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Remembers the address that a user wants to use once it is confirmed; null forgets it, and the links sent to it. */
export async function putPendingEmail(tx: Tx, userId: number, email: string | null): Promise<void> {
  await sql`update users set pending_email = ${email} where id = ${userId}`.execute(tx);
  await endLinks(tx, userId, ['email']);
}

/** Makes the address that was to be confirmed the user's, verified, and ends every other link sent before; false where they no longer want this one. */
export async function confirmPendingEmail(tx: Tx, userId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    update users set email = ${email}, pending_email = null, verified_at = coalesce(verified_at, now())
    where id = ${userId} and pending_email = ${email} and deleted_at is null returning id`.execute(tx);
  await sql`delete from tokens where user_id = ${userId}
    and (purpose in ('verify', 'reset') or purpose = 'email' and address is distinct from ${email})`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes everything from a user that is theirs: every row that goes with them by reference (sessions, passkeys, favorites,
 * lists, progress, votes…, found from the schema, so that later tables join by themselves). What others read, comments,
 * stays as a deleted user's. The row itself keeps its number and nothing else. Answers the hash of the avatar there was.
 */
export async function eraseUser(tx: Tx, userId: number): Promise<string | null> {
  const { avatar } = await tx.selectFrom('users').select('avatar').where('id', '=', userId).executeTakeFirstOrThrow();
  const { rows } = await sql<{ owned: string; by: string }>`
    select k.conrelid::regclass::text as owned, a.attname as by
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'users'::regclass and k.confdeltype = 'c'
    order by owned, by`.execute(tx);
  for (const { owned, by } of rows) {
    await sql`delete from ${sql.table(owned)} where ${sql.ref(by)} = ${userId}`.execute(tx);
  }
  // A name and an address that nobody can have, so that they are in nobody's way.
  const nobody = `deleted#${userId}`;
  await sql`
    update users set username = ${nobody}, username_key = ${nobody}, email = ${nobody}, pending_email = null, password = '-', role = 'user',
      verified_at = null, avatar = null, locale = null, site = null, settings = '{}', totp_secret = null, totp_confirmed_at = null, totp_step = null,
      digest_at = null, banned_reason = null, banned_until = null, deleted_at = now(), erase_at = null
    where id = ${userId}`.execute(tx);
  return avatar;
}
