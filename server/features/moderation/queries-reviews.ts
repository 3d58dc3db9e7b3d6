import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/** Closes the reviews and scores of a comic; where they are closed it says why anew. */
export async function lockReviews(tx: Tx, comic: number, by: number, reason: string): Promise<void> {
  await sql`
    insert into review_locks (comic_id, user_id, reason) values (${comic}, ${by}, ${reason})
    on conflict (comic_id) do update set user_id = excluded.user_id, reason = excluded.reason`.execute(tx);
}

/** Opens them again. @returns whether they were closed. */
export async function unlockReviews(tx: Tx, comic: number): Promise<boolean> {
  const { rows } = await sql`delete from review_locks where comic_id = ${comic} returning comic_id`.execute(tx);
  return rows.length > 0;
}
