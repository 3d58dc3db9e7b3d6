import { sql } from 'kysely';
import type { State } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isGroupStaff } from '#server/features/groups/public/upload-rights.ts';

/** The facts that decide how a comic may come out. */
export interface Publishable {
  state: State;
  pages: number;
  uploader_id: number | null;
  published: boolean;
  publish_at: string | null;
  first_release: number | null;
  removed_from: State | null;
}

/** Holds a comic until the end of the transaction, and tells how it stands; null where there is none. */
export async function holdPublishable(tx: Tx, comicId: number): Promise<Publishable | null> {
  const { rows } = await sql<Publishable>`
    select c.state, c.pages, c.uploader_id, c.published_at is not null as published,
    to_char(c.publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as publish_at, c.removed_from,
      (select min(h.release) from chapters h where h.comic_id = c.id) as first_release
    from comics c where c.id = ${comicId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Holds comics. @throws Problem `comic-state-wrong` where one is removed: nothing of it comes back under another's name. */
export async function requireNotRemoved(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{
    state: State;
  }>`select state from comics where id = any(${[...ids]}::int[]) order by id for update`.execute(tx);
  if (rows.some(({ state }) => state === 'removed')) throw problem('comic-state-wrong');
}

/**
 * Shows a comic to everyone. One that comes out for the first time counts as uploaded now, unless its upload date says
 * something else than when it was brought here.
 */
export async function showPublicly(tx: Tx, comicId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await sql`
    update comics set state = 'published', publish_at = null, updated_at = ${at}, published_at = coalesce(published_at, ${at}::timestamptz),
      uploaded_at = case when published_at is null and abs(extract(epoch from uploaded_at - created_at)) < 60
        then date_trunc('milliseconds', ${at}::timestamptz) else uploaded_at end
    where id = ${comicId}`.execute(tx);
}

/** Has a comic come out later. */
export async function scheduleComic(tx: Tx, comicId: number, at: Date): Promise<void> {
  await sql`update comics set state = 'scheduled', publish_at = ${at.toISOString()}, updated_at = now() where id = ${comicId}`.execute(
    tx,
  );
}

/** Takes a comic out of lists (`unlisted`) or out of sight (`draft`). */
export async function hideComic(tx: Tx, comicId: number, state: 'unlisted' | 'draft'): Promise<void> {
  await sql`update comics set state = ${state}, publish_at = null, updated_at = now() where id = ${comicId}`.execute(
    tx,
  );
}

/** Leaves of a comic only its tombstone, with the reason. */
export async function removeComic(tx: Tx, comicId: number, reason: string, now: Date): Promise<void> {
  await sql`
    update comics set removed_from = state, state = 'removed', publish_at = null, removed_at = ${now.toISOString()},
    removed_reason = ${reason}, updated_at = now()
    where id = ${comicId}`.execute(tx);
}

/** Brings a removed comic back as it was; one that was scheduled is a draft. */
export async function restoreComic(tx: Tx, comicId: number): Promise<void> {
  await sql`
    update comics set state = case coalesce(removed_from, 'draft') when 'scheduled' then 'draft'
        when 'removed' then 'draft' else coalesce(removed_from, 'draft') end,
      removed_from = null, removed_at = null, removed_reason = null, updated_at = now()
    where id = ${comicId} and state = 'removed'`.execute(tx);
}

/** Who moved a comic last, and to which state, as far as its history knows; null where it does not. */
export async function lastMove(tx: Tx, comicId: number): Promise<{ user_id: number | null; state: string } | null> {
  const { rows } = await sql<{ user_id: number | null; state: string }>`
    select user_id, changes->'state'->>'after' as state from comic_revisions where comic_id = ${comicId}
    and changes ? 'state' order by id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Whether it was staff who moved a comic last, as far as its history knows. */
export async function isScheduledByStaff(tx: Tx, comicId: number): Promise<boolean> {
  return isGroupStaff(tx, (await lastMove(tx, comicId))?.user_id ?? null);
}

/** Of these comics those that an uploader may move: all but unlisted ones that someone else unlisted. */
export async function movableBy(db: Db, userId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from comics c where c.id = any(${[...ids]}::int[]) and (c.state <> 'unlisted' or ${userId} = (
      select r.user_id from comic_revisions r where r.comic_id = c.id and r.changes ? 'state' order by r.id desc limit 1)) order by c.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** How many works of an uploader a moderator has approved. */
export async function countApproved(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from reviews where user_id = ${userId} and state = 'approved'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Puts a comic before the moderators; one that waits already keeps its place. */
export async function askReview(
  tx: Tx,
  { comicId, userId, at }: { comicId: number; userId: number; at: Date | null },
): Promise<void> {
  await sql`
    insert into reviews (comic_id, user_id, publish_at) values (${comicId}, ${userId}, ${at?.toISOString() ?? null})
    on conflict (comic_id) where state = 'waiting' do update set publish_at = excluded.publish_at`.execute(tx);
}

export interface ReviewRow {
  id: number;
  comic_id: number;
  user_id: number | null;
  state: 'waiting' | 'approved' | 'refused';
  publish_at: Date | null;
}

/** Holds a review until the end of the transaction; null where there is none. */
export async function holdReview(tx: Tx, id: number): Promise<ReviewRow | null> {
  const { rows } = await sql<Omit<ReviewRow, 'publish_at'> & { publish_at: string | null }>`
    select id, comic_id, user_id, state, to_char(publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as publish_at
    from reviews where id = ${id} for update`.execute(tx);
  const [row] = rows;
  return row ? { ...row, publish_at: row.publish_at === null ? null : new Date(row.publish_at) } : null;
}

/** Writes down what was decided about a review. */
export async function closeReview(
  tx: Tx,
  { id, state, note, by, now }: { id: number; state: 'approved' | 'refused'; note: string; by: number; now: Date },
): Promise<void> {
  await sql`update reviews set state = ${state}, note = ${note}, decided_by = ${by}, decided_at = ${now.toISOString()} where id = ${id}`.execute(
    tx,
  );
}

/** Ends a review that waits for a comic that is published or taken back otherwise. */
export async function dropReview(tx: Tx, comicId: number): Promise<void> {
  await sql`delete from reviews where comic_id = ${comicId} and state = 'waiting'`.execute(tx);
}

/** Comics whose time has come, the earliest first. */
export async function dueComics(db: Db, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from comics where state = 'scheduled' and publish_at <= ${now.toISOString()} order by publish_at, id limit ${most}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
