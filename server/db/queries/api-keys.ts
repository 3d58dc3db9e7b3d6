import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';

/** Whether a member has an API key that is good now. */
export async function hasApiKeys(db: Db | Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from api_keys where user_id = ${userId} and expires_at > now() limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Ends every API key of a member, at once. @returns the numbers of those that were good until then. */
export async function endApiKeys(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; good: boolean }>`
    delete from api_keys where user_id = ${userId} returning id, expires_at > now() as good`.execute(tx);
  return rows
    .filter(({ good }) => good)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}
