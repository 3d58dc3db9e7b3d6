import { sql, type RawBuilder } from 'kysely';
import type { Duplicate } from '#contract/uploads.ts';
import type { Db } from '#server/db/database.ts';
import { queryGrams } from '#server/search/grams.ts';
import { NAME_SEPARATOR, searchText } from '#server/search/normalise.ts';

/** Whether the member of an upload may know of comic `c`: readers do, or they brought it, or look after all. */
function mayKnow(uploadId: number): RawBuilder<boolean> {
  return sql`(c.state = 'published' or exists (
    select from uploads u join users m on m.id = u.user_id where u.id = ${uploadId} and (m.id = c.uploader_id or m.role in ('moderator', 'admin'))))`;
}

/** The comics and open uploads that were made of the same files as a work, itself excepted. */
export async function sameFiles(db: Db, uploadId: number, workId: number): Promise<Duplicate[]> {
  const { rows } = await sql<Omit<Duplicate, 'kind' | 'pages'>>`
    with own as (
      select distinct f.hash, f.id, f.upload_id from upload_chapters c join upload_pages p on p.chapter_id = c.id join upload_files f on f.id = p.file_id
      where c.work_id = ${workId} and f.hash is not null and f.pages > 1),
    found as (
      select i.comic_id as comic, null::int as upload from own join imports i on i.hash = own.hash where i.comic_id is not null
      union
      select w.became, case when w.became is null then f.upload_id end
      from own join upload_files f on f.hash = own.hash and f.id <> own.id
      join upload_pages p on p.file_id = f.id join upload_chapters c on c.id = p.chapter_id join upload_works w on w.id = c.work_id
      where w.id <> ${workId})
    select case when c.id is not null then json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) end as comic, found.upload
    from found left join comics c on c.id = found.comic where c.id is not null and ${mayKnow(uploadId)} or found.upload in (
      select o.id from uploads o, uploads u join users m on m.id = u.user_id where u.id = ${uploadId}
      and (o.user_id = m.id or m.role in ('moderator', 'admin')))
    order by c.id, found.upload limit 10`.execute(db);
  return rows.map((row) => ({ kind: 'file', ...row, pages: null }));
}

/** Hashes of the pictures of a work: all of them, in reading order. */
export async function listPictures(db: Db, workId: number): Promise<string[]> {
  const { rows } = await sql<{ image: string }>`
    select p.image /* image is never null: asked for */ from upload_chapters c join upload_pages p on p.chapter_id = c.id
    where c.work_id = ${workId} and p.image is not null and p.problem is null order by c.place, c.id, p.place, p.id`.execute(
    db,
  );
  return rows.map((row) => row.image);
}

/** The comics that have at least `least` of these pictures as pages, those with the most first. */
export async function samePages(
  db: Db,
  uploadId: number,
  pictures: readonly string[],
  least: number,
): Promise<Duplicate[]> {
  const { rows } = await sql<{ comic: Duplicate['comic']; pages: number }>`
    select json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) as comic, n.pages from (
      select h.comic_id, count(distinct p.image)::int as pages from pages p join chapters h on h.id = p.chapter_id
      where p.image = any(${[...pictures]}::text[]) group by h.comic_id having count(distinct p.image) >= ${least}
      order by pages desc, h.comic_id limit 5) n join comics c on c.id = n.comic_id
    where c.state <> 'removed' and ${mayKnow(uploadId)} order by n.pages desc, c.id`.execute(db);
  return rows.map((row) => ({ kind: 'pages', comic: row.comic, upload: null, pages: row.pages }));
}

/** The comics that are called so in any language, case, width and punctuation aside. */
export async function sameTitles(
  db: Db,
  uploadId: number,
  titles: readonly (string | null | undefined)[],
): Promise<Duplicate[]> {
  const found: Duplicate[] = [];
  for (const name of searchText(titles)
    .split(NAME_SEPARATOR)
    .filter((each) => each.length > 1)) {
    const whole = `${NAME_SEPARATOR}${name}${NAME_SEPARATOR}`;
    const { rows } = await sql<{ comic: Duplicate['comic'] }>`
      select json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) as comic from comics c
      where c.grams @> ${queryGrams(name)}::int[] and c.state <> 'removed'
        and position(${whole} in ${NAME_SEPARATOR} || c.search || ${NAME_SEPARATOR}) > 0 and ${mayKnow(uploadId)}
      order by c.id limit 5`.execute(db);
    found.push(...rows.map((row) => ({ kind: 'title' as const, comic: row.comic, upload: null, pages: null })));
  }
  return found;
}
