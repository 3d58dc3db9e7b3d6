import { sql } from 'kysely';
import type { ChapterState } from '#contract/chapter-editing.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** The facts that decide how a chapter may be moved. */
export interface HeldChapter {
  /** As people know it: its number and name. */
  title: string;
  state: ChapterState;
  publish_at: string | null;
  pages: number;
  /** Null for one that never came out, and for one that has been out since it was made.
   */
  release_order: number | null;
  removed_from: ChapterState | null;
  removed_by: number | null;
  /** Whether staff scheduled it: delays of groups do not hold it back. */
  delay_overruled: boolean;
}

/** Where a chapter goes: since or from when (`overruled`: whatever delays of groups say), and by whom it was removed. */
export type Target =
  | { state: 'published'; at: Date }
  | { state: 'scheduled'; at: Date; overruled: boolean }
  | { state: 'draft' }
  | { state: 'removed'; by: number | null };

/** Holds a chapter of a comic until the end of the transaction; null where the comic has it no more. */
export async function holdChapter(tx: Tx, comicId: number, id: number): Promise<HeldChapter | null> {
  const { rows } = await sql<HeldChapter>`
    select trim(concat_ws(' ', number, name)) as title, state,
      to_char(publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as publish_at, pages, release_order, removed_from, removed_by, delay_overruled
    from all_chapters where id = ${id} and comic_id = ${comicId} for update`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Moves a chapter. One that comes out for the first time is added at that moment; early access that is over by then is none.
 * @returns its place in the order in which chapters came out; null where it never did, or has been out since it was made. */
export async function setChapterState(tx: Tx, id: number, target: Target): Promise<number | null> {
  const at = 'at' in target ? target.at.toISOString() : null;
  const isRemoved = target.state === 'removed';
  const { rows } = await sql<{ release_order: number | null }>`
    update all_chapters set state = ${target.state}, publish_at = ${target.state === 'scheduled' ? at : null},
      added_at = case when ${target.state === 'published'} and state <> 'published' and release_order is null
        then ${at}::timestamptz else added_at end,
      premium_until = case when ${target.state === 'published'} and premium_until <= ${at}::timestamptz then null else premium_until end,
      removed_from = ${isRemoved ? sql`state` : null}, removed_by = ${isRemoved ? target.by : null},
      delay_overruled = ${target.state === 'scheduled' && target.overruled}, updated_at = now()
    where id = ${id} returning release_order`.execute(tx);
  return rows[0]?.release_order ?? null;
}

/** Chapters whose time has come, the earliest first. */
export async function dueChapters(db: Db, now: Date, most: number): Promise<{ id: number; comic_id: number }[]> {
  const { rows } = await sql<{ id: number; comic_id: number }>`
    select id, comic_id from all_chapters where state = 'scheduled' and publish_at <= ${now.toISOString()}
    order by publish_at, id limit ${most}`.execute(db);
  return rows;
}
