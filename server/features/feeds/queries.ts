import { sql } from 'kysely';
import { PREPARED, type Db } from '#server/db/kysely.ts';
import { blockedChapter, reachableComics, type BlockedContent } from '#server/db/visible.ts';

/** When a comic appeared and when something of it changed last. */
export interface Moments {
  published: Date;
  updated: Date;
}

/** The moments of some reachable comics by their ids. */
export async function findMoments(db: Db, ids: readonly number[]): Promise<Map<number, Moments>> {
  const { rows } = await sql<{ id: number; published: Date | string; updated: Date | string }>`${sql.raw(PREPARED)}
    select c.id, c.uploaded_at as published, greatest(c.uploaded_at, c.updated_at) as updated
    from ${reachableComics('everyone')} c where c.id = any(${[...ids]}::int[])`.execute(db);
  return new Map(
    rows.map(({ id, published, updated }) => [id, { published: new Date(published), updated: new Date(updated) }]),
  );
}

/** How long before its newest chapter a work's other chapters still count as new, and how many of them at most. */
const NEW_FOR = '7 days';
const MAX_NEW_CHAPTERS = 10;

/**
 * News of some reachable comics, by their ids, without what is of whom a viewer blocks: the chapters that came to everyone within a week of the newest one,
 * at most ten, the newest first; and whether the work itself is as new. A work without chapters is.
 *
 * The first chapter is not told apart from its work where both came on one day.
 */
export async function findNews(
  db: Db,
  blocked: BlockedContent,
  ids: readonly number[],
): Promise<Map<number, { whole: boolean; chapters: ReleasedChapter[] }>> {
  const { rows } = await sql<{
    id: number;
    whole: boolean;
    chapters: (Omit<ReleasedChapter, keyof Moments> & { published: string; updated: string })[];
  }>`${sql.raw(PREPARED)}
    select c.id, c.latest_chapter_at is null or c.uploaded_at > c.latest_chapter_at - ${NEW_FOR}::interval as whole, coalesce((
      select json_agg(n order by n.published desc, n.position desc, n.id desc) from (
        select ${CHAPTER}, h.position, h.released_at as published, greatest(h.released_at, h.updated_at) as updated
        from chapters h
        where h.comic_id = c.id and not c.oneshot and not h.pending and h.released_at > c.uploaded_at
          and not ${blockedChapter(blocked)}
          and h.released_at > c.latest_chapter_at - ${NEW_FOR}::interval
          and (h.released_at > c.uploaded_at + interval '1 day'
            or exists (select from chapters e where e.comic_id = c.id and (e.released_at, e.id) < (h.released_at, h.id)))
        order by h.released_at desc, h.position desc, h.id desc limit ${MAX_NEW_CHAPTERS}) n), '[]') as chapters
    from ${reachableComics('everyone')} c where c.id = any(${[...ids]}::int[])`.execute(db);
  return new Map(
    rows.map(({ id, whole, chapters }) => [
      id,
      {
        // A feed entry without news tells of its work.
        whole: whole || chapters.length === 0,
        chapters: chapters.map((each) => ({
          ...each,
          published: new Date(each.published),
          updated: new Date(each.updated),
        })),
      },
    ]),
  );
}

/** A chapter as a feed tells of it. */
export interface ReleasedChapter extends Moments {
  id: number;
  slug: string;
  name: string;
  number: string | null;
  volume: string | null;
  groups: string[];
}

/** Of `h`. */
const CHAPTER = sql`h.id, h.slug, h.name, h.number, h.volume,
  coalesce((select json_agg(t.name order by t.name) from chapter_groups g join terms t on t.id = g.term_id where g.chapter_id = h.id), '[]') as groups`;

/**
 * The chapters of a reachable comic that are of nobody blocked, those that came last first, and how many there are: those that everyone may read, or
 * may as soon as the work can be read; with `early` those in early access, too, as of the day they were added.
 */
export async function listReleases(
  db: Db,
  blocked: BlockedContent,
  comicId: number,
  { early, offset, limit }: { early: boolean; offset: number; limit: number },
): Promise<{ rows: ReleasedChapter[]; total: number }> {
  const releasedAt = early ? sql`h.added_at` : sql`h.released_at`;
  const { rows } = await sql<
    Omit<ReleasedChapter, keyof Moments> & { published: Date | string; updated: Date | string; total: number }
  >`${sql.raw(PREPARED)}
    select ${CHAPTER}, ${releasedAt} as published, greatest(${releasedAt}, h.updated_at) as updated, count(*) over ()::int as total
    from ${reachableComics('everyone')} c join chapters h on h.comic_id = c.id
    where c.id = ${comicId} and not ${blockedChapter(blocked)} ${early ? sql`` : sql`and not h.pending`}
    order by ${releasedAt} desc, h.position desc, h.id desc limit ${limit} offset ${offset}`.execute(db);
  return {
    rows: rows.map(({ total: _total, ...row }) => ({
      ...row,
      published: new Date(row.published),
      updated: new Date(row.updated),
    })),
    total: rows[0]?.total ?? 0,
  };
}
