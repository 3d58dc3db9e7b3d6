import { sql } from 'kysely';
import type { Marks } from '#contract/library.ts';
import type { Db } from '#server/db/database.ts';
import { hasReadAll } from '#server/db/queries/chapter-key.ts';
import { PREPARED } from '#server/db/kysely.ts';

/** The marks of a member on these comics, by id; those they did nothing with are missing. One statement. */
export async function findMarks(db: Db, userId: number, comics: readonly number[]): Promise<Marks> {
  if (comics.length === 0) return {};
  const {
    rows: [found],
  } = await sql<{ marks: Marks | null }>`${sql.raw(PREPARED)}
    select jsonb_object_agg(w.id, jsonb_build_object('favorited', f.comic_id is not null, 'score', r.score, 'followed', o.comic_id is not null, 'shelf', s.shelf, 'read',
      case when p.begun = 0 then 'none' when p.ended = 0 then 'part'
        when ${hasReadAll(sql`${userId}::int`, sql`w.id`)} then 'all' else 'part' end)) as marks
    from unnest(${[...comics]}::int[]) as w (id)
    left join favorites f on f.user_id = ${userId}::int and f.comic_id = w.id
    left join ratings r on r.user_id = ${userId}::int and r.comic_id = w.id
    left join follows o on o.user_id = ${userId}::int and o.comic_id = w.id
    left join shelved_comics s on s.user_id = ${userId}::int and s.comic_id = w.id
    cross join lateral (
      select count(*) as begun, count(p.completed_at) as ended from progress p where p.user_id = ${userId}::int and p.comic_id = w.id) p
    where f.comic_id is not null or r.comic_id is not null or o.comic_id is not null or s.comic_id is not null or p.begun > 0`.execute(
    db,
  );
  return found?.marks ?? {};
}
