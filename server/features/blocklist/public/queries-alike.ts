import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';

/** Bits in which two pictures may differ and be one: the threshold of PDQ's authors. */
export const ALIKE_BITS = 31;

/** Which pictures of the library look like these, nearest first for each: by hash. Itself is not among them. */
export async function lookAlikes(
  db: Db,
  hashes: readonly string[],
  distance: number,
): Promise<{ of: string; hash: string; distance: number }[]> {
  const { rows } = await sql<{ of: string; hash: string; distance: number }>`
    select a.hash as of, i.hash, phash_distance(i.phash, a.phash) as distance from images a
    join images i on i.phash is not null and i.hash <> a.hash and phash_bands(i.phash) && phash_probes(a.phash)
    and phash_distance(i.phash, a.phash) <= ${Math.min(distance, ALIKE_BITS)}
    where a.hash = any (${[...hashes]}) and a.phash is not null order by a.hash, distance, i.hash`.execute(db);
  return rows;
}

/** Whether a member may upload nothing more until an admin releases them. */
export async function isFrozen(db: Db | Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{
    frozen: boolean;
  }>`select exists (select 1 from quarantine where user_id = ${userId} and frozen) as frozen`.execute(db);
  return rows[0]?.frozen === true;
}
