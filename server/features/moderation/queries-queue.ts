import { sql, type RawBuilder } from 'kysely';
import type { QueueKind, QueueQuery } from '#contract/moderation.ts';
import type { ReportReason, ReportSubject } from '#contract/reports.ts';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** Something that waits, as the database knows it. */
export interface WaitingRow {
  id: string;
  kind: QueueKind;
  /** Of a review and a notice the comic, or the part of it. */
  subject: ReportSubject;
  subject_id: number;
  reasons: ReportReason[];
  grave: boolean;
  created_at: string;
  due_at: string;
  overdue: boolean;
  count: number;
  claim: { id: number; username: string; until: string } | null;
}

/** Hours until each has to be decided: pictures without consent by law (TAKE IT DOWN Act: 48), the rest as a site that means it. */
const HOURS = sql`case r.reason when 'illegal' then 24 when 'ncii' then 48 when 'copyright' then 72 else 168 end`;

const WAITING = sql`
  select 'report' as kind, 'report.' || r.subject || '.' || r.subject_id as id, r.subject, r.subject_id, array_agg(distinct r.reason) as reasons,
    bool_or(r.reason = 'illegal') as grave, min(r.created_at) as created_at,
    min(r.created_at + make_interval(hours => ${HOURS})) as due_at, count(*)::int as count
  from reports r where r.state = 'open' group by r.subject, r.subject_id
  union all
  select 'comment', 'comment.' || m.id, 'comment', m.id, '{}', false, m.created_at, m.created_at + interval '72 hours', 0
  from comments m where m.state = 'held' and not exists (select from reports r where r.state = 'open' and r.subject = 'comment' and r.subject_id = m.id)
  union all
  select 'review', 'review.' || v.id, 'comic', v.comic_id, '{}', false, v.created_at,
  v.created_at + interval '72 hours', 0 from reviews v where v.state = 'waiting'
  union all
  select 'takedown', 'takedown.' || t.id, case t.scope when 'language' then 'comic' else t.scope end,
  coalesce(t.page_id, t.chapter_id, t.comic_id, 0), '{copyright}', false,
    t.created_at, t.created_at + interval '72 hours', 0 from takedowns t where t.state = 'open'
  union all
  select 'takedown', 'takedown.' || t.id, case t.scope when 'language' then 'comic' else t.scope end,
  coalesce(t.page_id, t.chapter_id, t.comic_id, 0), '{copyright}', false,
    n.created_at, n.put_back_at, 0 from takedowns t join counter_notices n on n.takedown_id = t.id where t.state = 'countered' and n.action_filed_at is null`;

