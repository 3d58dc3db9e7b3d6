import { sql, type RawBuilder } from 'kysely';
import {
  MAX_SAVED_SEARCHES,
  type SavedSearch,
  type SearchChanges,
  type SearchDraft,
} from '#contract/saved-searches.ts';
import type { Db, Tx } from '#server/db/database.ts';

const COLUMNS = sql`id, name, query, followed_at is not null as followed`;

/** The searches that a member keeps, in the order in which they were saved. */
export async function listSearches(db: Db, userId: number): Promise<SavedSearch[]> {
  const { rows } = await sql<SavedSearch>`
    select ${COLUMNS} from saved_searches where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** Keeps a search of a member, as `SearchDraft` has it; null where there would be more than `MAX_SAVED_SEARCHES`. */
export async function saveSearch(
  tx: Tx,
  userId: number,
  { name, query, followed }: SearchDraft,
): Promise<SavedSearch | null> {
  // Whoever saves another meanwhile waits, so that there are never too many.
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql<SavedSearch>`
    insert into saved_searches as s (user_id, name, query, followed_at)
    select ${userId}::int, ${name}, ${query}, case when ${followed ?? false}::boolean then clock_timestamp() end
    where exists (select from saved_searches where user_id = ${userId} and name = ${name})
      or (select count(*) from saved_searches where user_id = ${userId}) < ${MAX_SAVED_SEARCHES}
    on conflict (user_id, name) do update set query = excluded.query, followed_at = ${followedAt(followed)}
    returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Of the row `s`: who is told already is told from when they were. */
function followedAt(followed: boolean | undefined): RawBuilder<unknown> {
  if (followed === undefined) return sql`s.followed_at`;
  return followed ? sql`coalesce(s.followed_at, clock_timestamp())` : sql`null`;
}

/** Changes a search of a member; null where it is not theirs. */
export async function changeSearch(
  tx: Tx,
  userId: number,
  id: number,
  { name, followed }: SearchChanges,
): Promise<SavedSearch | null> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  if (name !== undefined) {
    await sql`delete from saved_searches o where o.user_id = ${userId} and o.name = ${name} and o.id <> ${id}
      and exists (select from saved_searches s where s.user_id = ${userId} and s.id = ${id})`.execute(tx);
  }
  const { rows } = await sql<SavedSearch>`
    update saved_searches s set name = coalesce(${name ?? null}::text, s.name), followed_at = ${followedAt(followed)}
    where s.user_id = ${userId} and s.id = ${id} returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Forgets a search of a member. */
export async function forgetSearch(db: Db, userId: number, id: number): Promise<void> {
  await sql`delete from saved_searches where user_id = ${userId} and id = ${id}`.execute(db);
}
