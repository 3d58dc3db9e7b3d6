import { sql } from 'kysely';
import { MAX_REREAD, MAX_SHELVED, type Shelf } from '#contract/shelves.ts';
import type { Tx } from '#server/db/database.ts';
import { reachableComics } from '#server/db/visible.ts';

/** A work on a shelf elsewhere, to be on it here. */
export interface ShelvedElsewhere {
  comic_id: number;
  shelf: Shelf;
  started_on: string | null;
  finished_on: string | null;
  reread: number;
}

/**
 * Puts works of a member where they stand elsewhere, in place of what was said of them here; their notes stay, and days that only this site
 * has. All or none: false where there would be more than `MAX_SHELVED`.
 */
export async function takeShelves(
  tx: Tx,
  userId: number,
  works: readonly ShelvedElsewhere[],
  now: Date,
): Promise<boolean> {
  // Whoever puts others on a shelf meanwhile waits, so that there are never too many.
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  await sql`
    insert into shelved_comics as s (user_id, comic_id, shelf, started_on, finished_on, reread, moved_at, updated_at)
    select ${userId}, e.comic_id, e.shelf, e.started_on, e.finished_on, least(e.reread, ${MAX_REREAD}), ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(works)}::jsonb) e (comic_id int, shelf text, started_on date, finished_on date, reread int)
    join ${reachableComics({ member: userId })} c on c.id = e.comic_id and c.state <> 'removed'
    order by e.comic_id
    on conflict (user_id, comic_id) do update set shelf = excluded.shelf, started_on = coalesce(excluded.started_on, s.started_on),
      finished_on = coalesce(excluded.finished_on, s.finished_on), reread = greatest(s.reread, excluded.reread),
      moved_at = case when s.shelf = excluded.shelf then s.moved_at else excluded.moved_at end, updated_at = excluded.updated_at`.execute(
    tx,
  );
  const { rows } = await sql<{ fits: boolean }>`
    select count(*) <= ${MAX_SHELVED} as fits from shelved_comics where user_id = ${userId}`.execute(tx);
  return rows[0]?.fits === true;
}
