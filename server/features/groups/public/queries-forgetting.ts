import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Invitations whose time was over by then. @returns how many were forgotten, at most `limit`. */
export async function forgetInvitations(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from group_invitations i using (
      select term_id, user_id from group_invitations where expires_at <= ${before.toISOString()} order by expires_at limit ${limit}) o
    where i.term_id = o.term_id and i.user_id = o.user_id returning 1`.execute(db);
  return rows.length;
}
