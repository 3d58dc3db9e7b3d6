import { sql, type RawBuilder } from 'kysely';
import type { AuditEntry, AuditFilters } from '#contract/audit.ts';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** One page of the audit log, the newest first, and how many entries the filters leave. */
export async function auditEntries(
  db: Db,
  filters: AuditFilters,
  offset: number,
  limit: number,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const condition = conditionFor(filters);
  const rows = await entriesWhere(db, condition, sql`order by a.id desc limit ${limit} offset ${offset}`);
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from audit_log a where ${condition}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}

/** The entries the filters leave with an id below `before`, the newest first. */
export function auditBefore(db: Db, filters: AuditFilters, before: number, limit: number): Promise<AuditEntry[]> {
  return entriesWhere(db, sql`${conditionFor(filters)} and a.id < ${before}`, sql`order by a.id desc limit ${limit}`);
}

async function entriesWhere(db: Db, condition: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select a.id, ${isoMoment(sql`a.created_at`)} as created_at, a.action, a.subject, a.subject_id, a.details,
      case when a.user_id is not null then jsonb_build_object('id', a.user_id, 'username', case when u.deleted_at is null then u.username end) end as user,
      case a.subject
        when 'comic' then (select c.title from comics c where c.id = a.subject_id)
        when 'user' then (select s.username from users s where s.id = a.subject_id and s.deleted_at is null)
        when 'term' then (select t.name from terms t where t.id = a.subject_id) end as title,
      exists (select from audit_seals s where s.audit_id = a.id) as sealed
    from audit_log a left join users u on u.id = a.user_id where ${condition} ${rest}`.execute(db);
  return rows;
}

function conditionFor({
  user,
  action,
  subject,
  subject_id: id,
  since,
  until,
  text,
}: AuditFilters): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (user) {
    conditions.push(sql`a.user_id in (select id from users where lower(username) = lower(${user}))`);
  }
  if (action) {
    conditions.push(sql`(a.action = ${action} or starts_with(a.action, ${`${action.replace(/\.$/, '')}.`}))`);
  }
  if (subject) {
    conditions.push(sql`a.subject = ${subject}`);
  }
  if (id !== undefined) {
    conditions.push(sql`a.subject_id = ${id}`);
  }
  if (since) {
    conditions.push(sql`a.created_at >= ${since}::timestamptz`);
  }
  if (until) {
    conditions.push(
      /T/.test(until)
        ? sql`a.created_at <= ${until}::timestamptz`
        : sql`a.created_at < ${until}::timestamptz + interval '1 day'`,
    );
  }
  if (text) {
    conditions.push(sql`a.details::text ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`);
  }
  return sql`(${sql.join(conditions, sql` and `)})`;
}
