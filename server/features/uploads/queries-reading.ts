import { sql } from 'kysely';
import type { WantedCredit } from '#contract/credits.ts';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { Direction, Rating } from '#contract/comics.ts';
import type { LinkIds } from '#contract/links.ts';
import type { WorkFields } from '#contract/uploads.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { ImportTerm, ImportWarning } from '#server/features/intake/public/import-metadata.ts';
import type { FinishedPage, PageSink } from '#server/features/intake/public/read-pages.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import { keepImages } from '#server/features/pictures/public/queries-images.ts';

/** The facts known of a work beside its fields. */
export interface WorkAbout {
  workKey?: string | null;
  /** By what ids other sites know it. */
  links?: LinkIds;
  /** The facts known of its terms beside their names. */
  terms?: Partial<Record<TermKind, readonly ImportTerm[]>>;
  /** Facts from its files themselves; null or left out where nothing did. */
  rating?: Rating | null;
  direction?: Direction | null;
}

/** A file that is to be read, and whose it is. */
export interface FileToRead {
  id: number;
  upload_id: number;
  user_id: number;
  path: string;
  bytes: number;
}

/** The file of a reading job; null when it is gone or done. It is being read from now on. */
export async function beginReading(db: Db, id: number): Promise<FileToRead | null> {
  const { rows } = await sql<FileToRead>`
    update upload_files f set state = 'reading' from uploads u
    where f.id = ${id} and u.id = f.upload_id and f.state in ('waiting', 'reading')
    returning f.id, f.upload_id, u.user_id, f.path, f.bytes::float8 as bytes`.execute(db);
  return rows[0] ?? null;
}

/** Says how many pages a file has, and its hash. */
export async function markOpened(db: Db, id: number, known: { pages?: number; hash?: string }): Promise<void> {
  await sql`update upload_files
    set pages = coalesce(${known.pages ?? null}::int, pages), hash = coalesce(${known.hash ?? null}, hash)
    where id = ${id}`.execute(db);
}

/** Says that a file is read. */
export async function markReady(tx: Tx, id: number, pages: number, warnings: readonly ImportWarning[]): Promise<void> {
  await sql`update upload_files set state = 'ready', pages = ${pages}, warnings = ${JSON.stringify(warnings)}::jsonb, error = null where id = ${id}`.execute(
    tx,
  );
}

/** Says why a file cannot be read. */
export async function markFileRefused(
  tx: Tx,
  id: number,
  error: { code: ProblemCode; params: ProblemParams },
): Promise<void> {
  await sql`update upload_files set state = 'refused', error = ${JSON.stringify(error)}::jsonb where id = ${id}`.execute(
    tx,
  );
}

/** Where the finished pages of a file are kept. */
export function filePageSink(db: Db, fileId: number): PageSink {
  return {
    async finished() {
      const { rows } = await sql<FinishedPage>`
        select p.number, p.name, p.image, p.problem, coalesce(i.width, 0) as width, coalesce(i.height, 0) as height
        from upload_pages p left join images i on i.hash = p.image where p.file_id = ${fileId} order by p.number`.execute(
        db,
      );
      return rows;
    },
    async keep(tx, pages, images) {
      await keepImages(tx, images);
      await sql`
        insert into upload_pages (file_id, number, name, image, problem)
        select ${fileId}, p.number, p.name, p.image, p.problem
        from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as p (number int, name text, image text, problem jsonb)
        where exists (select 1 from upload_files where id = ${fileId})
        on conflict (file_id, number) do nothing`.execute(tx);
    },
  };
}

/** Paths of the files of an upload that are not refused. */
export async function listPaths(db: Db, uploadId: number): Promise<{ id: number; path: string; state: string }[]> {
  const { rows } = await sql<{
    id: number;
    path: string;
    state: string;
  }>`select id, path, state from upload_files where upload_id = ${uploadId} and state <> 'refused' order by id`.execute(
    db,
  );
  return rows;
}

