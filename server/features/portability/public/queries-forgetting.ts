import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Forgets files from before a moment, at most so many: they are their owner's whole library. @returns how many. */
export async function forgetReviews(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from data_imports
    where id in (select id from data_imports where created_at < ${before.toISOString()}
      order by created_at limit ${limit}) returning 1`.execute(db);
  return rows.length;
}
