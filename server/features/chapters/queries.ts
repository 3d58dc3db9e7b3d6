import { sql } from 'kysely';
import type { Chapter, PageDetails } from '#contract/chapters.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import {
  blockedChapter,
  preferredChapter,
  premiumChapter,
  premiumComic,
  premiumUntil,
  reachableComics,
} from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';

/** The chapters of a reachable comic in reading order, those that a viewer steps over among them; of a one-shot, the one that holds its pages. */
export async function listChapters(
  db: Db,
  { blocked, preferred, limit }: Pick<RequestContext, 'blocked' | 'preferred' | 'limit'>,
  comicId: number,
): Promise<Chapter[]> {
  const { rows } = await sql<Chapter>`${sql.raw(PREPARED)}
    select h.id, h.slug, h.name, h.number, h.volume, h.pages, ${premiumChapter()} as premium,
      case when ${premiumComic()} and c.premium_until is null then null else greatest(${premiumUntil('c')}, ${premiumUntil('h')}) end as premium_until,
      to_char(h.added_at at time zone 'UTC', 'YYYY-MM-DD') as added_at, to_char(h.updated_at at time zone 'UTC', 'YYYY-MM-DD') as updated_at,
      coalesce((select json_agg(json_build_object('id', t.id, 'slug', t.slug, 'name', t.name) order by t.name, t.id)
        from chapter_groups g join terms t on t.id = g.term_id where g.chapter_id = h.id), '[]') as groups,
      ${blockedChapter(blocked)} as blocked, ${preferredChapter(preferred)} as preferred
    from ${reachableComics({ limit })} c join chapters h on h.comic_id = c.id
    where c.id = ${comicId} order by h.position, h.id`.execute(db);
  return rows;
}

/** Tags by which comics say that they are one long strip. */
const STRIP_TAGS = ['long-strip', 'webtoon', 'webtoons', 'vertical-strip', 'manhwa-webtoon'];

/** Hints for a reader before it shows the pages. */
export async function readingHints(
  db: Db,
  comicId: number,
  chapterId: number | null,
): Promise<{ long_strip: boolean; described: boolean }> {
  const { rows } = await sql<{ long_strip: boolean; described: boolean }>`${sql.raw(PREPARED)}
    select exists (select 1 from ${reachableComics('everyone')} c join terms t on t.id = any (c.terms) where c.id = ${comicId}
      and t.kind = 'tag' and t.slug = any (${STRIP_TAGS})) as long_strip,
      exists (select 1 from pages p where p.chapter_id = ${chapterId} and p.transcript is not null) as described`.execute(
    db,
  );
  return rows[0] ?? { long_strip: false, described: false };
}

/** Details of the content of the pages of a chapter, in reading order. Ask `readingOf` first whether this viewer may have them. */
export async function pageDetails(db: Db, chapterId: number): Promise<PageDetails[]> {
  const { rows } = await sql<{ page: number; panels: number[] | null; text: string | null }>`
    select p.number as page, i.panels, p.transcript as text
    from chapters h join ${reachableComics('everyone')} c on c.id = h.comic_id join pages p on p.chapter_id = h.id join images i on i.hash = p.image
    where h.id = ${chapterId} order by p.number`.execute(db);
  return rows.map(({ page, panels, text }) => ({
    page,
    text,
    panels: Array.from({ length: (panels?.length ?? 0) / 4 }, (_, at) => panels!.slice(at * 4, at * 4 + 4)),
  }));
}