/** The work of an upload that further files of it find by its key, or null. */
export async function workByKey(
  tx: Tx,
  uploadId: number,
  key: string,
): Promise<{ id: number; version: number; fields: WorkFields; about: WorkAbout } | null> {
  const { rows } = await sql<{ id: number; version: number; fields: WorkFields; about: WorkAbout }>`
    select id, version, fields, about from upload_works where upload_id = ${uploadId} and key = ${key} order by place, id limit 1`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** A work as it is first made, or as its files say anew. */
export interface NewWork {
  place: number;
  key: string | null;
  fields: WorkFields;
  about: WorkAbout;
  /** The existing comic it is meant for. */
  comicId: number | null;
}

/** Makes a work. */
export async function addWork(
  tx: Tx,
  uploadId: number,
  { place, key, fields, about, comicId }: NewWork,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into upload_works (upload_id, place, key, fields, about, comic_id)
    values (${uploadId}, ${place}, ${key}, ${JSON.stringify(fields)}::jsonb, ${JSON.stringify(about)}::jsonb, ${comicId}) returning id`.execute(
    tx,
  );
  return (rows[0] as { id: number }).id;
}

/** Describes a work, without its version going up: nobody changed it. */
export async function describeWork(tx: Tx, id: number, fields: WorkFields, about: WorkAbout): Promise<void> {
  await sql`update upload_works set fields = ${JSON.stringify(fields)}::jsonb, about = ${JSON.stringify(about)}::jsonb where id = ${id}`.execute(
    tx,
  );
}

/** Makes a chapter. */
export async function addChapter(
  tx: Tx,
  workId: number,
  chapter: {
    place: number;
    key: string | null;
    name: string;
    number: string | null;
    volume: string | null;
    credits: readonly WantedCredit[];
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into upload_chapters (work_id, place, key, name, number, volume, credits)
    values (${workId}, ${chapter.place}, ${chapter.key}, ${chapter.name}, ${chapter.number}, ${chapter.volume}, ${JSON.stringify(chapter.credits)}::jsonb) returning id`.execute(
    tx,
  );
  return (rows[0] as { id: number }).id;
}

/** The chapter that the pictures of a folder belong to, and its work; null before there is one. */
export async function chapterByKey(
  tx: Tx,
  uploadId: number,
  key: string,
): Promise<{ id: number; work_id: number; version: number; direction: Direction } | null> {
  const { rows } = await sql<{ id: number; work_id: number; version: number; direction: Direction }>`
    select c.id, c.work_id, w.version, w.fields->>'direction' as direction from upload_chapters c join upload_works w on w.id = c.work_id
    where w.upload_id = ${uploadId} and c.key = ${key} order by c.id limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Puts the pages of a file into a chapter, behind those it has, in the order of the file; missing ones with the plate that stands for them. */
export async function placePages(
  tx: Tx,
  fileId: number,
  chapterId: number,
  pages: readonly { number: number; image: string; transcript: string | null }[],
): Promise<void> {
  await sql`
    update upload_pages p set chapter_id = ${chapterId}, image = t.image, transcript = t.transcript,
      place = p.number + (select coalesce(max(place), 0) from upload_pages where chapter_id = ${chapterId})
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as t (number int, image text, transcript text)
    where p.file_id = ${fileId} and p.number = t.number`.execute(tx);
}

/** The comic of a series that this member may add chapters to, or null. */
export async function findSeries(tx: Tx, seriesKey: string, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select c.id from comics c join users m on m.id = ${userId}
    where c.series_key = ${seriesKey} and c.state <> 'removed' and (c.uploader_id = m.id or m.role in ('moderator', 'admin'))`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** The ComicInfo.xml of a folder that has arrived, by the id of its file, or null. */
export async function metadataOfFolder(db: Db, uploadId: number, folder: string): Promise<number | null> {
  const path = folder === '.' ? 'comicinfo.xml' : `${folder.toLowerCase()}/comicinfo.xml`;
  const { rows } = await sql<{ id: number }>`
    select id from upload_files where upload_id = ${uploadId} and lower(path) = ${path} and state not in ('receiving', 'refused') order by id limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** How large a kept picture is. */
export async function getPictureSize(db: Db, hash: string): Promise<{ width: number; height: number }> {
  const { rows } = await sql<{
    width: number;
    height: number;
  }>`select width, height from images where hash = ${hash}`.execute(db);
  return rows[0] ?? { width: 1, height: 1 };
}
