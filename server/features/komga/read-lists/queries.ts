import { sql } from 'kysely';
import { MAX_LISTS } from '#contract/library.ts';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { firstChapter, visibleComics, type VisibilityScope } from '#server/db/visible.ts';

/** A list of a member, without its comics. Moments are ISO 8601. */
export interface ReadListRow {
  id: number;
  name: string;
  description: string;
  created_at: string;
  updated_at: string;
}

/** The lists of a member, those changed last first; with a comic those that hold it. */
export async function readListRows(db: Db, userId: number, comicId: number | null = null): Promise<ReadListRow[]> {
  const holding =
    comicId === null
      ? sql``
      : sql`and exists (select from list_comics k where k.list_id = l.id and k.comic_id = ${comicId})`;
  const { rows } = await sql<ReadListRow>`
    select l.id, l.name, l.description, ${isoMoment(sql`l.created_at`)} as created_at, ${isoMoment(sql`l.updated_at`)} as updated_at
    from lists l where l.user_id = ${userId} ${holding} order by l.updated_at desc, l.id desc limit ${MAX_LISTS}`.execute(
    db,
  );
  return rows;
}

/** A book of a list, with how far its reader is in it. */
export interface ReadListBook {
  list: number;
  id: number;
  comic_id: number;
  oneshot: boolean;
  completed: boolean;
  /** ISO 8601; null where it was never opened. */
  read_at: string | null;
}

/** The first chapter of each comic of some lists of a member, in the order of the lists, as far as they are shown these. */
export async function readListBooks(
  db: Db,
  seeing: VisibilityScope,
  userId: number,
  lists: readonly number[],
): Promise<ReadListBook[]> {
  const { rows } = await sql<ReadListBook>`
    select k.list_id as list, h.id, c.id as comic_id, c.oneshot, p.completed_at is not null as completed, ${isoMoment(sql`p.updated_at`)} as read_at
    from lists l join list_comics k on k.list_id = l.id join ${visibleComics(seeing)} c on c.id = k.comic_id
    join lateral ${firstChapter(seeing.blocked)} h on true
    left join progress p on p.user_id = ${userId} and p.chapter_id = h.id
    where l.user_id = ${userId} and l.id = any(${[...lists]}::int[]) order by k.list_id, k.position, k.comic_id`.execute(
    db,
  );
  return rows;
}
