import { sql } from 'kysely';
import type { AccountSettings } from '#contract/accounts.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** Puts choices over those that were there, in one statement, so that two devices lose nothing of each other; those inside `notifications` one by one. */
export async function mergeSettings(db: Db, userId: number, changes: AccountSettings): Promise<AccountSettings> {
  const { notifications, ...rest } = changes;
  const inner =
    notifications === undefined
      ? sql``
      : sql`|| jsonb_build_object('notifications', coalesce(settings->'notifications', '{}') || ${JSON.stringify(notifications)}::jsonb)`;
  const { rows } = await sql<{ settings: AccountSettings }>`
    update users set settings = settings || ${JSON.stringify(rest)}::jsonb ${inner} where id = ${userId} returning settings`.execute(
    db,
  );
  return rows[0]?.settings ?? {};
}

/**
 * Whether a user is the only admin who can still sign in. Locks every admin where they are one, so that two who leave at
 * the same time wait for each other; to be asked before the transaction locks any user.
 */
export async function isLastAdmin(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from users
    where role = 'admin' and deleted_at is null and banned_at is null and (select u.role from users u where u.id = ${userId}) = 'admin'
    order by id for update`.execute(tx);
  return rows.length === 1 && rows[0]?.id === userId;
}
