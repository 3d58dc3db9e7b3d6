import { sql } from 'kysely';
import { PICTURES_OF_SITES } from '#server/db/copying/references.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** Which of these keys no picture, variant or part of an upload refers to. */
export async function listUnreferenced(db: Db | Tx, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${[...keys]}::text[]) as k (key)
    where not exists (select 1 from images i where i.hash = k.key)
      and not exists (select 1 from upload_parts p where p.blob = k.key)
      and not exists (select 1 from (${sql.raw(PICTURES_OF_SITES)}) s where s.hash = k.key)
      and not exists (select 1 from images i where jsonb_path_query_array(i.variants, '$.*.hash') @> to_jsonb(array[k.key]))`.execute(
    db,
  );
  return rows.map((row) => row.key);
}

/**
 * Forgets pictures that nothing refers to and that were kept, or replaced, before a time, at most `most`; how many.
 */
export async function forgetPictures(db: Db, before: Date, most: number): Promise<number> {
  const unused = (await referencesToPictures(db)).map(
    ({ table, column }) => sql`not exists (select 1 from ${sql.table(table)} r where r.${sql.ref(column)} = i.hash)`,
  );
  const { rows } = await sql`
    delete from images where hash in (
      select i.hash from images i where i.created_at < ${before.toISOString()} and ${sql.join(unused, sql` and `)}
        and not exists (select 1 from image_sources s where s.hash = i.hash and s.replaced_at >= ${before.toISOString()})
      limit ${most}) returning 1`.execute(db);
  return rows.length;
}

/** The columns that refer to a picture and keep it. They are asked of the database itself, so that no table is forgotten. */
export async function referencesToPictures(db: Db | Tx): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'images'::regclass and c.confdeltype <> 'c'`.execute(db);
  // A term names its picture without a constraint.
  return [...rows, { table: 'terms', column: 'image' }];
}
