import { sql, type RawBuilder } from 'kysely';
import {
  GROUP_INVITATION_DAYS,
  MAX_FOUNDED_GROUPS,
  type GroupEdit,
  type GroupLink,
  type GroupMember,
  type GroupRole,
  type GroupUploads,
  type Invitation,
  type NewGroup,
  type OwnGroup,
} from '#contract/groups.ts';
import { CREDIT_ROLES } from '#contract/credits.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment, publicUserRow, type PublicUserRow } from '#server/db/queries/public-users.ts';
import { NOBODY, visibleComics, type VisibilityScope } from '#server/db/visible.ts';

/** A group and its people as they are stored. */
export interface TeamRow {
  description: string;
  links: GroupLink[];
  uploads: GroupUploads;
  delay_days: number;
  closed: boolean;
  version: number;
  members: {
    user: PublicUserRow;
    role: GroupRole;
    joined_at: string;
    suspended: boolean;
    tasks: GroupMember['tasks'];
    credits: GroupMember['credits'];
  }[];
  chapters_count: number;
}

/** A group that is held until the end of the transaction, with the place of a member in it. */
export interface HeldGroup {
  id: number;
  name: string;
  slug: string;
  closed: boolean;
  /** Of who asks; null where they are in it no more than anyone. */
  role: GroupRole | null;
}

/** An invitation as it was sent. */
export interface SentRow {
  user: PublicUserRow;
  ended: boolean;
  created_at: string;
  expires_at: string;
}

/** Chapters of a group that are counted. */
const MAX_COUNTED = 10_000;
/** Credits of a member that are counted. */
const MAX_CREDITED = 1_000;

/** The members of groups whom others see: those whose account is open. */
const SEEN = sql`u.deleted_at is null and u.banned_at is null`;

/** A group's people and what it says; of a term without people what such a one has. Who leads it, or `looksAfter` all, sees members who are suspended. */
export async function findTeam(db: Db, seeing: VisibilityScope, id: number, looksAfter: boolean): Promise<TeamRow> {
  const leads = sql`(${looksAfter}::boolean or exists (select from group_members l where l.term_id = ${id} and l.user_id = ${seeing.viewer.id} and l.role = 'leader'))`;
  const {
    rows: [row],
  } = await sql<TeamRow>`
    select coalesce(g.description, '') as description, coalesce(g.links, '[]') as links, coalesce(g.uploads, 'open') as uploads,
      coalesce(g.delay_days, 0) as delay_days,
      g.closed_at is not null as closed, coalesce(g.version, 0) as version,
      (select coalesce(json_agg(json_build_object('user', ${publicUserRow('u')}, 'role', m.role, 'joined_at', ${isoMoment(sql`m.joined_at`)}, 'suspended', u.banned_at is not null, 'tasks', m.tasks,
          'credits', coalesce((select json_agg(json_build_object('role', r.role, 'count', r.count) order by r.count desc, r.role) from (
            select x.role, count(*)::int as count from (select k.role from chapter_credits k join chapter_groups o on o.chapter_id = k.chapter_id and o.term_id = g.term_id
              join chapters h on h.id = k.chapter_id join ${visibleComics({ ...seeing, blocked: NOBODY })} c on c.id = h.comic_id
              where k.user_id = m.user_id group by k.role, k.chapter_id limit ${MAX_CREDITED}) x group by x.role) r), '[]'))
          order by m.role, m.joined_at, u.id), '[]')
        from group_members m join users u on u.id = m.user_id where m.term_id = g.term_id and u.deleted_at is null and (u.banned_at is null or ${leads})) as members,
      (select count(*)::int from (select from chapter_groups o join chapters h on h.id = o.chapter_id
        join ${visibleComics({ ...seeing, blocked: NOBODY })} c on c.id = h.comic_id where o.term_id = t.id limit ${MAX_COUNTED}) counted) as chapters_count
    from terms t left join groups g on g.term_id = t.id where t.id = ${id}`.execute(db);
  return row!;
}

