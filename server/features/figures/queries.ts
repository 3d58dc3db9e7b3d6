import { sql, type RawBuilder } from 'kysely';
import {
  MAX_FIGURE_CHAPTERS,
  MAX_FIGURE_COMICS,
  MAX_FIGURE_TERMS,
  type FigureKind,
  type ReadingFigures,
} from '#contract/figures.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { visibleComics, type ListScope } from '#server/db/visible.ts';

/** Counts of a month by its place among those that were asked for, from 1; 0 is what was before them, null all together. */
export interface CountedMonth {
  place: number | null;
  comics: number;
  chapters: number;
  pages: number;
  seconds: number;
  since: string | null;
}

/** The reading of a member, chapter by chapter: the last that was read first. */
function readChapters(userId: number): RawBuilder<unknown> {
  return sql`(select p.comic_id, p.completed_at, p.max_page, p.seconds, coalesce(p.completed_at, p.updated_at) as at
    from progress p where p.user_id = ${userId}::int order by p.updated_at desc limit ${MAX_FIGURE_CHAPTERS}::int)`;
}

/** The reading of a member in each of these months, before them, and all together. Comics that were removed count, too. */
export async function countReading(db: Db, userId: number, starts: readonly Date[]): Promise<CountedMonth[]> {
  const sum = (each: RawBuilder<unknown>) => sql`least(coalesce(sum(${each}), 0), 2147483647)::int`;
  const { rows } = await sql<CountedMonth>`
    with reading as (
      select r.*, width_bucket(r.at, ${starts.map((start) => start.toISOString())}::timestamptz[]) as month from ${readChapters(userId)} r)
    select month as place, count(distinct comic_id)::int as comics, count(completed_at)::int as chapters,
      ${sum(sql`max_page`)} as pages, ${sum(sql`seconds`)} as seconds, ${isoMoment(sql`min(at)`)} as since
    from reading group by grouping sets ((month), ())`.execute(db);
  return rows;
}

/** Of each kind the terms of the most comics, of those that a member read last and that `seeing` is shown, by their names in a locale. */
export async function topTerms(
  db: Db,
  userId: number,
  seeing: ListScope,
  locale: Locale,
  kinds: readonly FigureKind[],
): Promise<ReadingFigures['terms']> {
  if (kinds.length === 0) return [];
  const { rows } = await sql<ReadingFigures['terms'][number]>`
    with counted as (
      select term, count(*)::int as comics from (
        select r.comic_id from ${readChapters(userId)} r group by r.comic_id order by max(r.at) desc limit ${MAX_FIGURE_COMICS}::int) d
      join ${visibleComics(seeing)} c on c.id = d.comic_id cross join unnest(c.terms) as term group by term),
    placed as (
      select t.id, t.kind, t.slug, coalesce(l.name, t.name) as name, n.comics,
        row_number() over (partition by t.kind order by n.comics desc, t.sort_name, t.id) as place
      from counted n join terms t on t.id = n.term and t.kind = any(${[...kinds]}::text[])
      left join term_translations l on l.term_id = t.id and l.locale = ${locale})
    select id, kind, slug, name, comics from placed where place <= ${MAX_FIGURE_TERMS}::int order by kind, place`.execute(
    db,
  );
  return rows;
}

/** The token of the address where others see the figures of a member; null where nobody does. */
export async function findShare(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ token: string }>`select token from shared_figures where user_id = ${userId}`.execute(db);
  return rows[0]?.token ?? null;
}

/** Shares the figures of a member, by months of a zone. @returns their token: the one they had, or this one. */
export async function shareFigures(db: Db, userId: number, token: string, zone: string): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    insert into shared_figures (user_id, token, zone) values (${userId}, ${token}, ${zone})
    on conflict (user_id) do update set zone = excluded.zone returning token`.execute(db);
  return rows[0]!.token;
}

/** Makes the address where others saw the figures of a member lead nowhere. */
export async function unshareFigures(db: Db, userId: number): Promise<void> {
  await sql`delete from shared_figures where user_id = ${userId}`.execute(db);
}

/** Whose figures a token shows, and by the months of which zone; null where it leads nowhere, or to someone who is gone. */
export async function findSharer(
  db: Db,
  token: string,
): Promise<{ id: number; username: string; zone: string } | null> {
  const { rows } = await sql<{ id: number; username: string; zone: string }>`
    select u.id, u.username, s.zone from shared_figures s join users u on u.id = s.user_id
    where s.token = ${token} and u.deleted_at is null and u.banned_at is null`.execute(db);
  return rows[0] ?? null;
}
