import { sql } from 'kysely';
import type { Rated } from '#contract/library.ts';
import type { Db } from '#server/db/database.ts';

/** Gives a comic a member's score, 1 to 10, in place of the one they gave it before. */
export async function rate(db: Db, userId: number, comicId: number, score: number): Promise<void> {
  await sql`
    insert into ratings (user_id, comic_id, score) values (${userId}, ${comicId}, ${score})
    on conflict (user_id, comic_id) do update set score = excluded.score where ratings.score <> excluded.score`.execute(
    db,
  );
}

/** Takes a member's score of a comic back. */
export async function unrate(db: Db, userId: number, comicId: number): Promise<void> {
  await sql`delete from ratings where user_id = ${userId} and comic_id = ${comicId}`.execute(db);
}

/** The average score of a comic, and what one member gave it. @param userId null for a guest. */
export async function getRating(db: Db, userId: number | null, comicId: number): Promise<Rated> {
  const {
    rows: [rated],
  } = await sql<Rated>`
    select max(r.score) filter (where r.user_id = ${userId}::int) as score, round(avg(r.score), 1)::float8 as average, count(*)::int as ratings
    from ratings r where r.comic_id = ${comicId}`.execute(db);
  return rated as Rated;
}
