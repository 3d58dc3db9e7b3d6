import { sql } from 'kysely';
import { MAX_FAVORITES, MAX_LIST_COMICS } from '#contract/library.ts';
import { MAX_SHELVED } from '#contract/shelves.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { visibleComics, type ListScope } from '#server/db/visible.ts';
import type { ForeignShelf } from './foreign-library.ts';

/** A chapter as an import looks for it. */
export interface KnownChapter {
  id: number;
  comic_id: number;
  slug: string;
  number: string | null;
  name: string;
  pages: number;
}

/** A place in a chapter that a file knows of. `read_at` null: it is not known when, so whatever is there already counts. */
export interface Place {
  comic_id: number;
  chapter_id: number;
  page: number;
  completed: boolean;
  read_at: string | null;
  completed_at?: string | null;
  /** How long it was read. */
  seconds?: number;
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

/** Adds favorites, up to as many as a member can have; those that are there stay as they are. Answers how many were new. */
export async function addFavorites(
  tx: Tx,
  userId: number,
  favorites: readonly { comic_id: number; at: string | null }[],
): Promise<number> {
  const { rows } = await sql`
    insert into favorites (user_id, comic_id, created_at)
    select ${userId}, f.comic_id, coalesce(f.at, now()) from jsonb_to_recordset(${JSON.stringify(favorites)}::jsonb) as f (comic_id int, at timestamptz)
    order by f.comic_id limit greatest(0, ${MAX_FAVORITES} - (select count(*) from favorites where user_id = ${userId}))
    on conflict do nothing returning comic_id`.execute(tx);
  return rows.length;
}

/** Puts comics on shelves of a member where they are on none, up to as many as there can be. Answers how many were put. */
export async function addShelved(
  tx: Tx,
  userId: number,
  comics: readonly ({ comic_id: number } & ForeignShelf)[],
): Promise<number> {
  const { rows } = await sql`
    insert into shelved_comics (user_id, comic_id, shelf, started_on, finished_on, reread, note)
    select ${userId}, e.comic_id, e.shelf, e.started_on, e.finished_on, e.reread, e.note
    from jsonb_to_recordset(${JSON.stringify(comics)}::jsonb) as e (
      comic_id int, shelf text, started_on date, finished_on date, reread int, note text)
    order by e.comic_id limit greatest(0, ${MAX_SHELVED} - (select count(*) from shelved_comics where user_id = ${userId}))
    on conflict do nothing returning comic_id`.execute(tx);
  return rows.length;
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

/**
 * Takes over places in chapters: the newer one wins, what was read to the end stays so, and no page is lost. Answers how
 * many places changed.
 */
export async function mergePlaces(tx: Tx, userId: number, places: readonly Place[]): Promise<number> {
  const { rows } = await sql`
    insert into progress as p (user_id, comic_id, chapter_id, page, max_page, completed_at, updated_at, device, seconds)
    select ${userId}, e.comic_id, e.chapter_id, e.page, e.page, case when e.completed then coalesce(e.completed_at, e.read_at, now()) end, coalesce(e.read_at, now()), null, coalesce(e.seconds, 0)
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as e (comic_id int, chapter_id int, page int, completed boolean, read_at timestamptz, completed_at timestamptz, seconds int)
    order by e.chapter_id
    on conflict (user_id, chapter_id) do update set
      page = case when excluded.updated_at > p.updated_at then excluded.page else p.page end,
      max_page = greatest(p.max_page, excluded.max_page),
      completed_at = coalesce(p.completed_at, excluded.completed_at),
      seconds = greatest(p.seconds, excluded.seconds),
      updated_at = greatest(p.updated_at, excluded.updated_at)
    where excluded.updated_at > p.updated_at and not (excluded.page < p.page and excluded.completed_at is null and p.completed_at is not null)
      or excluded.max_page > p.max_page or excluded.seconds > p.seconds or p.completed_at is null and excluded.completed_at is not null
    returning chapter_id`.execute(tx);
  return rows.length;
}
