import { sql, type RawBuilder } from 'kysely';
import type { Rating } from '#contract/comics.ts';
import { MAX_LISTS } from '#contract/library.ts';
import type { Db } from '#server/db/database.ts';
import { chapterKey, keysRead } from '#server/db/queries/chapter-key.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import {
  blockedChapter,
  blocksMakers,
  firstChapter,
  premiumChapter,
  premiumComic,
  reachableComics,
  visibleComics,
  type BlockedContent,
  type VisibilityScope,
} from '#server/db/visible.ts';

/** How much of a series a member has read, and when it came and changed. */
export interface SeriesCounts {
  books: number;
  /** How many of them were read to the end, and how many were begun. */
  reading: number[];
  /** ISO 8601. */
  created: string;
  updated: string;
}

/**
 * The columns of `SeriesCounts` of `c` (a comic that a member was shown), each after a comma: how many of its chapters that a viewer does not step
 * over there are, and where the member is in them.
 */
export function countColumns(blocked: BlockedContent, userId: number): RawBuilder<unknown> {
  // Who steps over nobody's chapters needs none of them looked at: a comic knows how many it has.
  const books = blocksMakers(blocked)
    ? sql`(select count(*)::int from chapters h where h.comic_id = c.id and not ${blockedChapter(blocked)})`
    : sql`case when c.oneshot then 1 else c.chapters_count end`;
  return sql`, ${books} as books,
    (select array[count(p.completed_at), count(*) - count(p.completed_at)]::int[]
      from progress p join chapters h on h.id = p.chapter_id
      where p.user_id = ${userId} and p.comic_id = c.id and not ${blockedChapter(blocked)}) as reading,
    ${isoMoment(sql`c.uploaded_at`)} as created, ${isoMoment(sql`greatest(c.uploaded_at, c.updated_at)`)} as updated`;
}

/** The columns that `countColumns` names, of a comic that a member was shown; null where it went meanwhile. */
export async function countBooks(
  db: Db,
  blocked: BlockedContent,
  userId: number,
  comicId: number,
): Promise<SeriesCounts | null> {
  const {
    rows: [row],
  } = await sql<SeriesCounts & { id: number }>`${sql.raw(PREPARED)}
    select c.id ${countColumns(blocked, userId)} from ${reachableComics('everyone')} c where c.id = ${comicId}`.execute(
    db,
  );
  return row ?? null;
}

/** A chapter among the others of its comic, with where a member is in it. */
export interface ListedBook {
  id: number;
  comic_id: number;
  name: string;
  number: string | null;
  /** ISO 8601. */
  added_at: string;
  /** Null where it was never opened. */
  read_at: string | null;
  completed: boolean;
  /** Where it stands among all chapters of its comic, from 1. */
  place: number;
}

/** The chapters of a reachable comic that a viewer does not step over, in reading order. */
export async function listBooks(
  db: Db,
  blocked: BlockedContent,
  userId: number,
  comicId: number,
): Promise<ListedBook[]> {
  const { rows } = await sql<ListedBook>`${sql.raw(PREPARED)}
    select h.id, h.comic_id, h.name, h.number, ${isoMoment(sql`h.added_at`)} as added_at,
      ${isoMoment(sql`p.updated_at`)} as read_at, p.completed_at is not null as completed,
      row_number() over (order by h.position, h.id)::int as place
    from ${reachableComics({ member: userId })} c join chapters h on h.comic_id = c.id
    left join progress p on p.user_id = ${userId} and p.chapter_id = h.id
    where c.id = ${comicId} and not ${blockedChapter(blocked)} order by h.position, h.id`.execute(db);
  return rows;
}

/** Everything that a book says of itself, without what it has of its comic. */
export interface BookRow extends ListedBook {
  slug: string;
  pages: number;
  /** Bytes of all its pages as they came. */
  bytes: number;
  premium: boolean;
  previewed: boolean;
  updated_at: string;
  /** Those who made this version of it known. */
  groups: string[];
  page: number | null;
  device: string | null;
}

