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

/** All of a comic that readers see with it, or one of its chapters, which may be on its way. */
export type Part = { comic: number } | { chapter: number };

const chaptersIn = (part: Part) =>
  'comic' in part
    ? sql`(select * from chapters s where s.comic_id = ${part.comic})`
    : sql`(select * from all_chapters s where s.id = ${part.chapter})`;

/** The pages that are missing, in reading order. */
export async function missingPages(db: Db | Tx, part: Part): Promise<MissingPage[]> {
  const { rows } = await sql<MissingPage>`
    select h.id as chapter_id, ${chapterName}, p.number as page, p.name, p.missing->>'code' as code, p.missing->'params' as params,
      coalesce((p.missing->>'accepted')::boolean, false) as accepted
    from comics c join ${chaptersIn(part)} h on h.comic_id = c.id join pages p on p.chapter_id = h.id and p.missing is not null
    order by h.position, h.id, p.number`.execute(db);
  return rows;
}

/** The chapters that hold fewer pages than their files say, in reading order; accepted ones are left out. */
export async function shortChapters(db: Db | Tx, part: Part): Promise<ShortChapter[]> {
  const { rows } = await sql<ShortChapter>`
    select h.id as chapter_id, ${chapterName}, h.pages, h.pages_said as said /* said is never null: compared */
    from comics c join ${chaptersIn(part)} h on h.comic_id = c.id
    where h.pages_said > h.pages order by h.position, h.id`.execute(db);
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
    select h.comic_id as id from pages p join all_chapters h on h.id = p.chapter_id
    where p.missing is not null and h.state <> 'removed'
    union select comic_id from all_chapters where pages_said is not null and pages_said > pages and state <> 'removed'`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Says that these may be shown without the pages that they lack now. */
export async function acceptMissing(tx: Tx, part: Part): Promise<void> {
  await sql`
    update pages p set missing = p.missing || '{"accepted": true}' from ${chaptersIn(part)} h
    where p.chapter_id = h.id and p.missing is not null`.execute(tx);
  await sql`
    update all_chapters h set pages_said = null from ${chaptersIn(part)} s
    where h.id = s.id and h.pages_said is not null`.execute(tx);
}

/** Says how many pages the file of a chapter says it has. */
export async function setDeclaredPages(tx: Tx, chapterId: number, pages: number): Promise<void> {
  await sql`update all_chapters set pages_said = ${pages} where id = ${chapterId}`.execute(tx);
}
