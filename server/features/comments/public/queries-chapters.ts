import { sql, type RawBuilder } from 'kysely';
import type { CommentSubject } from '#contract/comments.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { chapterNamed, comicAt } from '#server/db/queries/comic-address.ts';
import { premiumChapter, reachableComics } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { chapterName } from '#server/i18n/chapter-name.ts';

/** A chapter that is commented on, and what decides about who opens it. */
export interface CommentedChapter {
  id: number;
  slug: string;
  name: string;
  number: string | null;
  /** Whether it is premium now. */
  premium: boolean;
  comic_id: number;
  comic_slug: string;
  title: string;
  state: string;
  rating: 'safe' | 'suggestive' | 'explicit';
  oneshot: boolean;
}

/** The chapter that an address names by its slug, one that it had before, or its id, in a reachable comic; null where there is none. */
export async function chapterAt(
  db: Db,
  viewing: RequestContext,
  comic: string,
  address: string,
): Promise<CommentedChapter | null> {
  const named = comicAt(comic);
  const chapter = chapterNamed(address);
  if (named === null || chapter === null) return null;
  const [row] = await chapters(db, viewing, sql`${named} and ${chapter}`);
  return row ?? null;
}

/** Chapters of reachable comics, by their ids. @param from all, for whoever looks after comments; else those that are out. */
export function chaptersById(
  db: Db,
  viewing: RequestContext,
  ids: readonly number[],
  from: 'chapters' | 'all_chapters' = 'chapters',
): Promise<readonly CommentedChapter[]> {
  return ids.length === 0 ? Promise.resolve([]) : chapters(db, viewing, sql`h.id = any(${[...ids]}::int[])`, from);
}

/** A chapter as the subject of comments. */
export function chapterSubject({ locale }: RequestContext, chapter: CommentedChapter): CommentSubject {
  const { id, slug, comic_id: comic, comic_slug: comicSlug, title } = chapter;
  return {
    kind: 'chapters',
    id,
    slug,
    title: chapterName(locale, chapter),
    comic: { id: comic, slug: comicSlug, title },
  };
}

async function chapters(
  db: Db,
  { locale, limit }: RequestContext,
  condition: RawBuilder<unknown>,
  from: 'chapters' | 'all_chapters' = 'chapters',
): Promise<CommentedChapter[]> {
  const { rows } = await sql<CommentedChapter>`${sql.raw(PREPARED)}
    select h.id, h.slug, h.name, h.number, ${premiumChapter()} as premium, c.id as comic_id, c.slug as comic_slug,
      coalesce((select t.title from comic_translations t where t.comic_id = c.id and t.locale = ${locale}), c.title) as title,
      c.state, c.rating, c.oneshot
    from ${reachableComics({ limit })} c join ${sql.table(from)} h on h.comic_id = c.id where ${condition}`.execute(db);
  return rows;
}
