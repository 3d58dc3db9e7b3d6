import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';

/** The request of a commit. */
export interface CommitRequest {
  user_id: number;
  role: string;
  publish: 'draft' | 'now' | 'at';
  publish_at: Date | null;
  incomplete: boolean;
}

/** Whose upload is being committed, as what and when; null when it is not. */
export async function findCommitRequest(db: Db, id: number): Promise<CommitRequest | null> {
  const { rows } = await sql<CommitRequest>`
    select u.user_id, m.role, u.publish /* publish is never null: chosen before it commits */,
      u.publish_at, u.incomplete from uploads u join users m on m.id = u.user_id
    where u.id = ${id} and u.state = 'committing'`.execute(db);
  return rows[0] ?? null;
}

/** Says whose a comic is. */
export async function giveComic(tx: Tx, comicId: number, userId: number): Promise<void> {
  await sql`update comics set uploader_id = ${userId} where id = ${comicId}`.execute(tx);
}

/** Says what a work became. */
export async function markBecame(tx: Tx, workId: number, comicId: number): Promise<void> {
  await sql`update upload_works set became = ${comicId} where id = ${workId}`.execute(tx);
}

/** Holds a comic until the end of the transaction; what a new chapter must know of it. */
export async function holdTarget(
  tx: Tx,
  comicId: number,
): Promise<{ state: string; direction: string; chapters: number[] } | null> {
  const { rows } = await sql<{ state: string; direction: string; chapters: number[] }>`
    select state, direction, array(select h.id from all_chapters h where h.comic_id = comics.id) as chapters from comics
    where id = ${comicId} and state <> 'removed' for update`.execute(tx);
  return rows[0] ?? null;
}

/** Whether a comic has this key already. Others who would take it wait until the end of the transaction. */
export async function isSeriesTaken(tx: Tx, seriesKey: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${seriesKey}, 0))`.execute(tx);
  const { rows } = await sql`select 1 from comics where series_key = ${seriesKey}`.execute(tx);
  return rows.length > 0;
}
