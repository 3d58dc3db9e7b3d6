import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isoMoment, type PublicUserRow } from '#server/db/queries/public-users.ts';

/** A member as other members find them by name. */
export interface NamedMember {
  id: number;
  username: string;
  role: PublicUserRow['role'];
  banned_at: string | null;
  banned_until: string | null;
  banned_reason: string | null;
}

/** The member of a name, however it is written; null for none and for one whose account is deleted. */
export async function findMember(db: Db, username: string): Promise<NamedMember | null> {
  const {
    rows: [row],
  } = await sql<NamedMember>`
    select id, username, role, ${isoMoment(sql`banned_at`)} as banned_at, ${isoMoment(sql`banned_until`)} as banned_until, banned_reason from users
    where lower(username) = ${username.toLowerCase()} and deleted_at is null`.execute(db);
  return row ?? null;
}
