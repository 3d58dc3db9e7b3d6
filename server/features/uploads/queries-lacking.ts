import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';

/** A page of an upload's work that is missing: its place in its chapter counts as the chapter is ordered by hand or by its file. */
export interface LackingPage {
  title: string;
  name: string;
}

/** The pages in works of an upload that are missing, work by work. */
export async function missingIn(db: Db | Tx, uploadId: number): Promise<LackingPage[]> {
  const { rows } = await sql<LackingPage>`
    select w.fields->>'title' as title, p.name from upload_works w join upload_chapters c on c.work_id = w.id join upload_pages p on p.chapter_id = c.id
    where w.upload_id = ${uploadId} and p.problem is not null order by w.place, w.id, c.place, c.id, p.place, p.id`.execute(
    db,
  );
  return rows;
}

/** Files of an upload with pages in its works that say that they have more pages than they hold: how many more. */
export async function shortFiles(db: Db | Tx, uploadId: number): Promise<{ id: number; path: string; more: number }[]> {
  const { rows } = await sql<{ id: number; path: string; more: number }>`
    select f.id, f.path, (w->'params'->>'said')::int - (w->'params'->>'pages')::int as more
    from upload_files f cross join lateral jsonb_array_elements(f.warnings) w
    where f.upload_id = ${uploadId} and f.state = 'ready' and w->>'code' = 'comic-pages-fewer'
      and exists (select from upload_pages p where p.file_id = f.id and p.chapter_id is not null) order by f.id`.execute(
    db,
  );
  return rows;
}

/** Paths of the files of an upload that were refused. */
export async function refusedFiles(db: Db | Tx, uploadId: number): Promise<string[]> {
  const { rows } = await sql<{
    path: string;
  }>`select path from upload_files where upload_id = ${uploadId} and state = 'refused' order by id`.execute(db);
  return rows.map(({ path }) => path);
}
