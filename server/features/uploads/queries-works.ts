import { sql } from 'kysely';
import type { WantedCredit } from '#contract/credits.ts';
import type { ChapterChanges, Duplicate, UploadWork, WorkChanges, WorkFields } from '#contract/uploads.ts';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { sortNaturally } from '#server/images/archives/natural-order.ts';
import type { Asker } from './queries.ts';
import type { WorkAbout } from './queries-reading.ts';

export interface WorkRow {
  id: number;
  version: number;
  fields: WorkFields;
  about: WorkAbout;
  comic: UploadWork['comic'];
  became: UploadWork['became'];
  duplicates: Duplicate[];
}

export interface ChapterRow {
  id: number;
  work_id: number;
  name: string;
  number: string | null;
  volume: string | null;
  groups: string[] | null;
  credits: WantedCredit[];
  premium_until: Date | null;
  replaces: number | null;
  arranged: boolean;
}

export interface PageRow {
  id: number;
  chapter_id: number;
  file_id: number;
  name: string;
  image: string;
  /** Why it is missing: its image is the plate. */
  missing: { code: ProblemCode; params: ProblemParams } | null;
  transcript: string | null;
  format: string;
  thumb: { format: string; width: number; height: number } | null;
  width: number;
  height: number;
}

const work = sql`
  w.id, w.version, w.fields, w.about, w.duplicates,
  (select json_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'chapters', coalesce((
    select json_agg(json_build_object('id', h.id, 'slug', h.slug, 'name', h.name, 'number', h.number)
      order by h.position, h.id) from all_chapters h where h.comic_id = c.id), '[]'))
    from comics c where c.id = w.comic_id) as comic,
  (select json_build_object('id', c.id, 'slug', c.slug, 'state', c.state) from comics c where c.id = w.became) as became
  from upload_works w`;

/** The works of an upload in their order. */
export async function listUploadWorks(db: Db, uploadId: number): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`select ${work} where w.upload_id = ${uploadId} order by w.place, w.id`.execute(
    db,
  );
  return rows;
}

/** The chapters of an upload, work by work, in their order. */
export async function listUploadChapters(db: Db, uploadId: number): Promise<ChapterRow[]> {
  const { rows } = await sql<ChapterRow>`
    select c.id, c.work_id, c.name, c.number, c.volume, c.groups, c.credits, c.premium_until, c.replaces, c.arranged
    from upload_chapters c join upload_works w on w.id = c.work_id
    where w.upload_id = ${uploadId} order by w.place, w.id, c.place, c.id`.execute(db);
  return rows;
}

/** The pages of an upload's chapters, or of one, in their order: as someone arranged them, else as their files are named. */
export async function listUploadPages(db: Db, uploadId: number, chapterId: number | null = null): Promise<PageRow[]> {
  const { rows } = await sql<PageRow & { by_name: boolean }>`
    select p.id, p.chapter_id /* chapter_id is never null: joined by it */, p.file_id, p.name,
      p.image /* image is never null: joined by it */, p.problem as missing, p.transcript, i.format, i.variants->'thumb' as thumb, i.width, i.height,
      c.key is not null and not c.arranged as by_name
    from upload_pages p join upload_chapters c on c.id = p.chapter_id join upload_works w on w.id = c.work_id join images i on i.hash = p.image
    where w.upload_id = ${uploadId} and (${chapterId}::int is null or c.id = ${chapterId}::int) order by c.id, p.place, p.id`.execute(
    db,
  );
  const named = new Set(rows.filter((row) => row.by_name).map((row) => row.chapter_id));
  return [
    ...rows.filter((row) => !row.by_name),
    ...[...named].flatMap((id) =>
      sortNaturally(
        rows.filter((row) => row.chapter_id === id),
        ({ name }) => name,
      ),
    ),
  ];
}

