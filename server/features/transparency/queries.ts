import { sql, type RawBuilder } from 'kysely';
import type { Transparency } from '#contract/transparency.ts';
import type { Db } from '#server/db/database.ts';

type Figures = Omit<Transparency, 'automated' | 'automated_share' | 'years' | 'year'> & { decided_by_site: number };

/** The numbers of things reported, decided and refused from the first moment of a year to that of the next (UTC). */
export async function countFigures(db: Db, year: number): Promise<Figures> {
  const within = (column: string) =>
    sql`(${sql.ref(column)} >= make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'UTC')
        and ${sql.ref(column)} < make_timestamptz(${year + 1}::int, 1, 1, 0, 0, 0, 'UTC'))`;
  const { rows: reports } = await sql<Transparency['reports'][number]>`
    select r.reason, count(*)::int as received, ${some(sql`r.state = 'upheld'`)} as upheld,
      ${some(sql`r.state = 'dismissed'`)} as dismissed, ${some(sql`r.state = 'open'`)} as open,
      ${median('r')} as median_hours
    from reports r where ${within('r.created_at')} group by r.reason order by received desc, r.reason`.execute(db);
  const { rows: decisions } = await sql<Transparency['decisions'][number] & { by_site: number }>`
    select d.act, count(*)::int as count, ${some(sql`d.user_id is null`)} as by_site from decisions d
      where ${within('d.created_at')} group by d.act order by count desc, d.act`.execute(db);
  const {
    rows: [notices],
  } = await sql<Transparency['notices']>`
    select count(*)::int as received, ${some(sql`t.state in ('upheld', 'countered', 'restored')`)} as upheld, ${some(sql`t.state = 'rejected'`)} as rejected,
      ${some(sql`c.takedown_id is not null`)} as countered, ${some(sql`t.state = 'restored'`)} as restored, ${median('t')} as median_hours
    from takedowns t left join counter_notices c on c.takedown_id = t.id where ${within('t.created_at')}`.execute(db);
  const {
    rows: [logged],
  } = await sql<Pick<Transparency, 'blocked' | 'withdrawn' | 'suspended'>>`
    select ${some(sql`a.action = 'blocklist.refused'`)} as blocked,
      ${some(sql`a.action = 'blocklist.withdrawn'`)} as withdrawn,
      ${some(sql`a.action in ('user.ban', 'moderation.ban')`)} as suspended
    from audit_log a where a.action in ('blocklist.refused', 'blocklist.withdrawn', 'user.ban', 'moderation.ban') and ${within('a.created_at')}`.execute(
    db,
  );
  return {
    reports,
    decisions: decisions.map(({ act, count }) => ({ act, count })),
    notices: notices!,
    ...logged!,
    decided_by_site: decisions.reduce((sum, { by_site: each }) => sum + each, 0),
  };
}

/** The years in which something was reported, decided or asked to be taken down. */
export async function reportedYears(db: Db): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from at at time zone 'UTC')::int as year from (
      select min(created_at) as at from reports union all select max(created_at) from reports union all select min(created_at) from takedowns
      union all select max(created_at) from takedowns union all select min(created_at) from decisions union all select max(created_at) from decisions) moments
    where at is not null order by year desc`.execute(db);
  const years = rows.map(({ year }) => year);
  return years.length < 2
    ? years
    : Array.from({ length: years[0]! - years.at(-1)! + 1 }, (_, back) => years[0]! - back);
}

function some(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(count(*) filter (where ${condition}))::int`;
}

/** Hours, to a tenth. */
function median(table: string): RawBuilder<number | null> {
  return sql`round((percentile_cont(0.5) within group (order by extract(epoch from ${sql.ref(`${table}.decided_at`)} - ${sql.ref(`${table}.created_at`)}))
    filter (where ${sql.ref(`${table}.decided_at`)} is not null) / 3600)::numeric, 1)::float8`;
}
