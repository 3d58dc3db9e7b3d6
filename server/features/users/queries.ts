import { sql, type RawBuilder } from 'kysely';
import type { UserRole } from '#contract/accounts.ts';
import type { AdminUserQuery, UserSort, UserState } from '#contract/users.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment, type PublicUserRow } from '#server/db/queries/public-users.ts';

/** A member as admins list them. */
export interface UserRow extends PublicUserRow {
  email: string;
  state: UserState;
  seen_at: string | null;
  comments: number;
  banned_at: string | null;
  banned_until: string | null;
  banned_reason: string | null;
}

/** The newest of something of a member, and how many there are. */
export interface Newest<More = object> {
  total: number;
  newest: ({ id: number; title: string; created_at: string; state: string } & More)[];
}

const STATE = sql<UserState>`case when u.deleted_at is not null then 'deleted'
      when u.banned_at is not null then 'banned' when u.verified_at is null then 'unverified' else 'active' end`;
const SEEN = sql`(select max(t.used_at) from tokens t where t.user_id = u.id and t.purpose = 'access')`;
const COMMENTS = sql`(select count(*)::int from comments m where m.user_id = u.id)`;
const ROW = sql`u.id, u.username, u.role, u.verified_at is not null as verified, ${isoMoment(sql`u.created_at`)} as created_at, u.avatar,
  (select a.variants->'cover320'->>'format' from images a where a.hash = u.avatar) as avatar_format,
  case when u.deleted_at is null then u.email else '' end as email, ${STATE} as state, ${isoMoment(SEEN)} as seen_at, ${COMMENTS} as comments,
  ${isoMoment(sql`u.banned_at`)} as banned_at, ${isoMoment(sql`u.banned_until`)} as banned_until, u.banned_reason`;
const SORTS: Record<UserSort, RawBuilder<unknown>> = {
  created_at: sql`u.id`,
  username: sql`lower(u.username)`,
  seen_at: SEEN,
  comments: COMMENTS,
};

/** A page of members. A search finds parts of names and addresses; the deleted are listed only when they are asked for. */
export async function listUsers(
  db: Db,
  { q, role, state, since, sort, order }: Omit<AdminUserQuery, 'page' | 'per_page'>,
  offset: number,
  limit: number,
): Promise<{ rows: UserRow[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [
    state === undefined ? sql`u.deleted_at is null` : sql`${STATE} = ${state}`,
  ];
  const part = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  if (q !== '') {
    conditions.push(sql`(lower(u.username) like ${part} or u.deleted_at is null and lower(u.email) like ${part})`);
  }
  if (role !== undefined) {
    conditions.push(sql`u.role = ${role}`);
  }
  if (since !== undefined) {
    conditions.push(sql`u.created_at >= ${since}::timestamptz`);
  }
  const condition = sql.join(conditions, sql` and `);
  const direction = order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`;
  const { rows } = await sql<UserRow>`
    select ${ROW} from users u where ${condition} order by ${SORTS[sort]} ${direction}, u.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from users u where ${condition}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}

/** A member by name, whatever its case; null for none and for one who is deleted. */
export async function findUser(
  db: Db,
  username: string,
): Promise<(UserRow & { pending_email: string | null; two_factor: boolean; locale: string | null }) | null> {
  const {
    rows: [row],
  } = await sql<UserRow & { pending_email: string | null; two_factor: boolean; locale: string | null }>`
    select ${ROW}, u.pending_email, coalesce(u.settings->>'locale', u.locale) as locale,
      u.totp_confirmed_at is not null or exists (select from passkeys p where p.user_id = u.id) as two_factor
    from users u where lower(u.username) = lower(${username}) and u.deleted_at is null`.execute(db);
  return row ?? null;
}

/** The reports by a member. */
export function reportsBy(db: Db, userId: number): Promise<Newest> {
  return newest(
    db,
    sql`select r.id, r.reason as title, r.created_at, r.state from reports r where r.user_id = ${userId}`,
  );
}

/** The reports about a member: about themselves, their comments. */
export function reportsAbout(db: Db, userId: number): Promise<Newest> {
  return newest(
    db,
    sql`
    select r.id, r.reason as title, r.created_at, r.state from reports r
    where r.subject = 'user' and r.subject_id = ${userId} or r.subject = 'comment'
    and r.subject_id in (select m.id from comments m where m.user_id = ${userId})`,
  );
}

/** The comics whose archives a member brought. */
export function newestUploads(db: Db, userId: number): Promise<Newest<{ slug: string }>> {
  return newest(
    db,
    sql`
    select c.id, c.title, c.created_at, c.state, c.slug from comics c where c.id in (select i.comic_id from imports i where i.user_id = ${userId})`,
  );
}

/** The last act that took all comments of a member down and was not undone. */
export async function openSweep(
  db: Db,
  userId: number,
): Promise<{ id: number; count: number; created_at: string } | null> {
  const {
    rows: [row],
  } = await sql<{ id: number; count: number; created_at: string }>`
    select w.id, (select count(*)::int from swept_comments c where c.sweep_id = w.id) as count, ${isoMoment(sql`w.created_at`)} as created_at
    from comment_sweeps w where w.member_id = ${userId} and w.undone_at is null order by w.id desc limit 1`.execute(db);
  return row ?? null;
}

/** Gives a member a role; what they had, locked until the transaction ends. */
export async function putRole(tx: Tx, userId: number, role: UserRole): Promise<UserRole | null> {
  const {
    rows: [row],
  } = await sql<{
    role: UserRole;
  }>`select role from users where id = ${userId} and deleted_at is null for update`.execute(tx);
  if (row && row.role !== role) {
    await sql`update users set role = ${role} where id = ${userId}`.execute(tx);
  }
  return row?.role ?? null;
}

/** Takes the word of an admin for a member's address; whether that was new. @throws a database error with code 23505 where the address is another's. */
export async function putVerified(tx: Tx, userId: number): Promise<boolean> {
  const { rows } =
    await sql`update users set verified_at = now() where id = ${userId} and verified_at is null and deleted_at is null returning id`.execute(
      tx,
    );
  return rows.length > 0;
}

async function newest<More>(db: Db, found: RawBuilder<unknown>): Promise<Newest<More>> {
  const {
    rows: [row],
  } = await sql<Newest<More>>`
    with found as (${found}), first as (select * from found order by created_at desc, id desc limit 10)
    select (select count(*)::int from found) as total,
      coalesce((select jsonb_agg(to_jsonb(f) || jsonb_build_object('created_at', ${isoMoment(sql`f.created_at`)})
              order by f.created_at desc, f.id desc) from first f), '[]') as newest`.execute(db);
  return row ?? { total: 0, newest: [] };
}
