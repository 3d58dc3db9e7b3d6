import { sql } from 'kysely';
import type { Rating } from '#contract/comics.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import {
  blockedChapter,
  firstChapter,
  premiumChapter,
  premiumComic,
  reachableComics,
  type BlockedContent,
  type VisibilityScope,
} from '#server/db/visible.ts';

/** A chapter of a reachable comic as a catalogue lists it. */
export interface ListedChapter {
  id: number;
  comic_id: number;
  slug: string;
  name: string;
  number: string | null;
  volume: string | null;
  pages: number;
  /** At this moment. */
  premium: boolean;
  /** Whether it is the first of a comic that is premium as a whole, of which everyone reads some pages. */
  previewed: boolean;
  /** Of its first page; null where it has none. */
  format: string | null;
  /** ISO 8601. */
  added_at: string;
  updated_at: string;
}

/** Of `h` and `c`: whether everyone reads the first pages. */
const PREVIEWED = sql`(${premiumComic()} and not exists (select from chapters e where e.comic_id = h.comic_id and (e.position, e.id) < (h.position, h.id)))`;

const CHAPTER = sql`h.id, h.comic_id, h.slug, h.name, h.number, h.volume, h.pages, ${premiumChapter()} as premium, ${PREVIEWED} as previewed,
  (select i.format from pages p join images i on i.hash = p.image where p.chapter_id = h.id order by p.number limit 1) as format,
  ${isoMoment(sql`h.added_at`)} as added_at, ${isoMoment(sql`greatest(h.added_at, h.updated_at)`)} as updated_at`;

/** The first chapter that a viewer does not step over of each of some reachable comics, by the comic's id. */
export async function firstChapters(
  db: Db,
  blocked: BlockedContent,
  comics: readonly number[],
): Promise<Map<number, ListedChapter>> {
  const { rows } = await sql<ListedChapter>`${sql.raw(PREPARED)}
    select ${CHAPTER} from ${reachableComics('everyone')} c
    join lateral ${firstChapter(blocked)} h on true
    where c.id = any(${[...comics]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.comic_id, row]));
}

/** Some chapters of reachable comics, by their ids. */
export async function chaptersById(
  db: Db,
  seeing: Pick<VisibilityScope, 'limit'>,
  ids: readonly number[],
): Promise<Map<number, ListedChapter>> {
  const { rows } = await sql<ListedChapter>`${sql.raw(PREPARED)}
    select ${CHAPTER} from ${reachableComics(seeing)} c join chapters h on h.comic_id = c.id where h.id = any(${[...ids]}::int[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A part of the chapters of a reachable comic that a viewer does not step over, in reading order, and how many there are. */
export async function listChapters(
  db: Db,
  blocked: BlockedContent,
  comicId: number,
  offset: number,
  limit: number,
): Promise<{ rows: ListedChapter[]; total: number }> {
  const { rows } = await sql<ListedChapter & { total: number }>`${sql.raw(PREPARED)}
    select ${CHAPTER}, count(*) over ()::int as total from ${reachableComics('everyone')} c join chapters h on h.comic_id = c.id
    where c.id = ${comicId} and not ${blockedChapter(blocked)} order by h.position, h.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

/** When some reachable comics appeared and changed last, ISO 8601, by their ids. */
export async function findDates(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { published: string; updated: string }>> {
  const { rows } = await sql<{ id: number; published: string; updated: string }>`${sql.raw(PREPARED)}
    select c.id, ${isoMoment(sql`c.uploaded_at`)} as published, ${isoMoment(sql`greatest(c.uploaded_at, c.updated_at)`)} as updated
    from ${reachableComics('everyone')} c where c.id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...dates }) => [id, dates]));
}

/** A chapter of a reachable comic whose pages are asked for one by one, and what decides who may see them. */
export interface StreamedChapter {
  comic_id: number;
  state: string;
  rating: Rating;
  oneshot: boolean;
  premium: boolean;
  previewed: boolean;
  pages: number;
  /** The pictures of its pages by the page's number, from 1. */
  images: Record<string, string>;
}

/** The chapter with this id; null where there is none. */
export async function streamedChapter(
  db: Db,
  seeing: Pick<VisibilityScope, 'limit'>,
  chapterId: number,
): Promise<StreamedChapter | null> {
  const { rows } = await sql<StreamedChapter>`${sql.raw(PREPARED)}
    select c.id as comic_id, c.state, c.rating, c.oneshot, ${premiumChapter()} as premium, h.pages, ${PREVIEWED} as previewed,
      coalesce((select jsonb_object_agg(p.number, p.image) from pages p where p.chapter_id = h.id), '{}') as images
    from ${reachableComics(seeing)} c join chapters h on h.comic_id = c.id where h.id = ${chapterId}`.execute(db);
  return rows[0] ?? null;
}

/** Where a member is in some chapters, by the chapter's id. */
export async function placesIn(
  db: Db,
  userId: number,
  chapters: readonly number[],
): Promise<Map<number, { page: number; at: string; device: string | null }>> {
  const { rows } = await sql<{ id: number; page: number; at: string; device: string | null }>`${sql.raw(PREPARED)}
    select p.chapter_id as id, p.page, ${isoMoment(sql`p.updated_at`)} as at, p.device from progress p
    join ${reachableComics('everyone')} c on c.id = p.comic_id where p.user_id = ${userId} and p.chapter_id = any(${[...chapters]}::int[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
