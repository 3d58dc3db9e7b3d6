import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { CLEANING } from '#server/images/cleaning/clean.ts';
import { referencesToPictures } from './queries-orphans.ts';

/** Whether there are pictures that nobody has cleaned. */
export async function isAnyNotCleaned(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select 1 from images where cleaned = 0) as any`.execute(
    db,
  );
  return rows[0]?.any === true;
}

/** How many pictures nobody has cleaned. */
export async function countNotCleaned(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from images where cleaned = 0`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Pictures that nobody has cleaned, in the order of their hashes; at most `count`. */
export async function notCleaned(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{
    hash: string;
  }>`select hash from images where cleaned = 0 order by hash limit ${count}`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Remembers that a picture is clean as it is, or that it cannot be cleaned. */
export async function markCleaned(db: Db, hash: string, isClean: boolean): Promise<void> {
  await sql`update images set cleaned = ${isClean ? CLEANING : -1} where hash = ${hash} and cleaned = 0`.execute(db);
}

/** The parts of a picture that stay once it is clean. */
export interface CleanBytes {
  hash: string;
  bytes: number;
  /** As signed as the database keeps 32 bits. */ crc32: number;
}

/**
 * Puts a clean picture in the place of one, with everything that was made and found of it: whatever refers to the one
 * refers to the other from now on, revisions of comics, too. The row of the one stays until the sweep takes it, for
 * those who learned its hash just before. Returns false where there is none, or where someone else was first.
 */
export async function replacePicture(tx: Tx, hash: string, clean: CleanBytes): Promise<boolean> {
  const { rows } = await sql`select 1 from images where hash = ${hash} and cleaned = 0 for update`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    insert into images (hash, bytes, crc32, cleaned, format, width, height, animated, thumbhash, color, variants, created_at, trim, edge, sides, panels, analysis, phash)
    select ${clean.hash}, ${clean.bytes}, ${clean.crc32}, ${CLEANING}, format, width, height, animated, thumbhash,
    color, variants, created_at, trim, edge, sides, panels, analysis, phash
    from images where hash = ${hash}
    on conflict (hash) do update set variants = excluded.variants || images.variants`.execute(tx);
  // Nobody is to find it by what it looks like, beside the other.
  await sql`update images set cleaned = ${CLEANING}, phash = null where hash = ${hash}`.execute(tx);
  await sql`
    insert into image_sources (hash, image, replaced_at) values (${hash}, ${clean.hash}, now())
    on conflict (hash) do update set image = excluded.image, replaced_at = excluded.replaced_at`.execute(tx);
  await sql`update image_sources set image = ${clean.hash} where image = ${hash}`.execute(tx);
  await moveReferences(tx, hash, clean.hash);
  return true;
}

/** Lets everything that refers to one picture refer to another. */
export async function moveReferences(tx: Tx, from: string, to: string): Promise<void> {
  // Revisions show pictures, and bring them back: those that keep one, and those of comics that show it.
  await sql`
    update comic_revisions r set changes = replace(r.changes::text, ${from}, ${to})::jsonb
    where (r.id in (select k.revision_id from revision_images k where k.image = ${from})
        or r.comic_id in (select h.comic_id from pages p join all_chapters h on h.id = p.chapter_id where p.image = ${from}
          union all select c.id from comics c where c.cover = ${from}
          union all select v.comic_id from comic_volumes v where v.cover = ${from}))
      and position(${from} in r.changes::text) > 0`.execute(tx);
  await sql`
    delete from revision_images k where k.image = ${from}
      and exists (select 1 from revision_images o where o.revision_id = k.revision_id and o.image = ${to})`.execute(tx);
  for (const { table, column } of await referencesToPictures(tx)) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(tx);
  }
}

/** Pictures that were replaced before a time and are still there, with those in their place: at most `count`, in the order of their hashes, after one. */
export async function replacedPictures(
  db: Db,
  before: Date,
  after: string,
  count: number,
): Promise<{ hash: string; image: string }[]> {
  const { rows } = await sql<{ hash: string; image: string }>`
    select s.hash, s.image from image_sources s join images i on i.hash = s.hash
    where s.replaced_at < ${before.toISOString()} and s.hash > ${after} order by s.hash limit ${count}`.execute(db);
  return rows;
}