/** The groups a member is in, by name. */
export async function listOwnGroups(db: Db, locale: Locale, userId: number): Promise<OwnGroup[]> {
  const { rows } = await sql<OwnGroup>`
    select t.id, ${shownName(locale)} as name, t.slug, m.role, g.uploads, g.closed_at is not null as closed,
      (select count(*)::int from group_members o join users u on u.id = o.user_id where o.term_id = t.id and ${SEEN}) as members_count
    from group_members m join groups g on g.term_id = m.term_id join terms t on t.id = m.term_id
    where m.user_id = ${userId} order by t.sort_name, t.id`.execute(db);
  return rows;
}

/** The invitations a member can take, the newest first; those of people they have blocked are none. */
export async function listInvitations(db: Db, locale: Locale, userId: number): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select json_build_object('id', t.id, 'name', ${shownName(locale)}, 'slug', t.slug) as "group", u.username as by,
      ${isoMoment(sql`i.expires_at`)} as expires_at
    from group_invitations i join groups g on g.term_id = i.term_id and g.closed_at is null join terms t on t.id = i.term_id
    left join users u on u.id = i.by_id and ${SEEN}
    where i.user_id = ${userId} and i.ended_at is null and i.expires_at > now()
      and not exists (select from blocked_users b where b.user_id = i.user_id and b.blocked_id = i.by_id)
    order by i.created_at desc, t.id limit 100`.execute(db);
  return rows;
}

/** The invitations of a group whose time is not over, the newest first. */
export async function listSentInvitations(db: Db, id: number): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    select ${publicUserRow('u')} as "user", i.ended_at is not null as ended, ${isoMoment(sql`i.created_at`)} as created_at,
      ${isoMoment(sql`i.expires_at`)} as expires_at
    from group_invitations i join users u on u.id = i.user_id and ${SEEN}
    where i.term_id = ${id} and i.expires_at > now() order by i.created_at desc, u.id`.execute(db);
  return rows;
}

/** The group at an address, by slug or id, held until the end of the transaction; null where there is none with people. */
export async function holdGroup(tx: Tx, address: string, userId: number): Promise<HeldGroup | null> {
  const id = /^\d{1,9}$/.test(address) ? Number(address) : 0;
  const {
    rows: [row],
  } = await sql<Omit<HeldGroup, 'role'>>`
    select t.id, t.name, t.slug, g.closed_at is not null as closed
    from (select id, name, slug from terms where kind = 'group' and (slug = ${address} or id = ${id}) order by id = ${id} desc limit 1) t
    join groups g on g.term_id = t.id for update of g`.execute(tx);
  return row === undefined ? null : { ...row, role: await findRole(tx, row.id, userId) };
}

/** The place of a member in a group; null for who is not in it. */
export async function findRole(db: Db | Tx, id: number, userId: number): Promise<GroupRole | null> {
  const { rows } = await sql<{ role: GroupRole }>`
    select role from group_members where term_id = ${id} and user_id = ${userId}`.execute(db);
  return rows[0]?.role ?? null;
}

/** Whether a member has founded as many groups as can be (`MAX_FOUNDED_GROUPS`); nobody founds one in their name until the transaction ends. */
export async function hasFoundedMost(tx: Tx, userId: number): Promise<boolean> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from groups where founder_id = ${userId}`.execute(tx);
  return (rows[0]?.count ?? 0) >= MAX_FOUNDED_GROUPS;
}

/** Makes a group of a term, led by who founds it. */
export async function addGroup(
  tx: Tx,
  id: number,
  founder: number,
  { description, links }: Omit<NewGroup, 'name'>,
): Promise<void> {
  await sql`insert into groups (term_id, description, links, founder_id)
    values (${id}, ${description}, ${JSON.stringify(links)}::jsonb, ${founder})`.execute(tx);
  await putMember(tx, id, founder, 'leader');
}

/** Changes what a group says, if its version still is the one that was seen; answers whether it was. */
export async function changeGroup(
  tx: Tx,
  id: number,
  { version, description, links, uploads, delay_days: delay }: GroupEdit,
): Promise<boolean> {
  const { rows } = await sql`
    update groups set version = version + 1, description = coalesce(${description ?? null}, description),
      links = coalesce(${links === undefined ? null : JSON.stringify(links)}::jsonb, links), uploads = coalesce(${uploads ?? null}, uploads),
      delay_days = coalesce(${delay ?? null}::int, delay_days)
    where term_id = ${id} and version = ${version} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Has a member in a group, in this role. */
