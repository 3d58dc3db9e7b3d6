import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { reachableComics } from '#server/db/visible.ts';

/** When a comic appeared and when something of it changed last. */
export interface Moments { published: Date; updated: Date }

/** The moments of some reachable comics by their ids. */
export async function momentsOf(db: Db, ids: readonly number[]): Promise<Map<number, Moments>> {
  const { rows } = await sql<{ id: number; published: Date | string; updated: Date | string }>`
    select c.id, c.uploaded_at as published, greatest(c.uploaded_at, c.updated_at) as updated from ${reachableComics()} c where c.id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, published, updated }) => [id, { published: new Date(published), updated: new Date(updated) }]));
}

/** A chapter as a feed tells of it. */
export interface ReleasedChapter extends Moments { id: number; slug: string; name: string; number: string | null; groups: string[] }

/** The chapters of a reachable comic, those that came last first, and how many there are. */
export async function releasesOf(db: Db, comicId: number, offset: number, limit: number): Promise<{ rows: ReleasedChapter[]; total: number }> {
  const { rows } = await sql<Omit<ReleasedChapter, keyof Moments> & { published: Date | string; updated: Date | string; total: number }>`
    select h.id, h.slug, h.name, h.number, h.added_at as published, greatest(h.added_at, h.updated_at) as updated, count(*) over ()::int as total,
      coalesce((select json_agg(t.name order by t.name) from chapter_groups g join terms t on t.id = g.term_id where g.chapter_id = h.id), '[]') as groups
    from ${reachableComics()} c join chapters h on h.comic_id = c.id
    where c.id = ${comicId} order by h.added_at desc, h.position desc, h.id desc limit ${limit} offset ${offset}`.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => ({ ...row, published: new Date(row.published), updated: new Date(row.updated) })), total: rows[0]?.total ?? 0 };
}
