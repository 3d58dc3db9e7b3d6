import { sql } from 'kysely';
import { MAX_LIST_COMICS } from '#contract/library.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { visibleComics, type ListScope } from '#server/db/visible.ts';

/** A chapter as an import looks for it. */
export interface KnownChapter {
  id: number;
  comic_id: number;
  slug: string;
  number: string | null;
  name: string;
  pages: number;
}

/** Those of some comics that this viewer sees. */
export async function seenComics(db: Db, seeing: ListScope, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{
    id: number;
  }>`select c.id from ${visibleComics(seeing)} c where c.id = any(${[...ids]}::int[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The chapters of comics, in reading order. */
export async function listKnownChapters(db: Db, comicIds: readonly number[]): Promise<KnownChapter[]> {
  const { rows } = await sql<KnownChapter>`
    select id, comic_id, slug, number, name, pages from chapters where comic_id = any(${[...comicIds]}::int[]) order by comic_id, position, id`.execute(
    db,
  );
  return rows;
}

/** Adds comics to a member's list of a name, up to as many as it can have; it is made, private, where there is none yet. Answers whether it was made. */
export async function addToList(tx: Tx, userId: number, name: string, comicIds: readonly number[]): Promise<boolean> {
  const {
    rows: [known],
  } = await sql<{
    id: number;
  }>`select id from lists where user_id = ${userId} and name = ${name} order by id limit 1`.execute(tx);
  const {
    rows: [made],
  } = known
    ? { rows: [] }
    : await sql<{ id: number }>`insert into lists (user_id, name) values (${userId}, ${name}) returning id`.execute(tx);
  const id = (known ?? made)!.id;
  await sql`
    insert into list_comics (list_id, comic_id, position)
    select ${id}, e.id, (select coalesce(max(position), 0) from list_comics where list_id = ${id}) + e.place
    from unnest(${[...comicIds]}::int[]) with ordinality as e (id, place)
    where (select count(*) from list_comics where list_id = ${id}) + e.place <= ${MAX_LIST_COMICS} on conflict do nothing`.execute(
    tx,
  );
  return made !== undefined;
}

/** How many lists a member has. */
export async function countLists(tx: Tx, userId: number): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ count: number }>`select count(*)::int as count from lists where user_id = ${userId}`.execute(tx);
  return row?.count ?? 0;
}
