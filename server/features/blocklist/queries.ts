import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { ALIKE_BITS } from './public/queries-alike.ts';

/** A picture, and the entry of the list that it matches. */
export interface ListedPicture {
  hash: string;
  entry: { id: number; kind: 'sha256' | 'phash'; value: string };
}

/** A picture: the hash that answers name it by, all hashes that it is known by, and its `phash`, 32 bytes in hex, or null. */
interface CheckedPicture {
  hash: string;
  hashes: readonly string[];
  phash: string | null;
}

/** Which of these pictures are on the list, by their bytes or by what they look like, but for those that an admin released. */
export async function listedPictures(db: Db, pictures: readonly CheckedPicture[]): Promise<ListedPicture[]> {
  const { rows } = await sql<{ hash: string; id: number; kind: 'sha256' | 'phash'; value: string }>`
    with asked as (select hash, hashes, decode(phash, 'hex') as phash
      from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as p (hash text, hashes text[], phash text))
    select distinct on (a.hash) a.hash, b.id, b.kind, b.value from asked a cross join lateral (
      select id, kind, value from blocklist where kind = 'sha256' and value = any (a.hashes)
      union all
      select id, kind, value from blocklist where kind = 'phash' and phash_bands(decode(value, 'hex')) && phash_probes(a.phash)
        and phash_distance(decode(value, 'hex'), a.phash) <= ${ALIKE_BITS}
    ) b where not exists (select 1 from quarantine q where q.image = any (a.hashes) and q.value = b.value and q.state = 'released')
    order by a.hash, b.id`.execute(db);
  return rows.map(({ hash, ...entry }) => ({ hash, entry }));
}

/**
 * The pictures of the library that look like one, nearest first: those that differ in `distance` bits at most (31 is
 * the most that is found), `most` of them.
 */
export async function picturesLike(
  db: Db,
  phash: string,
  distance: number,
  most: number,
): Promise<{ hash: string; distance: number }[]> {
  const { rows } = await sql<{ hash: string; distance: number }>`
    select hash, phash_distance(phash, decode(${phash}, 'hex')) as distance from images
    where phash is not null and phash_bands(phash) && phash_probes(decode(${phash}, 'hex'))
      and phash_distance(phash, decode(${phash}, 'hex')) <= ${Math.min(distance, ALIKE_BITS)}
    order by distance, hash limit ${most}`.execute(db);
  return rows;
}

/** The terms that the operator prohibits. */
export async function ownTerms(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    value: string;
  }>`select value from blocklist where kind = 'prohibited' order by id`.execute(db);
  return rows.map(({ value }) => value);
}

/** Those of these pictures of the library that are on the list, unless an admin said that they are none. */
export async function listedKept(db: Db, hashes: readonly string[]): Promise<ListedPicture[]> {
  const { rows } = await sql<CheckedPicture>`
    select i.hash, array_prepend(i.hash, array(select s.hash from image_sources s where s.image = i.hash)) as hashes, encode(i.phash, 'hex') as phash
    from images i where i.hash = any (${[...hashes]})`.execute(db);
  return rows.length === 0 ? [] : listedPictures(db, rows);
}

/** The pictures of the library that match these entries of the list. */
export async function listBlockedImages(db: Db, entries: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select i.hash from blocklist b join images i on i.hash = b.value where b.id = any (${[...entries]}) and b.kind = 'sha256'
    union
    select s.image from blocklist b join image_sources s on s.hash = b.value where b.id = any (${[...entries]}) and b.kind = 'sha256'
    union
    select i.hash from blocklist b join images i on i.phash is not null and phash_bands(i.phash) && phash_probes(decode(b.value, 'hex'))
      and phash_distance(i.phash, decode(b.value, 'hex')) <= ${ALIKE_BITS}
    where b.id = any (${[...entries]}) and b.kind = 'phash'`.execute(db);
  return rows.map(({ hash }) => hash);
}
