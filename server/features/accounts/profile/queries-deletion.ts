import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import type { Account } from './queries-own.ts';

/** An account with the site its last mail speaks for. */
export type ClosedAccount = Account & { site: string | null };

/** Closes an account until it is erased: to everyone else it is deleted. Its sessions, and logins and links under way, end. */
export async function closeUser(tx: Tx, userId: number, at: Date, eraseAt: Date): Promise<void> {
  await sql`update users set deleted_at = ${at.toISOString()}, erase_at = ${eraseAt.toISOString()}, pending_email = null where id = ${userId}`.execute(
    tx,
  );
  await sql`delete from tokens where user_id = ${userId}`.execute(tx);
}

/** Opens a closed account again, as it was; false where it is not closed. */
export async function reopenUser(tx: Tx, userId: number): Promise<boolean> {
  const { rows } =
    await sql`update users set deleted_at = null, erase_at = null where id = ${userId} and erase_at > now() returning 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Closed accounts whose time has come, at most so many. */
export async function dueToErase(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where erase_at <= ${now.toISOString()} order by erase_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A closed account whose time has come, held until the transaction ends; null where it is not, or another process has erased it. */
export async function holdDueToErase(tx: Tx, userId: number, now: Date): Promise<ClosedAccount | null> {
  const { rows } = await sql<ClosedAccount>`
    select username, email, role, password, coalesce(settings->>'locale', locale) as locale, site
    from users where id = ${userId} and erase_at <= ${now.toISOString()} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Leaves the name of a member in the credits of chapters, as it is now, without a link to them. */
export async function releaseCredits(tx: Tx, userId: number): Promise<void> {
  await sql`
    update chapter_credits k set user_id = null, name = u.username from users u where u.id = k.user_id and k.user_id = ${userId}`.execute(
    tx,
  );
}
