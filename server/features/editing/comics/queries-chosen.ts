import { sql } from 'kysely';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';

/** Published comics without a cover. */
export async function coverlessComics(db: Db): Promise<number[]> {
  return findIds(db, sql`select id from comics where cover is null and state = 'published'`);
}

/** Every term of a kind. */
export async function kindTerms(db: Db, kind: TermKind): Promise<number[]> {
  return findIds(db, sql`select id from terms where kind = ${kind} order by id`);
}

/** Comics of which an import could not read a page. */
export async function brokenComics(db: Db): Promise<number[]> {
  return findIds(
    db,
    sql`select distinct comic_id as id from imports where comic_id is not null and jsonb_path_exists(warnings, '$[*].page')`,
  );
}

/** Comics whose newest review stands so. */
export async function reviewedComics(db: Db, states: readonly string[]): Promise<number[]> {
  return findIds(
    db,
    sql`
    select comic_id as id from (select distinct on (comic_id) comic_id, state from reviews order by comic_id, id desc) r
    where r.state = any(${[...states]}::text[])`,
  );
}

/** The member of a name, -1 where there is none. */
export async function uploaderCalled(db: Db, name: string): Promise<number> {
  const [id = -1] = await findIds(db, sql`select id from users where lower(username) = lower(${name})`);
  return id;
}

/** The comic of a number, in any state; null where there is none, or where it is not this uploader's. */
export async function jumpTo(
  db: Db,
  id: number,
  uploader: number | null,
): Promise<{ id: number; slug: string } | null> {
  const { rows } = await sql<{ id: number; slug: string }>`
    select id, slug from comics where id = ${id} and (${uploader}::int is null or uploader_id = ${uploader})`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function findIds(db: Db, query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await (query as ReturnType<typeof sql<{ id: number }>>).execute(db);
  return rows.map(({ id }) => id);
}
