import { sql } from 'kysely';
import { MAX_FAVORITES } from '#contract/library.ts';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { comicAt } from '#server/db/queries/comic-address.ts';
import { reachableComics, type VisibilityScope } from '#server/db/visible.ts';

/**
 * Makes a comic a favorite of a member; doing it twice changes nothing. The comic's counter follows in the same
 * statement (migration 0009).
 *
 * @returns false where they have as many as can be (`MAX_FAVORITES`).
 */
export async function addFavorite(db: Db, userId: number, comicId: number): Promise<boolean> {
  const {
    rows: [found],
  } = await sql<{ fits: boolean }>`
    with room as (select count(*) < ${MAX_FAVORITES} or exists (
        select from favorites f where f.user_id = ${userId} and f.comic_id = ${comicId}) as fits
      from favorites f where f.user_id = ${userId}),
    added as (insert into favorites (user_id, comic_id) select ${userId}, ${comicId} from room where fits on conflict do nothing)
    select fits from room`.execute(db);
  return found?.fits ?? false;
}

/** Makes a comic no favorite of a member any more. */
export async function removeFavorite(db: Db, userId: number, comicId: number): Promise<void> {
  await sql`delete from favorites where user_id = ${userId} and comic_id = ${comicId}`.execute(db);
}

/** How many members have a comic among their favorites. */
export async function countFavorites(db: Db, comicId: number): Promise<number> {
  const {
    rows: [found],
  } = await sql<{ favorites: number }>`select favorites from comic_stats where comic_id = ${comicId}`.execute(db);
  return found?.favorites ?? 0;
}

/**
 * The id of a comic that can still be reached by its address, also a removed one: what a member may take out of what they
 * keep. Null where there is none.
 */
export async function findFavoriteComicId(
  db: Db,
  seeing: Pick<VisibilityScope, 'limit'>,
  address: string,
): Promise<number | null> {
  const named = comicAt(address);
  if (named === null) return null;
  const {
    rows: [found],
  } = await sql<{ id: number }>`select c.id from ${reachableComics(seeing)} c where ${named}`.execute(db);
  return found?.id ?? null;
}

/** The same of one that has to be there. @throws Problem `comic-not-found`. */
export async function requireComicId(db: Db, seeing: Pick<VisibilityScope, 'limit'>, address: string): Promise<number> {
  const id = await findFavoriteComicId(db, seeing, address);
  if (id === null) throw problem('comic-not-found');
  return id;
}
