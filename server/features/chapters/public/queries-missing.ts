import { sql } from 'kysely';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** Why the picture of a page cannot be had. `accepted`: someone said that its comic may be shown without it. */
export interface Missing {
  code: ProblemCode;
  params: ProblemParams;
  accepted: boolean;
}

/** A page that is missing: its place and name, and that of its chapter, which is null for a one-shot. */
export interface MissingPage extends Missing {
  chapter_id: number;
  chapter: string | null;
  page: number;
  name: string;
}

/** A chapter whose file says that it has more pages than it holds. */
export interface ShortChapter {
  chapter_id: number;
  chapter: string | null;
  pages: number;
  said: number;
}

const chapterName = sql`case when c.oneshot then null else coalesce(h.number, nullif(h.name, ''), h.slug) end as chapter`;

/** The pages of a comic that are missing, in reading order. */
export async function missingPages(db: Db | Tx, comicId: number): Promise<MissingPage[]> {
  const { rows } = await sql<MissingPage>`
    select h.id as chapter_id, ${chapterName}, p.number as page, p.name, p.missing->>'code' as code, p.missing->'params' as params,
      coalesce((p.missing->>'accepted')::boolean, false) as accepted
    from comics c join chapters h on h.comic_id = c.id join pages p on p.chapter_id = h.id and p.missing is not null
    where c.id = ${comicId} order by h.position, h.id, p.number`.execute(db);
  return rows;
}

/** The chapters of a comic that hold fewer pages than their files say, in reading order; accepted ones are left out. */
export async function shortChapters(db: Db | Tx, comicId: number): Promise<ShortChapter[]> {
  const { rows } = await sql<ShortChapter>`
    select h.id as chapter_id, ${chapterName}, h.pages, h.pages_said as said /* said is never null: compared */
    from comics c join chapters h on h.comic_id = c.id
    where c.id = ${comicId} and h.pages_said > h.pages order by h.position, h.id`.execute(db);
  return rows;
}

/** Of these comics those that lack pages without anyone having said that they may be shown so. */
export async function incompleteAmong(db: Db | Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct h.comic_id as id from chapters h where h.comic_id = any(${[...ids]}::int[]) and (h.pages_said > h.pages
      or exists (select from pages p where p.chapter_id = h.id and p.missing is not null and p.missing->'accepted' is distinct from 'true'))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The comics with missing pages, and those whose files say that they have more. */
export async function lackingComics(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select h.comic_id as id from pages p join chapters h on h.id = p.chapter_id where p.missing is not null
    union select comic_id from chapters where pages_said is not null and pages_said > pages`.execute(db);
  return rows.map(({ id }) => id);
}

/** Says that a comic may be shown without the pages that it lacks now. */
export async function acceptMissing(tx: Tx, comicId: number): Promise<void> {
  await sql`
    update pages p set missing = p.missing || '{"accepted": true}' from chapters h
    where h.comic_id = ${comicId} and p.chapter_id = h.id and p.missing is not null`.execute(tx);
  await sql`update chapters set pages_said = null where comic_id = ${comicId} and pages_said is not null`.execute(tx);
}

/** Says how many pages the file of a chapter says it has. */
export async function setDeclaredPages(tx: Tx, chapterId: number, pages: number): Promise<void> {
  await sql`update chapters set pages_said = ${pages} where id = ${chapterId}`.execute(tx);
}
