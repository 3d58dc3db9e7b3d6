import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { blockedChapterFor, listedComics, visibleComics, withinLimits } from '#server/db/visible.ts';
import { asksForRating, type ReleaseGate, type ReleaseRecipient } from './public/queries-releases.ts';

/** New comics that are looked at together. */
export interface NewComics {
  /** Names the batch: when it was put together, as the database writes it. */
  batch: string;
  ids: number[];
}

/** A search that new comics are looked at for. */
export interface FollowedSearch {
  id: number;
  user_id: number;
  query: string;
}

/** Comics of a batch at most. */
const MAX_BATCH = 500;

/** The new comics that were not looked at for every search: those of a batch that was begun, else the first as a new batch; null where there are none. */
export async function nextNewComics(db: Db): Promise<NewComics | null> {
  const begun = await batchBegun(db);
  if (begun !== null) return begun;
  // Another process may have put one together meanwhile; then these are none.
  await sql`update new_comics set batch = now()
    where batch is null and comic_id in (select comic_id from new_comics where batch is null order by at, comic_id limit ${MAX_BATCH})`.execute(
    db,
  );
  return batchBegun(db);
}

async function batchBegun(db: Db): Promise<NewComics | null> {
  const { rows } = await sql<NewComics>`
    select n.batch::text as batch, array_agg(n.comic_id order by n.comic_id) as ids
    from new_comics n where n.batch is not null group by n.batch order by n.batch limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Forgets the comics of a batch that was looked at for every search. */
export async function forgetNewComics(db: Db, { batch }: NewComics): Promise<void> {
  await sql`delete from new_comics where batch = ${batch}::timestamptz`.execute(db);
}

/** The next followed searches, after one, that a batch was not looked at for. */
export async function searchesLeft(
  db: Db,
  { batch }: NewComics,
  after: number,
  limit: number,
): Promise<FollowedSearch[]> {
  const { rows } = await sql<FollowedSearch>`
    select s.id, s.user_id, s.query from saved_searches s
    where s.followed_at is not null and s.told < ${batch}::timestamptz and s.id > ${after} order by s.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Tells whose searches these are of the comics of a batch that they found: one notification a search, which counts up until it
 * is read. Nobody is told of a comic that came out before they followed, that lists do not show them, that has a term they hide, or that is
 * of whom they block.
 * A batch that a search was looked at for is not looked at again.
 */
export async function tellSearches(
  tx: Tx,
  { batch }: NewComics,
  found: readonly { id: number; comics: readonly number[] }[],
  gate: ReleaseGate,
  hasGroups: boolean,
): Promise<ReleaseRecipient[]> {
  const { rows } = await sql<ReleaseRecipient>`
    with looked as (
      update saved_searches s set told = ${batch}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (id int, comics int[])
      where s.id = f.id and s.followed_at is not null and s.told < ${batch}::timestamptz
      returning s.id, s.user_id, s.followed_at, f.comics)
    insert into notifications as n (user_id, kind, payload)
    select u.id, 'search', jsonb_build_object('search_id', s.id, 'count', m.count)
    from looked s join users u on u.id = s.user_id
    cross join lateral (
      select count(*)::int as count from ${visibleComics(listedComics('all'))} c
      join new_comics w on w.comic_id = c.id and w.at >= s.followed_at
      where c.id = any(s.comics) and ${asksForRating(gate)}
        and not exists (select from hidden_terms h where h.user_id = u.id and h.term_id = any(c.terms)) and ${withinLimits(sql`u.id`)}
        and exists (select from chapters h where h.comic_id = c.id and not ${blockedChapterFor(sql`u.id`, hasGroups)})) m
    where m.count > 0 and u.deleted_at is null and u.banned_at is null
      and coalesce((u.settings->'notifications'->>'searches')::boolean, true)
    order by s.id
    on conflict (user_id, ((payload->>'search_id')::int)) where kind = 'search' and read_at is null do update set
      payload = n.payload || jsonb_build_object('count', (n.payload->>'count')::int + (excluded.payload->>'count')::int), created_at = now()
    returning n.id::int, n.user_id, exists (select from push_subscriptions p where p.user_id = n.user_id) as push`.execute(
    tx,
  );
  return rows;
}