/** The parts of an upload that can be arranged: ids of its works, chapters and pages, each page with where it is now. */
export async function arrangeable(
  tx: Tx,
  uploadId: number,
): Promise<{
  works: number[];
  chapters: { id: number; work_id: number }[];
  pages: { id: number; chapter_id: number | null }[];
}> {
  const { rows: works } = await sql<{ id: number }>`select id from upload_works where upload_id = ${uploadId}`.execute(
    tx,
  );
  const { rows: chapters } = await sql<{ id: number; work_id: number }>`
    select c.id, c.work_id from upload_chapters c join upload_works w on w.id = c.work_id where w.upload_id = ${uploadId}`.execute(
    tx,
  );
  const { rows: pages } = await sql<{ id: number; chapter_id: number | null }>`
    select p.id, p.chapter_id from upload_pages p join upload_files f on f.id = p.file_id
    where f.upload_id = ${uploadId} and f.state = 'ready' and p.image is not null`.execute(tx);
  return { works: works.map(({ id }) => id), chapters, pages };
}

/** Where arranged works stand: before those whose files are still being read. */
const ARRANGED = -1_000_000;

/** Puts a work in its place; one without an id is made like the work `like`. Its id. */
export async function putWork(
  tx: Tx,
  uploadId: number,
  id: number | null,
  at: number,
  like: number | null,
): Promise<number> {
  if (id !== null) {
    await sql`update upload_works set place = ${ARRANGED + at} where id = ${id}`.execute(tx);
    return id;
  }
  const { rows } = await sql<{ id: number }>`
    insert into upload_works (upload_id, place, version, fields, about)
    select ${uploadId}, ${ARRANGED + at}, 2, fields || '{"cover_page": null}', about - 'workKey' from upload_works where id = ${like} returning id`.execute(
    tx,
  );
  return (rows[0] as { id: number }).id;
}

