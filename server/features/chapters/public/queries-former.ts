import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { chapterNamed } from '#server/db/queries/comic-address.ts';
import { reachableComics } from '#server/db/visible.ts';

/** The id of the chapter of a comic that had this slug before; null where none had. */
export async function formerChapter(db: Db, comicId: number, slug: string): Promise<number | null> {
  if (slug.includes('\0') || !slug.isWellFormed()) return null;
  const { rows } = await sql<{
    id: number;
  }>`select chapter_id as id from chapter_slugs where comic_id = ${comicId} and slug = ${slug}`.execute(db);
  return rows[0]?.id ?? null;
}

/** A chapter of a comic that readers saw and that was removed since, by its slug, one it had before, or its id; null where there is none. */
export async function removedChapter(
  db: Db,
  comicId: number,
  address: string,
): Promise<{ slug: string; name: string; number: string | null } | null> {
  const named = chapterNamed(address, 'all_chapters');
  if (named === null) return null;
  const { rows } = await sql<{ slug: string; name: string; number: string | null }>`
    select h.slug, h.name, h.number from ${reachableComics('everyone')} c join all_chapters h on h.comic_id = c.id
    where c.id = ${comicId} and ${named} and h.state = 'removed' and h.removed_from = 'published'`.execute(db);
  return rows[0] ?? null;
}
