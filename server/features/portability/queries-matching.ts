import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { visibleComics, type VisibilityScope } from '#server/db/visible.ts';

/** A comic of this site with all that it is called. */
export interface NamedComic {
  id: number;
  slug: string;
  sort_title: string;
  titles: string[];
  language: string | null;
}

/** Comics asked for at once. */
const CHUNK = 250;

/** The comics this viewer sees that have one of these slugs, or are sorted under one of these keys. */
export async function comicsNamed(
  db: Db,
  seeing: Pick<VisibilityScope, 'rating' | 'hidden'>,
  slugs: readonly string[],
  sortTitles: readonly string[],
): Promise<NamedComic[]> {
  const found = new Map<number, NamedComic>();
  for (let at = 0; at < Math.max(slugs.length, sortTitles.length); at += CHUNK) {
    const { rows } = await sql<NamedComic>`
      select c.id, c.slug, c.sort_title,
      array_remove(array[c.title, c.alternative_title] || array(select t.title from comic_translations t
          where t.comic_id = c.id), null) as titles,
        (select t.code from terms t where t.kind = 'language' and t.id = any(c.terms) limit 1) as language
      from ${visibleComics(seeing)} c
      where c.slug = any(${slugs.slice(at, at + CHUNK)}::text[]) or c.sort_title = any(${sortTitles.slice(at, at + CHUNK)}::text[])
      limit ${CHUNK * 20}`.execute(db);
    for (const row of rows) {
      found.set(row.id, row);
    }
  }
  return [...found.values()];
}
