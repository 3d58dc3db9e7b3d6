import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The id of the chapter of a comic that had this slug before; null where none had. */
export async function formerChapter(db: Db, comicId: number, slug: string): Promise<number | null> {
  if (slug.includes('\0') || !slug.isWellFormed()) return null;
  const { rows } = await sql<{
    id: number;
  }>`select chapter_id as id from chapter_slugs where comic_id = ${comicId} and slug = ${slug}`.execute(db);
  return rows[0]?.id ?? null;
}