/** Puts a chapter in its place, or makes one. Its id. */
export async function putChapter(tx: Tx, workId: number, id: number | null, at: number): Promise<number> {
  if (id !== null) {
    await sql`
      update upload_chapters set work_id = ${workId}, place = ${at}, replaces = case when work_id = ${workId} then replaces end where id = ${id}`.execute(
      tx,
    );
    return id;
  }
  const { rows } = await sql<{
    id: number;
  }>`insert into upload_chapters (work_id, place) values (${workId}, ${at}) returning id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** Gives every chapter named exactly these pages in this order, takes all others of the upload out, and what is left empty or unnamed. */
export async function putPages(
  tx: Tx,
  uploadId: number,
  chapters: readonly { id: number; pages: readonly number[] }[],
  works: readonly number[],
): Promise<void> {
  const places = chapters.flatMap(({ id, pages }) => pages.map((page, at) => ({ page, chapter: id, place: at + 1 })));
  const ids = chapters.map(({ id }) => id);
  await sql`
    update upload_chapters c set arranged = true where c.id = any(${ids}::int[]) and not c.arranged`.execute(tx);
  await sql`
    update upload_pages p set chapter_id = null from upload_files f
    where f.id = p.file_id and f.upload_id = ${uploadId} and p.chapter_id is not null
      and p.id <> all(${places.map(({ page }) => page)}::int[])`.execute(tx);
  await sql`
    update upload_pages p set chapter_id = a.chapter, place = a.place
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as a (page int, chapter int, place int) where p.id = a.page`.execute(
    tx,
  );
  await sql`
    delete from upload_chapters c using upload_works w
    where w.id = c.work_id and w.upload_id = ${uploadId} and c.id <> all(${ids}::int[])`.execute(tx);
  await sql`delete from upload_works where upload_id = ${uploadId} and id <> all(${[...works]}::int[])`.execute(tx);
}

/** Changes what is said of a work of an upload; false when there is no such work, or with another version than `version`. */
export async function changeWork(
  tx: Tx,
  uploadId: number,
  id: number,
  changes: { fields: Omit<WorkChanges, 'version' | 'comic'>; comic: number | null | undefined; version: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    update upload_works set fields = fields || ${JSON.stringify(changes.fields)}::jsonb, version = version + 1,
      comic_id = ${changes.comic === undefined ? sql`comic_id` : changes.comic}
    where id = ${id} and upload_id = ${uploadId} and version = coalesce(${changes.version}::int, version) returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Changes what is said of a chapter of an upload; false when there is none. */
export async function changeChapter(tx: Tx, uploadId: number, id: number, changes: ChapterChanges): Promise<boolean> {
  const sets = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([column, value]) =>
        sql`${sql.ref(column)} = ${column === 'credits' ? sql`${JSON.stringify(value)}::jsonb` : value}`,
    );
  if (sets.length === 0) return true;
  const { rows } = await sql`
    update upload_chapters c set ${sql.join(sets)} from upload_works w
    where c.id = ${id} and w.id = c.work_id and w.upload_id = ${uploadId} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Whether a chapter of an upload may replace a chapter: one of the comic that its work is meant for. */
export async function mayReplace(tx: Tx, uploadId: number, id: number, replaced: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from upload_chapters c join upload_works w on w.id = c.work_id join all_chapters h on h.comic_id = w.comic_id
    where c.id = ${id} and w.upload_id = ${uploadId} and h.id = ${replaced}`.execute(tx);
  return rows.length > 0;
}

/** Whether someone may add chapters to a comic: their own, or as a moderator or admin any that is not removed. */
export async function mayAddTo(db: Db, { id, role }: Asker, comicId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from comics where id = ${comicId} and state <> 'removed' and (uploader_id = ${id} or ${role === 'moderator' || role === 'admin'})`.execute(
    db,
  );
  return rows.length > 0;
}

/** Gives a page the picture of another file, which is no page of its own then; false when either is not of this upload. */
export async function replacePage(tx: Tx, uploadId: number, pageId: number, fileId: number): Promise<boolean> {
  const { rows } = await sql`
    update upload_pages p set image = n.image, name = n.name, problem = null, transcript = null
    from upload_files f, upload_pages n join upload_files g on g.id = n.file_id
    where p.id = ${pageId} and f.id = p.file_id and f.upload_id = ${uploadId} and n.file_id = ${fileId} and n.id <> p.id
      and g.upload_id = ${uploadId} and g.state = 'ready' and g.pages = 1 and n.image is not null and n.problem is null returning 1`.execute(
    tx,
  );
  if (rows.length === 0) return false;
  await sql`update upload_pages set chapter_id = null where file_id = ${fileId} and id <> ${pageId}`.execute(tx);
  await deleteEmpty(tx, uploadId);
  return true;
}

/** Takes away chapters without pages, and works without chapters. */
async function deleteEmpty(tx: Tx, uploadId: number): Promise<void> {
  await sql`
    delete from upload_chapters c using upload_works w where w.id = c.work_id and w.upload_id = ${uploadId}
      and not exists (select 1 from upload_pages p where p.chapter_id = c.id)`.execute(tx);
  await sql`
    delete from upload_works w where w.upload_id = ${uploadId}
      and not exists (select 1 from upload_chapters c where c.work_id = w.id)`.execute(tx);
}

/** Keeps what is like a work. */
export async function keepDuplicates(db: Db, workId: number, duplicates: readonly Duplicate[]): Promise<void> {
  await sql`
    update upload_works set duplicates = ${JSON.stringify(duplicates)}::jsonb
    where id = ${workId} and duplicates <> ${JSON.stringify(duplicates)}::jsonb`.execute(db);
}

/** The title of a published comic of which an upload replaces a chapter that is out; null where there is none. */
export async function replacesPublished(tx: Tx, uploadId: number): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select c.title from upload_works w join comics c on c.id = w.comic_id
    join upload_chapters u on u.work_id = w.id join chapters h on h.id = u.replaces and h.comic_id = c.id
    where w.upload_id = ${uploadId} and c.state = 'published' order by w.id limit 1`.execute(tx);
  return rows[0]?.title ?? null;
}
