import { sql } from 'kysely';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';

/** The setting that says up to which UTC day (`YYYY-MM-DD`) the windows of popularity were moved. */
const ROLLED = 'popularity_day';
/** Days of the longest window: older days are forgotten. */
const LONGEST = 365;

/** That a visitor came (`comicId` null), or opened a comic; both known by the hash of a day, a number of 64 bits. */
export interface Visit {
  visit: bigint;
  comicId: number | null;
}

/**
 * Counts the visits of a UTC day (`YYYY-MM-DD`) that no process has counted before: each at most once, and all of them
 * or none.
 */
export async function addVisits(db: Db, day: string, visits: readonly Visit[]): Promise<void> {
  const byVisit = new Map(visits.map(({ visit, comicId }) => [String(visit), comicId]));
  await withTransaction(db, async (tx) => {
    // One order for all writers, so that two of them cannot wait for each other.
    const { rows } = await sql<{ visit: string }>`
      insert into visits (day, visit)
      select ${day}::date, v from (select unnest(${[...byVisit.keys()]}::bigint[]) as v order by 1) as w
      on conflict do nothing returning visit::text as visit`.execute(tx);
    const views = new Map<number, number>();
    let readers = 0;
    for (const { visit } of rows) {
      const comicId = byVisit.get(visit) ?? null;
      if (comicId === null) {
        readers += 1;
      } else {
        views.set(comicId, (views.get(comicId) ?? 0) + 1);
      }
    }
    await addViews(tx, day, views, readers);
  });
}

/**
 * Adds views of a UTC day (`YYYY-MM-DD`) to the day, to the total and to the windows that still reach that day; comics
 * that are gone are left out.
 *
 * @param readers visitors who were not counted on that day yet.
 */
export async function addViews(tx: Tx, day: string, views: ReadonlyMap<number, number>, readers = 0): Promise<void> {
  if (views.size === 0 && readers === 0) return;
  // One order for all writers, so that two of them cannot wait for each other.
  const ids = [...views.keys()].sort((a, b) => a - b);
  const counts = ids.map((id) => views.get(id) ?? 0);
  // Nobody moves the windows meanwhile.
  const {
    rows: [rolled],
  } = await sql<{ value: string }>`select value from settings where key = ${ROLLED} for share`.execute(tx);
  const reaches = (days: number) =>
    sql`(case when ${day}::date > ${rolled?.value ?? day}::date - ${days}::int then v.n else 0 end)`;
  await sql`
    insert into comic_views (day, comic_id, views)
    select ${day}::date, v.id, v.n from unnest(${ids}::int[], ${counts}::int[]) as v (id, n) join comics c on c.id = v.id order by v.id
    on conflict (day, comic_id) do update set views = comic_views.views + excluded.views`.execute(tx);
  await sql`
    update comic_stats s set day = s.day + ${reaches(1)}, week = s.week + ${reaches(7)}, month = s.month + ${reaches(30)},
      year = s.year + ${reaches(LONGEST)}, total = s.total + v.n
    from unnest(${ids}::int[], ${counts}::int[]) as v (id, n) where s.comic_id = v.id`.execute(tx);
  await addToDay(tx, day, { views: counts.reduce((all, each) => all + each, 0), readers });
}

/**
 * Moves the windows of popularity on to a UTC day (`YYYY-MM-DD`): the last 1, 7, 30 and 365 days, that day included.
 * Days that no window reaches any more are forgotten; their views stay in the total. It happens once, whoever asks how
 * often, and touches only comics that were read on the days that leave a window.
 */
export async function rollPopularity(db: Db, today: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const {
      rows: [rolled],
    } = await sql<{
      days: number;
    }>`select ${today}::date - value::date as days from settings where key = ${ROLLED} for update`.execute(tx);
    if (rolled && rolled.days <= 0) return;
    if (rolled && rolled.days < LONGEST) {
      await leaveDays(tx, today, rolled.days);
    } else {
      await sumWindows(tx, today);
    }
    await sql`insert into settings (key, value) values (${ROLLED}, ${today}) on conflict (key) do update set value = excluded.value`.execute(
      tx,
    );
    await sql`delete from comic_views where day <= ${today}::date - ${LONGEST}::int`.execute(tx);
    // Visits that are written late belong to the day before.
    await sql`delete from visits where day < ${today}::date - 1`.execute(tx);
  });
}

/** Takes the views of the days that leave off each window; `days` have passed since it was done last. */
async function leaveDays(tx: Tx, today: string, days: number): Promise<void> {
  const left = (window: number) =>
    sql`(v.day > ${today}::date - ${window + days}::int and v.day <= ${today}::date - ${window}::int)`;
  const sum = (window: number) => sql`coalesce(sum(v.views) filter (where ${left(window)}), 0)`;
  await sql`
    update comic_stats s set day = s.day - w.day, week = s.week - w.week, month = s.month - w.month, year = s.year - w.year
    from (
      select v.comic_id, ${sum(1)} as day, ${sum(7)} as week, ${sum(30)} as month, ${sum(LONGEST)} as year
      from comic_views v where ${left(1)} or ${left(7)} or ${left(30)} or ${left(LONGEST)}
      group by v.comic_id) w
    where w.comic_id = s.comic_id`.execute(tx);
}

/** Sums every window anew. */
async function sumWindows(tx: Tx, today: string): Promise<void> {
  await sql`
    update comic_stats s set day = w.day, week = w.week, month = w.month, year = w.year
    from (
      select s.comic_id,
        coalesce(sum(v.views) filter (where v.day > ${today}::date - 1), 0) as day,
        coalesce(sum(v.views) filter (where v.day > ${today}::date - 7), 0) as week,
        coalesce(sum(v.views) filter (where v.day > ${today}::date - 30), 0) as month,
        coalesce(sum(v.views), 0) as year
      from comic_stats s left join comic_views v on v.comic_id = s.comic_id and v.day > ${today}::date - ${LONGEST}::int
      where s.year > 0 or v.views is not null
      group by s.comic_id) w
    where w.comic_id = s.comic_id and (s.day, s.week, s.month, s.year) is distinct from (w.day, w.week, w.month, w.year)`.execute(
    tx,
  );
}

/** Adds to the sums of a UTC day (`YYYY-MM-DD`): views, and readers that were not counted yet. */
async function addToDay(db: Db, day: string, figures: Readonly<Record<'views' | 'readers', number>>): Promise<void> {
  await sql`
    insert into daily_figures as f (day, figure, value) select ${day}::date, t.key, t.value::bigint from jsonb_each_text(${JSON.stringify(figures)}::jsonb) t
    where t.value <> '0' order by t.key
    on conflict (figure, day) do update set value = f.value + excluded.value`.execute(db);
}
