import { sql } from 'kysely';
import type { OldAddress } from '#contract/transfers.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { reachableComics, type VisibilityScope } from '#server/db/visible.ts';

/** A chapter that came from elsewhere: the slug that it had, and when it came out. */
export interface OldChapter {
  id: number;
  slug: string;
  at: string | null;
}

/**
 * Keeps where a comic and its chapters were: below the base of a former site, by their slugs there. An address that leads somewhere already stays.
 *
 * @param base the first parts of the path, such as `manga`.
 */
export async function keepOldAddresses(
  tx: Tx,
  base: string,
  { comicId, slug }: { comicId: number; slug: string },
  chapters: readonly OldChapter[],
): Promise<void> {
  const comic = oldPath(`${base}/${slug}`);
  if (slug === '' || comic === null) return;
  const paths = [
    { path: comic, chapter: null as number | null },
    ...chapters.map(({ id, slug: chapter }) => ({
      path: chapter === '' ? null : oldPath(`${comic}/${chapter}`),
      chapter: id,
    })),
  ].filter(({ path }) => path !== null);
  await sql`
    insert into old_addresses (path, comic_id, chapter_id)
    select e.path, ${comicId}, e.chapter from jsonb_to_recordset(${JSON.stringify(paths)}::jsonb) as e (path text, chapter int)
    on conflict do nothing`.execute(tx);
}

/** Parts of a path that are looked at: a base of some, a comic, a chapter, and what stands behind that, such as the number of a page. */
const MAX_PARTS = 8;

/** The comic or chapter that a path of a former site leads to, or that the beginning of it does; null where it leads to nothing that this caller can reach. */
export async function findOldAddress(
  db: Db,
  path: string,
  by: Pick<VisibilityScope, 'limit'>,
): Promise<OldAddress | null> {
  const parts = (oldPath(path) ?? '').split('/').slice(0, MAX_PARTS);
  const paths = parts.map((_part, at) => parts.slice(0, at + 1).join('/')).slice(1);
  if (paths.length === 0) return null;
  const { rows } = await sql<OldAddress>`
    select c.slug, h.slug as chapter from old_addresses o join ${reachableComics(by)} c on c.id = o.comic_id
    left join chapters h on h.id = o.chapter_id and h.comic_id = c.id
    where o.path = any(${paths}::text[]) order by length(o.path) desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** A path as former addresses are kept: decoded, in lower case, without slashes around it; null for what can be none. */
export function oldPath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path).toLowerCase().split('/').filter(Boolean).join('/');
    return decoded.length === 0 || decoded.length > 500 || decoded.includes('\0') || !decoded.isWellFormed()
      ? null
      : decoded;
  } catch {
    return null;
  }
}
