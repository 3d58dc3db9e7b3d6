import { sql, type RawBuilder } from 'kysely';
import type { CounterKind } from '#contract/dashboard.ts';
import type { Db } from '#server/db/database.ts';
import { listedComics, visibleComics } from '#server/db/visible.ts';

/** The figures of the days from `from` on (`YYYY-MM-DD`). */
export async function figuresSince(db: Db, from: string): Promise<{ day: string; figure: string; value: number }[]> {
  const { rows } = await sql<{ day: string; figure: string; value: number }>`
    select day::text as day, figure, value::float8 as value from daily_figures where day >= ${from}::date`.execute(db);
  return rows;
}

/** The figures counted from the rows themselves: everything but views, which are counted as they come. */
const SOURCES: Record<Exclude<CounterKind, 'views' | 'readers'>, RawBuilder<unknown>> = {
  registrations: sql`users t`,
  imports: sql`(select finished_at as created_at from imports where state = 'imported') t`,
  comments: sql`comments t`,
  downloads: sql`downloads t`,
};

/**
 * Counts the days (UTC) from `from` to `to` anew from what is there now; what was deleted meanwhile does not lower them.
 *
 * @param from and @param to `YYYY-MM-DD`.
 */
export async function countDays(db: Db, from: string, to: string): Promise<void> {
  for (const [figure, source] of Object.entries(SOURCES)) {
    await sql`
      insert into daily_figures as f (day, figure, value)
      select d::date, ${figure}, count(t.created_at)
      from generate_series(${from}::date, ${to}::date, interval '1 day') d
      left join ${source} on t.created_at >= d::date::timestamp at time zone 'UTC' and t.created_at < (d::date + 1)::timestamp at time zone 'UTC'
      group by d
      on conflict (figure, day) do update set value = excluded.value where f.value < excluded.value`.execute(db);
  }
}

/** Sums the views of the days before `today` that were counted before there were figures. */
export async function sumViews(db: Db, today: string): Promise<void> {
  await sql`
    insert into daily_figures (day, figure, value)
    select day, 'views', sum(views) from comic_views where day < ${today}::date group by day
    on conflict (figure, day) do nothing`.execute(db);
}

/** Takes away figures that no plot reaches. */
export async function forgetFigures(db: Db, today: string): Promise<void> {
  await sql`delete from daily_figures where day < ${today}::date - 800`.execute(db);
}

/** Counters of popularity by the days they cover. */
const COUNTERS = { 7: 'week', 30: 'month', 90: 'year', 365: 'year' } as const;
/**
 * Comics that are looked at for windows without a counter of their own; nothing read less in a year can be among the
 * first in a part of it, but for what is new.
 */
const CANDIDATES = 200;

/** The comics that were read most in a window, the most read first. Bounded whatever the library's size. */
export async function topComics(
  db: Db,
  days: keyof typeof COUNTERS,
  today: string,
  limit: number,
): Promise<{ id: number; slug: string; title: string; views: number }[]> {
  const counter = sql.ref(`s.${COUNTERS[days]}`);
  const views =
    days === 90
      ? sql`(select coalesce(sum(v.views), 0)::int from comic_views v where v.comic_id = s.comic_id and v.day > ${today}::date - 90)`
      : counter;
  const { rows } = await sql<{ id: number; slug: string; title: string; views: number }>`
    select c.id, c.slug, c.title, w.views from (
      select s.comic_id, ${views} as views from comic_stats s where ${counter} > 0 order by ${counter} desc, s.comic_id desc limit ${CANDIDATES}) w
    join ${visibleComics(listedComics('all'))} c on c.id = w.comic_id
    where w.views > 0 order by w.views desc, c.id limit ${limit}`.execute(db);
  return rows;
}

/** Items that wait for someone: counted up to a thousand each. */
export async function waitingFor(
  db: Db,
): Promise<{ reports: number; comments: number; reviews: number; takedowns: number; jobs: number }> {
  const count = (of: RawBuilder<unknown>) => sql`(select count(*)::int from (select 1 from ${of} limit 1000) t)`;
  const {
    rows: [row],
  } = await sql<{ reports: number; comments: number; reviews: number; takedowns: number; jobs: number }>`
    select ${count(sql`reports where state = 'open'`)} as reports, ${count(sql`comments where state = 'held'`)} as comments,
      ${count(sql`reviews where state = 'waiting'`)} as reviews, ${count(sql`takedowns where state = 'open'`)} as takedowns,
      ${count(sql`jobs where state = 'failed'`)} as jobs`.execute(db);
  return row!;
}
