import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { reachableComics } from '#server/db/visible.ts';

/** Documents that are kept of a member; of more the longest untouched are forgotten. */
const MAX_DOCUMENTS = 2_000;

/** Where a member is in a document, in the words of the program that reads it. */
export interface DocumentPlace {
  progress: string;
  /** 0 to 1. */
  percentage: number;
  device: string;
  device_id: string;
  /** ISO 8601. */
  updated_at: string;
}

/** Where a member is in a document, and the chapter that it is known to be; null where nothing is kept. */
export async function findDocument(
  db: Db,
  userId: number,
  document: string,
): Promise<(DocumentPlace & { chapter_id: number | null }) | null> {
  const { rows } = await sql<DocumentPlace & { chapter_id: number | null }>`
    select progress, percentage, device, device_id, chapter_id, ${isoMoment(sql`updated_at`)} as updated_at
    from reading_documents where user_id = ${userId} and document = ${document}`.execute(db);
  return rows[0] ?? null;
}

/** Keeps where a member is in a document; the last word counts. */
export async function putDocument(
  db: Db,
  userId: number,
  document: string,
  { progress, percentage, device, device_id, updated_at, chapter }: DocumentPlace & { chapter: number | null },
): Promise<void> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into reading_documents as d (user_id, document, chapter_id, progress, percentage, device, device_id, updated_at)
    values (${userId}, ${document}, ${chapter}, ${progress}, ${percentage}, ${device}, ${device_id}, ${updated_at})
    on conflict (user_id, document) do update set chapter_id = coalesce(excluded.chapter_id, d.chapter_id), progress = excluded.progress,
      percentage = excluded.percentage, device = excluded.device, device_id = excluded.device_id, updated_at = excluded.updated_at
    returning xmax = 0 as "isNew"`.execute(db);
  if (rows[0]?.isNew !== true) return;
  await sql`
    delete from reading_documents where user_id = ${userId} and document in (
      select document from reading_documents where user_id = ${userId} order by updated_at desc, document offset ${MAX_DOCUMENTS})`.execute(
    db,
  );
}

/** A chapter that a member can read, and where they are in it. */
export interface ChapterPlace {
  comic_id: number;
  oneshot: boolean;
  pages: number;
  /** From 1; null where it was never opened. */
  page: number | null;
  completed: boolean;
  /** ISO 8601. */
  read_at: string | null;
  device: string | null;
}

/** Where a member is in a chapter; null where it has no page, or they cannot reach it. */
export async function findChapterPlace(db: Db, userId: number, chapterId: number): Promise<ChapterPlace | null> {
  const { rows } = await sql<ChapterPlace>`
    select h.comic_id, c.oneshot, h.pages, p.page, p.completed_at is not null as completed, ${isoMoment(sql`p.updated_at`)} as read_at, p.device
    from chapters h join ${reachableComics({ member: userId })} c on c.id = h.comic_id and c.state <> 'removed'
    left join progress p on p.user_id = ${userId} and p.chapter_id = h.id
    where h.id = ${chapterId} and h.pages > 0`.execute(db);
  return rows[0] ?? null;
}
