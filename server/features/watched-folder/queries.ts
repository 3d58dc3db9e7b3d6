import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Something in the watched folder, as it is now. */
export interface WatchedEntry {
  path: string;
  bytes: number;
  modified_at: Date;
}

/**
 * Remembers what is in the folder; the paths of what is as it was at the last look and was not taken in since it
 * changed. Until `markImported` they are told again.
 */
export async function noteSources(db: Db, seen: readonly WatchedEntry[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    with seen as (select * from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as s (path text, bytes bigint, modified_at timestamptz)),
    stable as (
      select s.path from seen s join watched_files w on w.path = s.path
      where w.bytes = s.bytes and w.modified_at = s.modified_at and not w.taken),
    noted as (
      insert into watched_files (path, bytes, modified_at) select path, bytes, modified_at from seen
      on conflict (path) do update set bytes = excluded.bytes, modified_at = excluded.modified_at, seen_at = now(),
        taken = watched_files.taken and watched_files.bytes = excluded.bytes and watched_files.modified_at = excluded.modified_at)
    select path from stable order by path`.execute(db);
  return rows.map((row) => row.path);
}

/** Says that these were taken in, or refused: they are not tried again before they change. */
export async function markImported(db: Db, paths: readonly string[]): Promise<void> {
  await sql`update watched_files set taken = true where path = any(${[...paths]}::text[])`.execute(db);
}

/** Forgets what is no longer in the folder. */
export async function forgetUnseen(db: Db, paths: readonly string[]): Promise<void> {
  await sql`delete from watched_files where path <> all(${[...paths]}::text[])`.execute(db);
}
