import { sql } from 'kysely';
import type { Chapter } from '#contract/chapters.ts';
import type { Db } from '#server/db/database.ts';
import { premiumChapter, premiumComic, premiumUntil, reachableComics } from '#server/db/visible.ts';

/** The chapters of a reachable comic in reading order; of a one-shot, the one that holds its pages. */
export async function chaptersOf(db: Db, comicId: number): Promise<Chapter[]> {
  const { rows } = await sql<Chapter>`
    select h.id, h.slug, h.name, h.number, h.pages, ${premiumChapter()} as premium,
      case when ${premiumComic()} and c.premium_until is null then null else greatest(${premiumUntil('c')}, ${premiumUntil('h')}) end as premium_until,
      to_char(h.added_at at time zone 'UTC', 'YYYY-MM-DD') as added_at, to_char(h.updated_at at time zone 'UTC', 'YYYY-MM-DD') as updated_at
    from ${reachableComics()} c join chapters h on h.comic_id = c.id
    where c.id = ${comicId} order by h.position, h.id`.execute(db);
  return rows;
}
