import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Forgets what became of messages from before a moment, at most so many. @returns how many. */
export async function forgetDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from webhook_deliveries
    where id in (select id from webhook_deliveries where created_at < ${before.toISOString()}
      order by id limit ${limit}) returning 1`.execute(db);
  return rows.length;
}
