import { sql, type RawBuilder } from 'kysely';
import type { ReportReason, ReportState, ReportSubject } from '#contract/reports.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

export interface ReportRow {
  id: number;
  subject: ReportSubject;
  subject_id: number;
  reason: ReportReason;
  text: string;
  state: ReportState;
  outcome: string | null;
  decided_at: string | null;
  created_at: string;
  username: string | null;
  name: string | null;
  email: string | null;
  decided_by: string | null;
  /** Open ones about the same. */
  reports: number;
}

/** Writes a report down. One that the same member has open about the same becomes this one. @returns its id. */
export async function insertReport(
  db: Db,
  report: {
    subject: ReportSubject;
    subject_id: number;
    reason: ReportReason;
    text: string;
    user_id: number | null;
    name: string | null;
    email: string | null;
    locale: string;
  },
): Promise<{ id: number; fresh: boolean }> {
  const {
    rows: [row],
  } = await sql<{ id: number; fresh: boolean }>`
    insert into reports as r (subject, subject_id, reason, text, user_id, name, email, locale)
    values (${report.subject}, ${report.subject_id}, ${report.reason}, ${report.text}, ${report.user_id}, ${report.name}, ${report.email}, ${report.locale})
    on conflict (subject, subject_id, user_id) where state = 'open' and user_id is not null
    do update set reason = excluded.reason, text = case when excluded.text = '' then r.text else excluded.text end
    returning id, xmax = 0 as fresh`.execute(db);
  return row!;
}

/** A page of what a member has reported, the newest first. */
export function ownReports(
  db: Db,
  member: number,
  offset: number,
  limit: number,
): Promise<{ rows: ReportRow[]; total: number }> {
  return reportsWhere(db, sql`r.user_id = ${member}`, sql`r.id desc`, offset, limit);
}

/** A page of reports: open ones with the gravest first and then the oldest, others the newest first. */
export function listReports(
  db: Db,
  state: ReportState | 'all',
  subject: ReportSubject | undefined,
  offset: number,
  limit: number,
): Promise<{ rows: ReportRow[]; total: number }> {
  const condition = sql`${state === 'all' ? sql`true` : sql`r.state = ${state}`} and ${subject === undefined ? sql`true` : sql`r.subject = ${subject}`}`;
  return reportsWhere(
    db,
    condition,
    state === 'open' ? sql`r.reason in ('illegal', 'ncii') desc, r.id` : sql`r.id desc`,
    offset,
    limit,
  );
}

/** One report; null for none. */
export async function findReport(db: Db, id: number): Promise<ReportRow | null> {
  const {
    rows: [row],
  } = await reportsWhere(db, sql`r.id = ${id}`, sql`r.id`, 0, 1);
  return row ?? null;
}

/** A report that is decided now, with who sent it and where a guest is told. */
export interface DecidedReport {
  id: number;
  user_id: number | null;
  name: string | null;
  email: string | null;
  locale: string | null;
}

/** Decides every open report about the same. @returns those that were decided, with who sent them. */
export async function decideReports(
  tx: Tx,
  { subject, subject_id }: { subject: string; subject_id: number },
  { state, outcome, by }: { state: 'upheld' | 'dismissed'; outcome: string; by: number },
): Promise<DecidedReport[]> {
  const { rows } = await sql<DecidedReport>`
    update reports set state = ${state}, outcome = ${outcome}, decided_by = ${by}, decided_at = now()
    where subject = ${subject} and subject_id = ${subject_id} and state = 'open' returning id, user_id, name, email, locale`.execute(
    tx,
  );
  return rows;
}

async function reportsWhere(
  db: Db,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  offset: number,
  limit: number,
): Promise<{ rows: ReportRow[]; total: number }> {
  const { rows } = await sql<ReportRow>`
    select r.id, r.subject, r.subject_id, r.reason, r.text, r.state, nullif(r.outcome, '') as outcome, ${isoMoment(sql`r.decided_at`)} as decided_at,
      ${isoMoment(sql`r.created_at`)} as created_at, case when u.deleted_at is null then u.username end as username, r.name, r.email, d.username as decided_by,
      (select count(*)::int from reports o where o.subject = r.subject and o.subject_id = r.subject_id and o.state = 'open') as reports
    from reports r left join users u on u.id = r.user_id left join users d on d.id = r.decided_by
    where ${condition} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from reports r where ${condition}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}
