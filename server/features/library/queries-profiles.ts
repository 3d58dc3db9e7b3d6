import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The part of a member's library that others may see. */
export interface Shelf {
  id: number;
  favorites: boolean;
}

/** The member of a name, in whatever case, and whether their favorites are everyone's to see; null where there is none now. */
export async function findShelf(db: Db, username: string): Promise<Shelf | null> {
  if (username.includes('\0') || !username.isWellFormed()) return null;
  const {
    rows: [found],
  } = await sql<Shelf>`
    select id, coalesce((settings->>'public_favorites')::boolean, false) as favorites from users
    where lower(username) = lower(${username}) and deleted_at is null and banned_at is null`.execute(db);
  return found ?? null;
}
