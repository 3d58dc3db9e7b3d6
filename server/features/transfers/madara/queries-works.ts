import { sql } from 'kysely';
import type { Rating } from '#contract/comics.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { OldChapter } from './queries-old-addresses.ts';

/** A comic that a work became. */
export interface Series {
  id: number;
  title: string;
  rating: Rating;
  /** Whether this transfer made it, and nobody has shown it since. */
  fresh: boolean;
}

/** The comic that a work became, in this transfer or an earlier one; null before that. */
export async function findSeries(db: Db, seriesKey: string, transferId: number): Promise<Series | null> {
  const { rows } = await sql<Series>`
    select c.id, c.title, c.rating, c.state = 'draft' and c.created_at >= t.created_at as fresh
    from comics c join transfers t on t.id = ${transferId} where c.series_key = ${seriesKey}`.execute(db);
  return rows[0] ?? null;
}

/** Adds how often a work was seen elsewhere to its total; days are not known. */
export async function addViews(tx: Tx, comicId: number, views: number): Promise<void> {
  if (views === 0) return;
  await sql`update comic_stats set total = least(total::bigint + ${views}, 2000000000)::int where comic_id = ${comicId}`.execute(
    tx,
  );
}

/** The chapters that imports became, by the hashes of those; with the slugs that they had and when they came out elsewhere. */
export async function chaptersFor(
  tx: Tx,
  comicId: number,
  imported: readonly { hash: string; slug: string; at: string | null }[],
): Promise<OldChapter[]> {
  const { rows } = await sql<OldChapter>`
    select h.id, e.slug, e.at from jsonb_to_recordset(${JSON.stringify(imported)}::jsonb) as e (hash text, slug text, at text)
    join imports i on i.hash = e.hash join all_chapters h on h.id = i.chapter_id and h.comic_id = ${comicId}`.execute(
    tx,
  );
  return rows;
}

/**
 * Puts a comic right once its chapters are there: they came out when they did elsewhere, it reads as all of them do, and without a cover
 * of its own it has the first page.
 */
export async function finishSeries(tx: Tx, comicId: number, chapters: readonly OldChapter[]): Promise<void> {
  await sql`
    update all_chapters h set added_at = e.at, updated_at = e.at
    from jsonb_to_recordset(${JSON.stringify(chapters)}::jsonb) as e (id int, at timestamptz)
    where h.id = e.id and e.at <= now()`.execute(tx);
  await sql`
    update comics c set direction = h.direction
    from (select min(direction) as direction from all_chapters where comic_id = ${comicId}
      having count(distinct direction) = 1 and count(direction) = count(*)) h
    where c.id = ${comicId}`.execute(tx);
  await sql`
    update all_chapters h set direction = null from comics c
    where c.id = h.comic_id and h.comic_id = ${comicId} and h.direction = c.direction`.execute(tx);
  await sql`
    update comics c set cover = (
      select p.image from all_chapters h join pages p on p.chapter_id = h.id
      where h.comic_id = c.id and p.missing is null order by h.position, h.id, p.number limit 1)
    where c.id = ${comicId} and c.cover is null`.execute(tx);
}
