import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';

/** A session as it is stored. Times are ISO 8601 in UTC. */
export interface SessionRow {
  id: number;
  agent: string | null;
  address: string | null;
  created_at: string;
  used_at: string;
}

/** The sessions of a user that are good now, last used first. */
export async function listSessions(db: Db, userId: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id::int as id, agent, address, ${isoTimestamp('tokens.created_at')} as created_at, ${isoTimestamp('tokens.used_at')} as used_at
    from tokens where user_id = ${userId} and purpose = 'access' and expires_at > now()
    order by tokens.used_at desc, id desc`.execute(db);
  return rows;
}

/** Ends one session of a user, at once; whether there was one. */
export async function endSession(db: Db, userId: number, id: number): Promise<boolean> {
  const { rows } =
    await sql`delete from tokens where user_id = ${userId} and purpose = 'access' and id = ${id} returning id`.execute(
      db,
    );
  return rows.length > 0;
}

/** Ends every session of a user but one, at once, and logins that wait for their second step. Null keeps none. */
export async function endOtherSessions(db: Db | Tx, userId: number, kept: number | null): Promise<void> {
  await sql`delete from tokens where user_id = ${userId} and purpose in ('access', 'second-step') and id is distinct from ${kept}::bigint`.execute(
    db,
  );
}
