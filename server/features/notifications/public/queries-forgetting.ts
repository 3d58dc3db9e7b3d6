import { sql } from 'kysely';
import { MAX_NOTIFICATIONS } from '#contract/notifications.ts';
import type { Db } from '#server/db/database.ts';

/**
 * Takes away what is from before a moment, at most so many, and of each member what is beyond the newest `most`.
 *
 * @returns how many were too old.
 */
export async function forgetNotifications(
  db: Db,
  before: Date,
  limit: number,
  most = MAX_NOTIFICATIONS,
): Promise<number> {
  const { rows } = await sql`
    delete from notifications
    where id in (select id from notifications where created_at < ${before.toISOString()} order by id limit ${limit})
    returning 1`.execute(db);
  if (rows.length < limit) {
    await sql`
      delete from notifications where id in (
        select o.id from (select user_id from notifications group by user_id having count(*) > ${most}) many
        cross join lateral (
          select n.id from notifications n where n.user_id = many.user_id order by n.created_at desc, n.id desc offset ${most}) o)`.execute(
      db,
    );
  }
  return rows.length;
}
