import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isoMoment, publicUserRow, type PublicUserRow } from '#server/db/queries/public-users.ts';

/** Most members one member can block. */
const MAX_BLOCKED = 1000;

/** From now on a member does not hear another; beyond 1,000 the earliest is heard again. */
export async function blockUser(db: Db, member: number, other: number): Promise<void> {
  await sql`insert into blocked_users (user_id, blocked_id) values (${member}, ${other}) on conflict do nothing`.execute(
    db,
  );
  await sql`
    delete from blocked_users where user_id = ${member} and blocked_id in (
      select blocked_id from blocked_users where user_id = ${member} order by created_at desc, blocked_id offset ${MAX_BLOCKED})`.execute(
    db,
  );
}

/** A member hears another again. */
export async function unblockUser(db: Db, member: number, other: number): Promise<void> {
  await sql`delete from blocked_users where user_id = ${member} and blocked_id = ${other}`.execute(db);
}

/** Whom a member does not want to hear, the latest first. */
export async function blockedUsers(db: Db, member: number): Promise<{ user: PublicUserRow; blocked_at: string }[]> {
  const { rows } = await sql<{ user: PublicUserRow; blocked_at: string }>`
    select ${publicUserRow('u')} as user, ${isoMoment(sql`b.created_at`)} as blocked_at
    from blocked_users b join users u on u.id = b.blocked_id and u.deleted_at is null where b.user_id = ${member} order by b.created_at desc, u.id`.execute(
    db,
  );
  return rows;
}
