import { sql } from 'kysely';
import type { JoiningChapters } from '#contract/imports.ts';
import type { Rating } from '#contract/comics.ts';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { FinishedPage, PageSink } from '#server/features/intake/public/read-pages.ts';
import { keepImages, type NewImage } from '#server/features/pictures/public/queries-images.ts';
import type { ImportWarning } from '#server/features/intake/public/import-metadata.ts';
import type { SaidSource } from '#server/features/intake/public/archive-pages.ts';
import type { FolderContext } from '#server/features/intake/public/grouping.ts';

/** The options of an import; kept so that it can go on without the one who asked. */
export interface ImportOptions {
  publish: boolean;
  /** Whether it may be shown with missing pages; earlier imports do not say. */
  incomplete?: boolean;
  /** When a chapter comes out that joins a series which readers see; earlier imports do not say. */
  chapters?: JoiningChapters;
  /** The rating of an archive that does not say its own, and whether someone chose it. */
  rating: Rating;
  ratingChosen: boolean;
  language: string | null;
  folder: boolean;
  around: FolderContext | null;
  /** Where somebody else says what it is. */
  said?: SaidSource;
}

export type ImportState = 'waiting' | 'reading' | 'imported' | 'refused';

export interface ImportRow {
  id: number;
  hash: string;
  file: string;
  source: string;
  options: ImportOptions;
  state: ImportState;
  comic_id: number | null;
  chapter_id: number | null;
  warnings: ImportWarning[];
  error: { code: ProblemCode; params: ProblemParams } | null;
}

const COLUMNS = sql`id, hash, file, source, options, state, comic_id, chapter_id, warnings, error`;

/** An import that is new, or is to be tried again: waiting from now on. An import that is done or under way stays as it is. */
export async function putImport(
  tx: Tx,
  given: Pick<ImportRow, 'hash' | 'file' | 'source' | 'options'>,
): Promise<ImportRow & { fresh: boolean }> {
  const options = JSON.stringify(given.options);
  const { rows } = await sql<ImportRow>`
    insert into imports (hash, file, source, options) values (${given.hash}, ${given.file}, ${given.source}, ${options}::jsonb)
    on conflict (hash) do nothing returning ${COLUMNS}`.execute(tx);
  if (rows[0]) return { ...rows[0], fresh: true };
  const { rows: again } = await sql<ImportRow>`
    update imports set state = case state when 'reading' then state else 'waiting' end, file = ${given.file},
    source = ${given.source}, options = ${options}::jsonb, error = null,
      warnings = '[]', finished_at = null
    where hash = ${given.hash} and (state in ('waiting', 'reading', 'refused') or comic_id is null) returning ${COLUMNS}`.execute(
    tx,
  );
  if (again[0]) return { ...again[0], fresh: true };
  return { ...((await importByHash(tx, given.hash)) as ImportRow), fresh: false };
}

/** An import by the hash of its archive, or null. */
export async function importByHash(db: Db, hash: string): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`select ${COLUMNS} from imports where hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** An import by its id, or null. */
export async function importById(db: Db, id: number): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`select ${COLUMNS} from imports where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Has pages that could not be had looked at again: what lies there is not what lay there when they were refused. */
export async function forgetFailedPages(tx: Tx, id: number): Promise<void> {
  await sql`delete from import_pages where import_id = ${id} and problem is not null`.execute(tx);
}

/** Marks an import as under way. */
export async function markReading(db: Db, id: number): Promise<void> {
  await sql`update imports set state = 'reading' where id = ${id} and state = 'waiting'`.execute(db);
}

/** Marks an import as refused, and why. Its finished pages are kept for another try. */
export async function markRefused(db: Db, id: number, error: { code: string; params: ProblemParams }): Promise<void> {
  await sql`update imports set state = 'refused', error = ${JSON.stringify(error)}::jsonb, finished_at = now() where id = ${id}`.execute(
    db,
  );
}

/** Marks an import as done: what it became. Its pages are the chapter's now. */
export async function markImported(
  tx: Tx,
  id: number,
  became: { comicId: number; chapterId: number; warnings: readonly ImportWarning[] },
): Promise<void> {
  await sql`
    update imports set state = 'imported', comic_id = ${became.comicId}, chapter_id = ${became.chapterId},
      warnings = ${JSON.stringify(became.warnings)}::jsonb, error = null, finished_at = now() where id = ${id}`.execute(
    tx,
  );
  await sql`delete from import_pages where import_id = ${id}`.execute(tx);
}

/** Holds an import until the end of the transaction; its state. */
export async function holdImport(tx: Tx, id: number): Promise<ImportState | null> {
  const { rows } = await sql<{ state: ImportState }>`select state from imports where id = ${id} for update`.execute(tx);
  return rows[0]?.state ?? null;
}

/** The pages an import has finished, in reading order. */
async function finishedPages(db: Db, importId: number): Promise<FinishedPage[]> {
  const { rows } = await sql<FinishedPage>`
    select p.number, p.name, p.image, p.problem, coalesce(i.width, 0) as width, coalesce(i.height, 0) as height
    from import_pages p left join images i on i.hash = p.image
    where p.import_id = ${importId} order by p.number`.execute(db);
  return rows;
}

/** Keeps finished pages and their pictures; both may be there already. */
async function keepPages(
  tx: Tx,
  importId: number,
  pages: readonly Omit<FinishedPage, 'width' | 'height'>[],
  images: readonly NewImage[],
): Promise<void> {
  await keepImages(tx, images);
  if (pages.length === 0) return;
  await sql`
    insert into import_pages (import_id, number, name, image, problem)
    select ${importId}, p.number, p.name, p.image, p.problem
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as p (number int, name text, image text, problem jsonb)
    on conflict (import_id, number) do nothing`.execute(tx);
}

/** Where an import ended: slugs of its comic and chapter (null for a one-shot), pages, and whether it is still a draft. */
export async function whereImported(
  db: Db,
  id: number,
): Promise<{ comic_id: number; slug: string; chapter: string | null; pages: number; state: string } | null> {
  const { rows } = await sql<{ comic_id: number; slug: string; chapter: string | null; pages: number; state: string }>`
    select c.id as comic_id, c.slug, c.state, case when c.oneshot then null else h.slug end as chapter, coalesce(h.pages, c.pages) as pages
    from imports i join comics c on c.id = i.comic_id left join all_chapters h on h.id = i.chapter_id where i.id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Where the finished pages of an import are kept. */
export function importPageSink(db: Db, importId: number): PageSink {
  return {
    finished: () => finishedPages(db, importId),
    keep: (tx, pages, images) => keepPages(tx, importId, pages, images),
  };
}
