import { sql } from 'kysely';
import type { Direction, Rating } from '#contract/comics.ts';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { Analysis } from '#server/images/analysis/analysis.ts';
import { CLEANING } from '#server/images/cleaning/clean.ts';
import type { ImportWarning } from './import-metadata.ts';
import type { FolderContext } from './grouping.ts';
import { analysisColumns, type KeptVariants } from './queries-analysis.ts';
import { keepSources } from './queries-sources.ts';

/** The options of an import; kept so that it can go on without the one who asked. */
export interface ImportOptions {
  publish: boolean;
  /** Whether it may be shown with missing pages; earlier imports do not say. */
  incomplete?: boolean;
  /** The rating of an archive that does not say its own, and whether someone chose it. */
  rating: Rating;
  ratingChosen: boolean;
  language: string | null;
  folder: boolean;
  around: FolderContext | null;
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

/** An import that is new, or is to be tried again: waiting from now on. An import that is done or under way stays as it is. */
export async function putImport(tx: Tx, given: Pick<ImportRow, 'hash' | 'file' | 'source' | 'options'>): Promise<ImportRow & { fresh: boolean }> {
  const options = JSON.stringify(given.options);
  const { rows } = await sql<ImportRow>`
    insert into imports (hash, file, source, options) values (${given.hash}, ${given.file}, ${given.source}, ${options}::jsonb)
    on conflict (hash) do nothing returning *`.execute(tx);
  if (rows[0]) { return { ...rows[0], fresh: true }; }
  const { rows: again } = await sql<ImportRow>`
    update imports set state = case state when 'reading' then state else 'waiting' end, file = ${given.file}, source = ${given.source}, options = ${options}::jsonb, error = null,
      warnings = '[]', finished_at = null
    where hash = ${given.hash} and (state in ('waiting', 'reading', 'refused') or comic_id is null) returning *`.execute(tx);
  if (again[0]) { return { ...again[0], fresh: true }; }
  return { ...await importByHash(tx, given.hash) as ImportRow, fresh: false };
}

/** An import by the hash of its archive, or null. */
export async function importByHash(db: Db, hash: string): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`select * from imports where hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** An import by its id, or null. */
export async function importById(db: Db, id: number): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`select * from imports where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Marks an import as under way. */
export async function markReading(db: Db, id: number): Promise<void> {
  await sql`update imports set state = 'reading' where id = ${id} and state = 'waiting'`.execute(db);
}

/** Marks an import as refused, and why. Its finished pages are kept for another try. */
export async function markRefused(db: Db, id: number, error: { code: string; params: ProblemParams }): Promise<void> {
  await sql`update imports set state = 'refused', error = ${JSON.stringify(error)}::jsonb, finished_at = now() where id = ${id}`.execute(db);
}

/** Marks an import as done: what it became. Its pages are the chapter's now. */
export async function markImported(tx: Tx, id: number, became: { comicId: number; chapterId: number; warnings: readonly ImportWarning[] }): Promise<void> {
  await sql`
    update imports set state = 'imported', comic_id = ${became.comicId}, chapter_id = ${became.chapterId},
      warnings = ${JSON.stringify(became.warnings)}::jsonb, error = null, finished_at = now() where id = ${id}`.execute(tx);
  await sql`delete from import_pages where import_id = ${id}`.execute(tx);
}

/** Holds an import until the end of the transaction; its state. */
export async function holdImport(tx: Tx, id: number): Promise<ImportState | null> {
  const { rows } = await sql<{ state: ImportState }>`select state from imports where id = ${id} for update`.execute(tx);
  return rows[0]?.state ?? null;
}

/** A page an import has finished: its picture, or why it has none. Width and height are 0 without one. */
export interface FinishedPage {
  number: number;
  name: string;
  image: string | null;
  problem: { code: ProblemCode; params: ProblemParams } | null;
  width: number;
  height: number;
}

/** A page as it is put into a chapter. One with a problem is missing: its picture is the plate that stands for it. */
export type ReadPage = FinishedPage & { image: string; transcript: string | null };

/** The pages an import has finished, in reading order. */
export async function finishedPages(db: Db, importId: number): Promise<FinishedPage[]> {
  const { rows } = await sql<FinishedPage>`
    select p.number, p.name, p.image, p.problem, coalesce(i.width, 0) as width, coalesce(i.height, 0) as height
    from import_pages p left join images i on i.hash = p.image
    where p.import_id = ${importId} order by p.number`.execute(db);
  return rows;
}

/** A picture and its variants, whose bytes are kept already. */
export interface NewImage {
  /** Of its clean bytes, and of those it came as, which may be the same. */
  hash: string;
  source: string;
  format: string;
  bytes: number;
  width: number;
  height: number;
  animated: boolean;
  thumbhash: Uint8Array;
  color: number;
  /** Of its bytes, as signed as the database keeps 32 bits. */
  crc32: number;
  analysis: Analysis | null;
  /** How copies of it are known (`pdq.ts`). */
  phash: Uint8Array | null;
  variants: KeptVariants;
}

/** Keeps finished pages and their pictures; both may be there already. */
export async function keepPages(tx: Tx, importId: number, pages: readonly Omit<FinishedPage, 'width' | 'height'>[], images: readonly NewImage[]): Promise<void> {
  await keepImages(tx, images);
  if (pages.length === 0) { return; }
  await sql`
    insert into import_pages (import_id, number, name, image, problem)
    select ${importId}, p.number, p.name, p.image, p.problem
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as p (number int, name text, image text, problem jsonb)
    on conflict (import_id, number) do nothing`.execute(tx);
}

/** Keeps pictures; one that is there already gets the variants it lacks. */
export async function keepImages(tx: Tx, images: readonly NewImage[]): Promise<void> {
  const distinct = new Map<string, NewImage>();
  for (const image of images) {
    distinct.set(image.hash, { ...image, variants: { ...distinct.get(image.hash)?.variants, ...image.variants } });
  }
  // One order for all writers, so that two of them cannot wait for each other.
  const rows = [...distinct.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map((image) => ({ ...image, ...analysisColumns(image), thumbhash: Buffer.from(image.thumbhash).toString('hex') }));
  if (rows.length === 0) { return; }
  await sql`
    insert into images (hash, format, bytes, width, height, animated, thumbhash, color, crc32, variants, trim, edge, sides, panels, phash, analysis, cleaned)
    select i.hash, i.format, i.bytes, i.width, i.height, i.animated, decode(i.thumbhash, 'hex'), i.color, i.crc32, i.variants,
      i.trim, i.edge, decode(i.sides, 'hex'), i.panels, decode(i.phash, 'hex'), i.analysis, ${CLEANING}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i (hash text, format text, bytes int, width int, height int, animated boolean, thumbhash text, color int, crc32 int, variants jsonb,
        trim int[], edge int, sides text, panels int[], phash text, analysis smallint)
    on conflict (hash) do update set variants = images.variants || excluded.variants, crc32 = excluded.crc32, cleaned = excluded.cleaned
    where not images.variants @> excluded.variants or images.cleaned <> excluded.cleaned`.execute(tx);
  await keepSources(tx, images);
}

/** How a picture is kept: whether its covers are, and how copies of it are known; null when it is not. */
export async function imageCovers(db: Db, hash: string): Promise<{ covers: boolean; phash: Buffer | null } | null> {
  const { rows } = await sql<{ covers: boolean; phash: Buffer | null }>`select variants ?& array['cover320', 'cover640'] as covers, phash from images where hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** The fields that a chapter's arrival may change of its comic. */
export interface SeriesComic {
  id: number;
  slug: string;
  title: string;
  state: string;
  rating: Rating;
  direction: Direction;
  terms: number[];
  description: string | null;
  released_on: string | null;
  translated: boolean;
  /** Fields that staff keeps from being changed by imports. */
  locked: string[];
}

/** Makes everyone who adds to this series wait until the end of the transaction; the comic of the series, or null. */
export async function holdSeries(tx: Tx, seriesKey: string): Promise<SeriesComic | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${seriesKey}, 0))`.execute(tx);
  const { rows } = await sql<SeriesComic>`
    select id, slug, title, state, rating, direction, terms, description, released_on::text, translated, locked from comics where series_key = ${seriesKey} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Gives a comic the cover of its first chapter, unless someone chose one that is in none of its chapters. */
export async function coverFromFirstChapter(tx: Tx, comicId: number, chapterId: number, cover: string): Promise<void> {
  await sql`
    update comics c set cover = ${cover} where c.id = ${comicId}
      and ${chapterId} = (select h.id from chapters h where h.comic_id = c.id order by h.position, h.id limit 1)
      and exists (select 1 from pages p join chapters h on h.id = p.chapter_id where h.comic_id = c.id and p.image = c.cover)`.execute(tx);
}

/** Calls a series complete once all chapters are there that its archives say it has. */
export async function completeWhenWhole(tx: Tx, comicId: number, count: number): Promise<void> {
  await sql`
    update comics c set status = 'complete' where c.id = ${comicId} and c.status is distinct from 'complete'
      and (select count(distinct h.number) from chapters h where h.comic_id = c.id) >= ${count}`.execute(tx);
}

/** Where an import ended: slugs of its comic and chapter (null for a one-shot), pages, and whether it is still a draft. */
export async function whereImported(db: Db, id: number): Promise<{ comic_id: number; slug: string; chapter: string | null; pages: number; state: string } | null> {
  const { rows } = await sql<{ comic_id: number; slug: string; chapter: string | null; pages: number; state: string }>`
    select c.id as comic_id, c.slug, c.state, case when c.oneshot then null else h.slug end as chapter, coalesce(h.pages, c.pages) as pages
    from imports i join comics c on c.id = i.comic_id left join chapters h on h.id = i.chapter_id where i.id = ${id}`.execute(db);
  return rows[0] ?? null;
}
