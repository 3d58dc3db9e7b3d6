import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CatalogueMemo, readChange } from '#server/db/queries/changes.ts';
import { CHAPTER_COLUMNS, FIRST_PAGE, type StoredChapter } from '#server/features/editing/comics/queries-editor.ts';

/** Which chapters: of a comic, of what an uploader brought; null: of all. */
export interface ChapterListing {
  comicId: number | null;
  uploader: number | null;
  offset: number;
  limit: number;
}

/** A chapter with its comic. */
export interface ListedChapter extends StoredChapter {
  comic: { id: number; slug: string; title: string };
}

const totalsFor = perDatabase(() => new CatalogueMemo<number>({ most: 100, seconds: 60, isLarge: () => true }));

/** A page of chapters, the newest first, and how many there are; reached from the nearer end of the list. */
export async function chapterRows(db: Db, listing: ChapterListing): Promise<{ rows: ListedChapter[]; total: number }> {
  const { comicId, uploader, offset, limit } = listing;
  const from =
    uploader === null
      ? sql`all_chapters h`
      : sql`all_chapters h join comics c on c.id = h.comic_id and c.uploader_id = ${uploader}`;
  const where = comicId === null ? sql`true` : sql`h.comic_id = ${comicId}`;
  const total = await totalsFor(db).get(`${comicId} ${uploader}`, await readChange(db), async () => {
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`.execute(
      db,
    );
    return rows[0]?.total ?? 0;
  });
  const count = Math.min(limit, total - offset);
  if (count <= 0) return { rows: [], total };
  const isFar = offset > total / 2;
  const { rows } = await sql<ListedChapter>`
    with listed as (
      select h.id from ${from} where ${where}
      order by h.id ${isFar ? sql`asc` : sql`desc`} offset ${isFar ? total - offset - count : offset} limit ${count})
    select ${CHAPTER_COLUMNS}, jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title) as comic
    from listed l join all_chapters h on h.id = l.id join comics c on c.id = h.comic_id ${FIRST_PAGE} order by h.id desc`.execute(
    db,
  );
  return { rows, total };
}
