import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { hasReadAll } from '#server/db/queries/chapter-key.ts';
import type { Condition } from '#server/search/condition.ts';
import type { RequestedRange } from '#server/search/query.ts';
import { rangeBounds } from './asked-ranges.ts';

/** Most comics of a viewer that a search looks among: the latest ones. */
const MOST = 20_000;

/** The comics a viewer marked as favorites. */
export async function favorites(db: Db, viewer: number): Promise<Condition> {
  const { rows } = await sql<{ id: number }>`
    select comic_id as id from favorites where user_id = ${viewer} order by created_at desc limit ${MOST}`.execute(db);
  return { ids: inOrder(rows) };
}

/** The comics of which a viewer has read every chapter. */
export async function finishedComics(db: Db, viewer: number): Promise<Condition> {
  const { rows } = await sql<{ id: number }>`
    select p.comic_id as id from progress p where p.user_id = ${viewer} and p.completed_at is not null group by p.comic_id
    having ${hasReadAll(sql`${viewer}`, sql`p.comic_id`)} order by max(p.updated_at) desc limit ${MOST}`.execute(db);
  return { ids: inOrder(rows) };
}

/** The comics of which a viewer has read so many pages, over all chapters. */
export async function pagesRead(db: Db, viewer: number, range: RequestedRange): Promise<Condition> {
  const { min, max } = rangeBounds(range);
  const { rows } = await sql<{ id: number }>`
    select p.comic_id as id from progress p where p.user_id = ${viewer} group by p.comic_id
    having sum(p.max_page) >= ${min ?? 0}::bigint and (${max}::bigint is null or sum(p.max_page) <= ${max}::bigint)
    order by max(p.updated_at) desc limit ${MOST}`.execute(db);
  return { ids: inOrder(rows) };
}

/** Whether a comic is among the favorites of a member. */
export async function isFavorite(db: Db, viewer: number, comic: number): Promise<boolean> {
  const { rows } = await sql`select from favorites where user_id = ${viewer} and comic_id = ${comic}`.execute(db);
  return rows.length > 0;
}

function inOrder(rows: readonly { id: number }[]): number[] {
  return rows.map((row) => row.id).sort((a, b) => a - b);
}
