import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';

/** Something that is no longer shown as it was: a whole comic, or the paths of pictures. */
export interface Withdrawal {
  id: number;
  comic_id: number | null;
  paths: string[] | null;
}

/** The oldest withdrawals that are older than some seconds, and not more of them than `limit`. */
export async function oldWithdrawals(db: Db, seconds: number, limit: number): Promise<Withdrawal[]> {
  const { rows } = await sql<Withdrawal>`
    select id::int as id, comic_id, paths from withdrawals where at <= now() - make_interval(secs => ${seconds}) order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Where every picture of a comic is found: of its cover and its pages, in all of their forms. */
export async function pathsOfComic(db: Db, comicId: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select distinct unnest(picture_paths(image)) as path from (
      select cover as image from comics where id = ${comicId}
      union select cover from comic_volumes where comic_id = ${comicId}
      union select p.image from pages p join all_chapters h on h.id = p.chapter_id where h.comic_id = ${comicId}) as shown
    where image is not null`.execute(db);
  return rows.map(({ path }) => path);
}

/** Puts paths in line for the CDN in the place of a withdrawal. */
export async function putPurges(tx: Tx, withdrawal: number, paths: readonly string[]): Promise<void> {
  await sql`
    insert into purges (path) select unnest(${[...paths]}::text[]) on conflict (path) do update set at = now(), tries = 0, next_at = now()`.execute(
    tx,
  );
  await sql`delete from withdrawals where id = ${withdrawal}`.execute(tx);
}

/** The paths whose turn it is, those that wait longest first. */
export async function duePurges(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    path: string;
  }>`select path from purges where next_at <= now() order by next_at, path limit ${limit}`.execute(db);
  return rows.map(({ path }) => path);
}

/** Forgets paths that the CDN has forgotten. */
export async function deletePurges(db: Db, paths: readonly string[]): Promise<void> {
  await sql`delete from purges where path = any(${[...paths]}::text[])`.execute(db);
}

/** Has paths tried again: half a minute later, then after twice as long each time, an hour at most. */
export async function postponePurges(db: Db, paths: readonly string[]): Promise<void> {
  await sql`
    update purges set tries = tries + 1, next_at = now() + make_interval(secs => least(3600, 30 * power(2, least(tries, 10))))
    where path = any(${[...paths]}::text[])`.execute(db);
}

/** How many paths wait, and of those that the CDN did not take so far how many there are and since when. */
export async function countPurges(db: Db): Promise<{ waiting: number; failed: number; failed_since: string | null }> {
  const {
    rows: [counted],
  } = await sql<{ waiting: number; failed: number; failed_since: string | null }>`
    select waiting, failed, ${isoTimestamp('counted.since')} as failed_since from (
      select count(*)::int as waiting, count(*) filter (where tries > 0)::int as failed,
      min(at) filter (where tries > 0) as since from purges) as counted`.execute(db);
  return counted!;
}

/** Forgets paths that have waited for so many seconds; how many there were. */
export async function dropPurges(db: Db, seconds: number): Promise<number> {
  const { rows } =
    await sql`delete from purges where at <= now() - make_interval(secs => ${seconds}) returning 1`.execute(db);
  return rows.length;
}

/** Forgets all that waits: nobody is told any more. */
export async function forgetPurges(db: Db): Promise<void> {
  await sql`delete from withdrawals`.execute(db);
  await sql`delete from purges`.execute(db);
}
