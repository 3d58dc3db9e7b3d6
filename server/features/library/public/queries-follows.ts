import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The ids of the comics a member follows, the newest first, at most 1000. */
export async function followedComics(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select comic_id as id /* id is never null: asked for */
    from follows where user_id = ${userId} and comic_id is not null order by created_at desc, comic_id desc limit 1000`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
