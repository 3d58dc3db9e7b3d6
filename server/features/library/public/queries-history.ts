import { sql } from 'kysely';
import type { HistoryEntry } from '#contract/library.ts';
import type { Db } from '#server/db/database.ts';
import { hasReadAll } from '#server/db/queries/chapter-key.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { reachableComics, type VisibilityScope } from '#server/db/visible.ts';

/** The last place of a member in a comic, without its card. */
export type HistoryRow = Omit<HistoryEntry, 'comic'> & { total: number };

/** The comics a member has read in, the last one first. A removed comic keeps its row; one that cannot be reached has none. */
export async function listHistory(
  db: Db,
  userId: number,
  offset: number,
  limit: number,
): Promise<{ rows: HistoryRow[]; total: number }> {
  const { rows } = await sql<HistoryRow>`
    with last as (select p.comic_id, max(p.updated_at) as at from progress p where p.user_id = ${userId} group by p.comic_id),
    seen as (
      select l.*, c.title, c.oneshot, count(*) over ()::int as total from last l join ${reachableComics({ member: userId })} c on c.id = l.comic_id
      order by l.at desc, l.comic_id desc limit ${limit} offset ${offset})
    select s.comic_id, s.title, p.page, h.pages, p.completed_at is not null as completed,
      case when s.oneshot then null else jsonb_build_object('id', h.id, 'slug', h.slug, 'name', h.name, 'number', h.number) end as chapter,
      case when ${hasReadAll(sql`${userId}`, sql`s.comic_id`)} then 'all' else 'part' end as read,
      ${isoMoment(sql`s.at`)} as read_at, s.total
    from seen s
    cross join lateral (
      select o.chapter_id, o.page, o.completed_at from progress o where o.user_id = ${userId} and o.comic_id = s.comic_id
      order by o.updated_at desc, o.chapter_id desc limit 1) p
    join chapters h on h.id = p.chapter_id order by s.at desc, s.comic_id desc`.execute(db);
  if (rows.length > 0 || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const {
    rows: [counted],
  } = await sql<{ total: number }>`
    select count(distinct p.comic_id)::int as total from progress p join ${reachableComics({ member: userId })} c on c.id = p.comic_id where p.user_id = ${userId}`.execute(
    db,
  );
  return { rows, total: counted?.total ?? 0 };
}

/** The comics of these that can still be shown, as a query that `cardRows` takes. */
export function stillShown(seeing: Pick<VisibilityScope, 'limit'>, ids: readonly number[]) {
  return sql`select c.id from ${reachableComics(seeing)} c where c.id = any(${[...ids]}::int[]) and c.state <> 'removed'`;
}

/** Forgets where a member was in one comic, or in all of them (null), and in documents that they read elsewhere. */
export async function forgetReading(db: Db, userId: number, comicId: number | null): Promise<void> {
  const [places, documents] =
    comicId === null
      ? [sql``, sql``]
      : [
          sql`and comic_id = ${comicId}`,
          sql`and chapter_id in (select id from all_chapters where comic_id = ${comicId})`,
        ];
  await sql`
    with places as (delete from progress where user_id = ${userId} ${places})
    delete from reading_documents where user_id = ${userId} ${documents}`.execute(db);
}