/** Some chapters of reachable comics by their ids, in whatever order. */
export async function bookRows(
  db: Db,
  blocked: BlockedContent,
  userId: number,
  chapters: readonly number[],
): Promise<Map<number, BookRow>> {
  const { rows } = await sql<BookRow>`${sql.raw(PREPARED)}
    with asked as (
      select h.* from ${reachableComics({ member: userId })} c join chapters h on h.comic_id = c.id
      where h.id = any(${[...chapters]}::int[]) and c.state <> 'removed'),
    numbered as (
      select h.id, row_number() over (partition by h.comic_id order by h.position, h.id)::int as place,
        row_number() over (partition by h.comic_id order by h.position, h.id) = 1 as first
      from chapters h where h.comic_id in (select comic_id from asked) and not ${blockedChapter(blocked)})
    select h.id, h.comic_id, h.slug, h.name, h.number, h.pages, ${premiumChapter()} as premium,
      (${premiumComic()} and coalesce(n.first, false)) as previewed, coalesce(n.place, 1) as place,
      ${isoMoment(sql`h.added_at`)} as added_at, ${isoMoment(sql`greatest(h.added_at, h.updated_at)`)} as updated_at,
      (select coalesce(sum(i.bytes), 0)::float8 from pages g join images i on i.hash = g.image where g.chapter_id = h.id) as bytes,
      array(select t.name from chapter_groups g join terms t on t.id = g.term_id where g.chapter_id = h.id order by t.name, t.id) as groups,
      p.page, p.device, ${isoMoment(sql`p.updated_at`)} as read_at, p.completed_at is not null as completed
    from asked h join ${reachableComics({ member: userId })} c on c.id = h.comic_id left join numbered n on n.id = h.id
    left join progress p on p.user_id = ${userId} and p.chapter_id = h.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The first chapter of each of some reachable comics that a viewer does not step over, by the comic's id. */
export async function firstBooks(
  db: Db,
  blocked: BlockedContent,
  comics: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ comic: number; id: number }>`${sql.raw(PREPARED)}
    select c.id as comic, h.id from ${reachableComics('everyone')} c
    join lateral ${firstChapter(blocked)} h on true
    where c.id = any(${[...comics]}::int[])`.execute(db);
  return new Map(rows.map(({ comic, id }) => [comic, id]));
}

/** The chapters that a member has begun, or read to the end, the last one first, and how many there are. */
export async function readBooks(
  db: Db,
  userId: number,
  completed: boolean,
  offset: number,
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ id: number; total: number }>`
    select p.chapter_id as id, count(*) over ()::int as total from progress p
    join ${reachableComics({ member: userId })} c on c.id = p.comic_id and c.state <> 'removed' join chapters h on h.id = p.chapter_id
    where p.user_id = ${userId} and (p.completed_at is not null) = ${completed}
    order by p.updated_at desc, p.chapter_id desc limit ${limit} offset ${offset}`.execute(db);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** Comics read last that are looked through for what comes next in them. */
const MAX_BEGUN = 500;

/**
 * The next chapter of each comic that a member has read in and left at the end of a chapter: the first of which no version was read. The comic read
 * last first.
 */
export async function nextBooks(db: Db, blocked: BlockedContent, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with last as (
      select p.comic_id, max(p.updated_at) as at from progress p where p.user_id = ${userId} group by p.comic_id
      having bool_and(p.completed_at is not null) order by at desc limit ${MAX_BEGUN})
    select h.id from last l join ${reachableComics({ member: userId })} c on c.id = l.comic_id and c.state <> 'removed'
    join lateral (
      select f.id from chapters f where f.comic_id = c.id and not ${blockedChapter(blocked, 'f')}
        and ${chapterKey('f')} not in (${keysRead(sql`${userId}`, sql`c.id`)})
      order by f.position, f.id limit 1) h on true
    order by l.at desc, l.comic_id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** A page of a chapter as a client is told of it. */
export interface PageRow {
  number: number;
  format: string;
  width: number;
  height: number;
  bytes: number;
}

/** The first pages of a chapter of a reachable comic. Ask first how many of them who asks may see. */
export async function pageRows(db: Db, chapterId: number, most: number): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`${sql.raw(PREPARED)}
    select p.number, i.format, i.width, i.height, i.bytes from ${reachableComics('everyone')} c join chapters h on h.comic_id = c.id
    join pages p on p.chapter_id = h.id join images i on i.hash = p.image
    where h.id = ${chapterId} and p.number <= ${most} order by p.number`.execute(db);
  return rows;
}

/** Of a chapter of a reachable comic what decides who sees its pages; null where there is none. */
export async function bookOwner(
  db: Db,
  chapterId: number,
): Promise<{ comic_id: number; state: string; rating: Rating; oneshot: boolean } | null> {
  const { rows } = await sql<{ comic_id: number; state: string; rating: Rating; oneshot: boolean }>`
    select c.id as comic_id, c.state, c.rating, c.oneshot from ${reachableComics('everyone')} c join chapters h on h.comic_id = c.id
    where h.id = ${chapterId}`.execute(db);
  return rows[0] ?? null;
}

/** Forgets where a member is in some chapters. */
export async function forgetBooks(db: Db, userId: number, chapters: readonly number[]): Promise<void> {
  await sql`delete from progress where user_id = ${userId} and chapter_id = any(${[...chapters]}::int[])`.execute(db);
}

/** Comics of a member's list, or of their favourites, as far as lists show them these. */
export interface KeptComics {
  /** Null for the favourites. */
  list: number | null;
  name: string;
  comics: number[];
  /** ISO 8601. */
  created_at: string;
  updated_at: string;
}

/** A member's favourites, the newest first, and their lists, those changed last first; of each the first `most` comics. */
export async function keptComics(db: Db, seeing: VisibilityScope, userId: number, most: number): Promise<KeptComics[]> {
  const { rows } = await sql<KeptComics>`
    select null::int as list, '' as name, '1970-01-01T00:00:00.000Z' as created_at, '1970-01-01T00:00:00.000Z' as updated_at,
      array(select c.id from favorites k join ${visibleComics(seeing)} c on c.id = k.comic_id where k.user_id = ${userId}
        order by k.created_at desc, k.comic_id desc limit ${most}) as comics
    union all
    (select l.id, l.name, ${isoMoment(sql`l.created_at`)}, ${isoMoment(sql`l.updated_at`)},
      array(select c.id from list_comics k join ${visibleComics(seeing)} c on c.id = k.comic_id where k.list_id = l.id
        order by k.position, k.comic_id limit ${most})
    from lists l where l.user_id = ${userId} order by l.updated_at desc, l.id desc limit ${MAX_LISTS})`.execute(db);
  return rows;
}

/** The name of a member. */
export async function ownName(db: Db, userId: number): Promise<string> {
  const { rows } = await sql<{ username: string }>`select username from users where id = ${userId}`.execute(db);
  return rows[0]?.username ?? '';
}
