import { sql } from 'kysely';
import type { UserRole } from '#contract/accounts.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { OPENABLE } from '#server/features/accounts/login/queries-login.ts';
import type { VouchedIdentity } from './claims.ts';

/** The member an identity is joined to. */
export interface IdentityOwner {
  user_id: number;
  banned: boolean;
  banned_reason: string | null;
}

/** Whose an identity is; null where it is nobody’s, or that of an account that is erased. */
export async function findIdentityOwner(
  db: Db | Tx,
  { issuer, subject }: Pick<VouchedIdentity, 'issuer' | 'subject'>,
): Promise<IdentityOwner | null> {
  const { rows } = await sql<IdentityOwner>`
    select i.user_id, u.banned_at is not null as banned, u.banned_reason
    from identities i join users u on u.id = i.user_id where i.issuer = ${issuer} and i.subject = ${subject} and ${OPENABLE}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Joins an identity to a member; false where it is somebody’s already. */
export async function insertIdentity(
  tx: Tx,
  userId: number,
  { issuer, subject, provider, name }: Pick<VouchedIdentity, 'issuer' | 'subject' | 'provider' | 'name'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into identities (user_id, issuer, subject, provider, name) values (${userId}, ${issuer}, ${subject}, ${provider}, ${name})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Notes that an identity was used, and how it is called now. */
export async function touchIdentity(
  tx: Tx,
  { issuer, subject, provider, name }: Pick<VouchedIdentity, 'issuer' | 'subject' | 'provider' | 'name'>,
): Promise<void> {
  await sql`
    update identities set used_at = now(), provider = ${provider}, name = ${name} where issuer = ${issuer} and subject = ${subject}`.execute(
    tx,
  );
}

/** An identity as its member sees it. */
export interface IdentityRow {
  id: number;
  issuer: string;
  provider: string;
  name: string;
  created_at: string;
  used_at: string;
}

/** The identities of a member, the oldest first. */
export async function listIdentities(db: Db | Tx, userId: number): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select id, issuer, provider, name, ${isoMoment(sql`created_at`)} as created_at, ${isoMoment(sql`used_at`)} as used_at
    from identities where user_id = ${userId} order by identities.created_at, id`.execute(db);
  return rows;
}

/** Parts an identity from its member. */
export async function deleteIdentity(tx: Tx, userId: number, id: number): Promise<void> {
  await sql`delete from identities where user_id = ${userId} and id = ${id}`.execute(tx);
}

/** The role of a member, who is locked until the transaction ends. */
export async function lockRole(tx: Tx, userId: number): Promise<UserRole | null> {
  const { rows } = await sql<{ role: UserRole }>`select role from users where id = ${userId} for update`.execute(tx);
  return rows[0]?.role ?? null;
}

/** Gives a member a role. */
export async function putMappedRole(tx: Tx, userId: number, role: UserRole): Promise<void> {
  await sql`update users set role = ${role} where id = ${userId}`.execute(tx);
}

/** A member who may sign in, by the key of their name: number, language, and why not where they are banned; null for none. */
export async function findLinkable(
  db: Db,
  key: string,
): Promise<{ id: number; username: string; locale: string | null; banned: boolean } | null> {
  const { rows } = await sql<{ id: number; username: string; locale: string | null; banned: boolean }>`
    select u.id, u.username, coalesce(u.settings->>'locale', u.locale) as locale, u.banned_at is not null as banned
    from users u where u.username_key = ${key} and ${OPENABLE}`.execute(db);
  return rows[0] ?? null;
}
