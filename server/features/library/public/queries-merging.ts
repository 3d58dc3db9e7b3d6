import { sql } from 'kysely';
import { MAX_FAVORITES } from '#contract/library.ts';
import { MAX_SHELVED, type Shelf } from '#contract/shelves.ts';
import type { Tx } from '#server/db/database.ts';

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

/** A comic on a shelf; days are `YYYY-MM-DD`. */
export interface ShelvedComic {
  comic_id: number;
  shelf: Shelf;
  started_on?: string | null;
  finished_on?: string | null;
  reread?: number;
  note?: string;
  /** Whether trackers are told nothing of it. */
  private?: boolean;
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
export async function addShelved(tx: Tx, userId: number, comics: readonly ShelvedComic[]): Promise<number> {
  // Whoever puts others on a shelf meanwhile waits, so that there are never too many.
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql`
    insert into shelved_comics (user_id, comic_id, shelf, started_on, finished_on, reread, note, private)
    select ${userId}, e.comic_id, e.shelf, e.started_on, e.finished_on, coalesce(e.reread, 0), coalesce(e.note, ''), coalesce(e.private, false)
    from jsonb_to_recordset(${JSON.stringify(comics)}::jsonb) as e (
      comic_id int, shelf text, started_on date, finished_on date, reread int, note text, private boolean)
    where not exists (select from shelved_comics s where s.user_id = ${userId} and s.comic_id = e.comic_id)
    order by e.comic_id limit greatest(0, ${MAX_SHELVED} - (select count(*) from shelved_comics where user_id = ${userId}))
    on conflict do nothing returning comic_id`.execute(tx);
  return rows.length;
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
