import { sql } from 'kysely';
import type { Direction, Rating } from '#contract/comics.ts';
import type { Tx } from '#server/db/database.ts';

/** The fields that a chapter's arrival may change of its comic. */
export interface SeriesComic {
  id: number;
  slug: string;
  title: string;
  state: string;
  rating: Rating;
  direction: Direction;
  terms: number[];
  description: string | null;
  released_on: string | null;
  translated: boolean;
  /** Fields that staff keeps from being changed by imports. */
  locked: string[];
}

/** Makes everyone who adds to this series wait until the end of the transaction; the comic of the series, or null. */
export async function holdSeries(tx: Tx, seriesKey: string): Promise<SeriesComic | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${seriesKey}, 0))`.execute(tx);
  const { rows } = await sql<SeriesComic>`
    select id, slug, title, state, rating, direction, terms, description, released_on::text, translated, locked
    from comics where series_key = ${seriesKey} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Gives a comic the cover of its first chapter, unless someone chose one that is in none of its chapters. */
export async function coverFromFirstChapter(tx: Tx, comicId: number, chapterId: number, cover: string): Promise<void> {
  await sql`
    update comics c set cover = ${cover} where c.id = ${comicId}
      and ${chapterId} = (select h.id from chapters h where h.comic_id = c.id order by h.position, h.id limit 1)
      and exists (select 1 from pages p join chapters h on h.id = p.chapter_id where h.comic_id = c.id and p.image = c.cover)`.execute(
    tx,
  );
}

/** Calls a series complete once all chapters are there that its archives say it has. */
export async function completeWhenWhole(tx: Tx, comicId: number, count: number): Promise<void> {
  await sql`
    update comics c set status = 'complete' where c.id = ${comicId} and c.status is distinct from 'complete'
      and (select count(distinct h.number) from chapters h where h.comic_id = c.id) >= ${count}`.execute(tx);
}
