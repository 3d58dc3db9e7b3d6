import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { OPENABLE } from './queries-login.ts';

/** A link that is good, and who it was sent to. */
export interface LinkRow {
  user_id: number;
  purpose: string;
  /** The address it was sent to. */
  address: string | null;
  username: string;
  email: string;
  verified: boolean;
}

/** The link of a secret, for one of some purposes; null when unknown, used, run out, or of a user who is erased. */
export async function findLink(db: Db | Tx, secret: string, purposes: readonly string[]): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select t.user_id /* user_id is never null: joined by it */, t.purpose, t.address, u.username, u.email, u.verified_at is not null as verified
    from tokens t join users u on u.id = t.user_id
    where t.hash = ${hashSecret(secret)} and t.purpose = any(${[...purposes]}::text[]) and t.expires_at > now() and ${OPENABLE}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Whether a link, good or not, was sent to the address that its user has shown to be theirs: one that was replaced, used or
 * ran out leads to nothing that is still to be done. It is known for 30 days after it ended (`deleteExpired`).
 */
export async function isConfirmedLink(db: Db | Tx, secret: string, purposes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tokens t join users u on u.id = t.user_id
    where t.hash = ${hashSecret(secret)} and t.purpose = any(${[...purposes]}::text[]) and lower(t.address) = lower(u.email)
      and u.verified_at is not null and ${OPENABLE}`.execute(db);
  return rows.length > 0;
}

/** Uses a link up; false where another call has. */
export async function takeLink(tx: Tx, secret: string): Promise<boolean> {
  const { rows } =
    await sql`delete from tokens where hash = ${hashSecret(secret)} and expires_at > now() returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Makes the address a user has named their own; false when it is no longer theirs, or another has shown that it is
 * theirs. Others who named it keep it unverified.
 *
 * @throws a database error with code 23505 when another does so at the same time.
 */
export async function verifyAddress(tx: Tx, userId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    update users u set verified_at = coalesce(verified_at, now()) where id = ${userId} and lower(email) = lower(${email})
      and not exists (select from users o where lower(o.email) = lower(${email}) and o.verified_at is not null and o.id <> u.id)
    returning 1`.execute(tx);
  return rows.length > 0;
}
