import { sql } from 'kysely';
import { withTransaction, type Db } from '#server/db/database.ts';

/** Adds views of a UTC day (`YYYY-MM-DD`) to the day and to every window; comics that are gone are left out. */
export async function addViews(db: Db, day: string, views: ReadonlyMap<number, number>): Promise<void> {
  if (views.size === 0) { return; }
  // One order for all writers, so that two of them cannot wait for each other.
  const ids = [...views.keys()].sort((a, b) => a - b);
  const counts = ids.map((id) => views.get(id) ?? 0);
  await withTransaction(db, async (tx) => {
    await sql`
      insert into comic_views (day, comic_id, views)
      select ${day}::date, v.id, v.n from unnest(${ids}::int[], ${counts}::int[]) as v (id, n) join comics c on c.id = v.id order by v.id
      on conflict (day, comic_id) do update set views = comic_views.views + excluded.views`.execute(tx);
    await sql`
      update comic_stats s set day = s.day + v.n, week = s.week + v.n, month = s.month + v.n, year = s.year + v.n, total = s.total + v.n
      from unnest(${ids}::int[], ${counts}::int[]) as v (id, n) where s.comic_id = v.id`.execute(tx);
  });
}

/**
 * Sums the windows of popularity anew for a UTC day (`YYYY-MM-DD`): the last 1, 7, 30 and 365 days, that day included.
 * Days that no window reaches any more are forgotten; their views stay in the total.
 */
export async function rollPopularity(db: Db, today: string): Promise<void> {
  await sql`
    update comic_stats s set day = w.day, week = w.week, month = w.month, year = w.year
    from (
      select s.comic_id,
        coalesce(sum(v.views) filter (where v.day > ${today}::date - 1), 0) as day,
        coalesce(sum(v.views) filter (where v.day > ${today}::date - 7), 0) as week,
        coalesce(sum(v.views) filter (where v.day > ${today}::date - 30), 0) as month,
        coalesce(sum(v.views), 0) as year
      from comic_stats s left join comic_views v on v.comic_id = s.comic_id and v.day > ${today}::date - 365
      where s.year > 0 or v.views is not null
      group by s.comic_id) w
    where w.comic_id = s.comic_id and (s.day, s.week, s.month, s.year) is distinct from (w.day, w.week, w.month, w.year)`.execute(db);
  await sql`delete from comic_views where day <= ${today}::date - 365`.execute(db);
}

/** Rolls the windows the first time any process of the cluster sees a new day. */
export async function rollOncePerDay(db: Db, today: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const { rows } = await sql`
      insert into settings (key, value) values ('popularity_day', ${today})
      on conflict (key) do update set value = excluded.value where settings.value < excluded.value returning key`.execute(tx);
    if (rows.length > 0) { await rollPopularity(tx, today); }
  });
}