export async function putMember(tx: Tx, id: number, userId: number, role: GroupRole): Promise<void> {
  await sql`insert into group_members (term_id, user_id, role) values (${id}, ${userId}, ${role})
    on conflict (term_id, user_id) do update set role = excluded.role`.execute(tx);
}

/** Says what a member does in a group; in the order of the roles, each once. */
export async function putTasks(tx: Tx, id: number, userId: number, tasks: GroupMember['tasks']): Promise<void> {
  const sorted = CREDIT_ROLES.filter((role) => tasks.includes(role));
  await sql`update group_members set tasks = ${sorted}::text[] where term_id = ${id} and user_id = ${userId}`.execute(
    tx,
  );
}

/** Has a member in a group no more. */
export async function dropMember(tx: Tx, id: number, userId: number): Promise<void> {
  await sql`delete from group_members where term_id = ${id} and user_id = ${userId}`.execute(tx);
}

/** The members of a group but one whose accounts are there: how many there are, and how many of them lead it. */
export async function countOthers(tx: Tx, id: number, userId: number): Promise<{ members: number; leaders: number }> {
  const { rows } = await sql<{ members: number; leaders: number }>`
    select count(*)::int as members, (count(*) filter (where m.role = 'leader'))::int as leaders
    from group_members m join users u on u.id = m.user_id and u.deleted_at is null
    where m.term_id = ${id} and m.user_id <> ${userId}`.execute(tx);
  return rows[0]!;
}

/** How many members a group that is held has, and invitations under way; those whose time is over are forgotten first. */
export async function countPlaces(tx: Tx, id: number): Promise<{ members: number; invitations: number }> {
  await sql`delete from group_invitations where term_id = ${id} and expires_at <= now()`.execute(tx);
  const { rows } = await sql<{ members: number; invitations: number }>`
    select (select count(*)::int from group_members where term_id = ${id}) as members,
      (select count(*)::int from group_invitations where term_id = ${id}) as invitations`.execute(tx);
  return rows[0]!;
}

/** Asks a member into a group; answers false where they were asked, and the time of that is not over. */
export async function addInvitation(tx: Tx, id: number, userId: number, by: number): Promise<boolean> {
  const { rows } = await sql`
    insert into group_invitations (term_id, user_id, by_id, expires_at)
    values (${id}, ${userId}, ${by}, now() + make_interval(days => ${GROUP_INVITATION_DAYS}::int)) on conflict do nothing returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Takes an invitation that can be taken away, for good; answers whether there was one. */
export async function takeInvitation(tx: Tx, id: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from group_invitations where term_id = ${id} and user_id = ${userId} and ended_at is null and expires_at > now()
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Writes down that an invitation was ended or taken back; answers whether there was one. */
export async function endInvitation(tx: Tx, id: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    update group_invitations set ended_at = now()
    where term_id = ${id} and user_id = ${userId} and ended_at is null and expires_at > now() returning 1`.execute(tx);
  return rows.length > 0;
}

/** The member of a name, in whatever case; null where there is none now. One who is suspended is none, unless `suspended` asks for them, too. */
export async function findMember(db: Db | Tx, username: string, suspended = false): Promise<number | null> {
  if (!username.isWellFormed()) return null;
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where lower(u.username) = lower(${username}) and u.deleted_at is null and (u.banned_at is null or ${suspended}::boolean)`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

function shownName(locale: Locale): RawBuilder<string> {
  return sql`coalesce((select l.name from term_translations l where l.term_id = t.id and l.locale = ${locale}), t.name)`;
}