/** One page of what waits: what is illegal first, then what is due first; and how many there are of each sort. */
export async function listWaiting(
  db: Db,
  viewer: number,
  { kind, reason, mine, overdue }: QueueQuery,
  offset: number,
  limit: number,
) {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (kind !== undefined) {
    conditions.push(sql`w.kind = ${kind}`);
  }
  if (reason !== undefined) {
    conditions.push(sql`${reason} = any(w.reasons)`);
  }
  if (mine) {
    conditions.push(sql`c.user_id = ${viewer}`);
  }
  if (overdue) {
    conditions.push(sql`w.due_at < now()`);
  }
  const from = sql`from (${WAITING}) w left join moderation_claims c on c.item = w.id and c.until > now() left join users u on u.id = c.user_id`;
  const condition = sql.join(conditions, sql` and `);
  const { rows } = await sql<WaitingRow>`
    select w.kind, w.id, w.subject, w.subject_id, w.reasons, w.grave, ${isoMoment(sql`w.created_at`)} as created_at, ${isoMoment(sql`w.due_at`)} as due_at,
      w.due_at < now() as overdue, w.count,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username, 'until', ${isoMoment(sql`c.until`)}) end as claim
    ${from} where ${condition} order by w.grave desc, w.due_at, w.created_at, w.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  const number = (what: RawBuilder<unknown>) => sql`(count(*) filter (where ${what}))::int`;
  const {
    rows: [counted],
  } = await sql<Record<QueueKind | 'all' | 'mine' | 'overdue' | 'total', number>>`
    select count(*)::int as all, ${number(sql`w.kind = 'report'`)} as report,
      ${number(sql`w.kind = 'comment'`)} as comment, ${number(sql`w.kind = 'review'`)} as review,
      ${number(sql`w.kind = 'takedown'`)} as takedown, ${number(sql`c.user_id = ${viewer}`)} as mine,
        ${number(sql`w.due_at < now()`)} as overdue, ${number(condition)} as total
    ${from}`.execute(db);
  const { total, ...counts } = counted!;
  return { rows, total, counts };
}

export interface SaidRow {
  id: string;
  said: {
    reason: ReportReason | null;
    text: string;
    by: { username: string | null; name: string | null; email: string | null };
    created_at: string;
  }[];
}

/** The texts of reports on things, at most twenty of each, the oldest first; by item. */
export async function reportsOn(
  db: Db,
  rows: readonly Pick<WaitingRow, 'subject' | 'subject_id'>[],
): Promise<Map<string, SaidRow['said']>> {
  const { rows: found } = await sql<SaidRow>`
    select 'report.' || w.subject || '.' || w.subject_id as id, (
      select coalesce(jsonb_agg(jsonb_build_object('reason', r.reason, 'text', r.text, 'created_at', ${isoMoment(sql`r.created_at`)},
        'by', jsonb_build_object('username', case when u.deleted_at is null then u.username end, 'name', r.name, 'email', r.email)) order by r.id), '[]')
      from (select * from reports o where o.subject = w.subject and o.subject_id = w.subject_id and o.state = 'open'
        order by o.id limit 20) r left join users u on u.id = r.user_id) as said
    from unnest(${rows.map(({ subject }) => subject)}::text[], ${rows.map((row) => row.subject_id)}::bigint[]) as w (subject, subject_id)`.execute(
    db,
  );
  return new Map(found.map(({ id, said }) => [id, said]));
}

/** Works that wait to be looked at, by item, with who brought them: also drafts, which nobody else sees. */
export async function findReviews(
  db: Db,
  items: readonly string[],
): Promise<Map<string, { title: string; slug: string; note: string; username: string | null; at: string }>> {
  const { rows } = await sql<{
    id: string;
    title: string;
    slug: string;
    note: string;
    username: string | null;
    at: string;
  }>`
    select 'review.' || v.id as id, c.title, c.slug, v.note, u.username, ${isoMoment(sql`v.created_at`)} as at
    from reviews v join comics c on c.id = v.comic_id left join users u on u.id = v.user_id and u.deleted_at is null
    where 'review.' || v.id = any(${[...items]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Notices that wait, by item. */
export async function findNotices(
  db: Db,
  items: readonly string[],
): Promise<
  Map<
    string,
    {
      title: string;
      work: string;
      location: string;
      statement: string;
      name: string;
      email: string;
      at: string;
      countered: boolean;
    }
  >
> {
  const { rows } = await sql<{
    id: string;
    title: string;
    work: string;
    location: string;
    statement: string;
    name: string;
    email: string;
    at: string;
    countered: boolean;
  }>`
    select t.state = 'countered' as countered, 'takedown.' || t.id as id, t.title, t.work, t.location, t.statement,
      t.claimant->>'name' as name, t.claimant->>'email' as email, ${isoMoment(sql`t.created_at`)} as at
    from takedowns t where 'takedown.' || t.id = any(${[...items]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A member a decision is about. */
export interface AffectedMember {
  id: number;
  username: string;
  role: 'user' | 'uploader' | 'moderator' | 'admin';
}

/** Whose each thing is: the author of a comment, the member, who brought the comic; by `subject id`. */
export async function affectedBy(
  db: Db,
  things: readonly Pick<WaitingRow, 'subject' | 'subject_id'>[],
): Promise<Map<string, AffectedMember>> {
  const { rows } = await sql<AffectedMember & { key: string }>`
    select w.subject || ' ' || w.subject_id as key, u.id, u.username, u.role
    from unnest(${things.map(({ subject }) => subject)}::text[], ${things.map((thing) => thing.subject_id)}::bigint[]) as w (subject, subject_id)
    left join all_chapters h on w.subject in ('chapter', 'page')
    and h.id = case w.subject when 'chapter' then w.subject_id
        else (select p.chapter_id from pages p where p.id = w.subject_id) end
    left join comics c on c.id = case when w.subject = 'comic' then w.subject_id else h.comic_id end
    join users u on u.deleted_at is null and u.id = case w.subject when 'user' then w.subject_id
      when 'comment' then (select m.user_id from comments m where m.id = w.subject_id)
      else coalesce(c.uploader_id, (select i.user_id from imports i where i.comic_id = c.id and i.user_id is not null order by i.id limit 1)) end`.execute(
    db,
  );
  return new Map(rows.map(({ key, ...who }) => [key, who]));
}

/** Items that have to be decided within so many hours, or should have been, and of which nobody was told yet. */
export async function dueSoon(db: Db, hours: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id || ' ' || extract(epoch from w.due_at)::bigint as id from (${WAITING}) w
    where w.due_at < now() + make_interval(hours => ${hours}) order by w.due_at limit 500`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who decides: every moderator and admin who can sign in. */
export async function moderatorIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from users where role in ('moderator', 'admin') and deleted_at is null and banned_at is null and verified_at is not null`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
