import { sql, type RawBuilder } from 'kysely';
import type { UploadDelay } from '#contract/uploads.ts';
import { problem } from '#contract/problems.ts';
import type { Config } from '#server/config/config.ts';
import { hasGroups } from '#server/config/sites.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { can } from '#server/http/access/permissions.ts';

/** Who brings chapters out. */
export interface Bringer {
  /** Whether delays of groups bind them: they are not staff, and groups count. */
  bound: boolean;
}

/** Whether delays of groups bind whoever has a role. */
export function isBound(config: Pick<Config, 'site' | 'sites'>, role: Parameters<typeof can>[0]): boolean {
  return hasGroups(config) && !can(role, 'groups.manage');
}

/** A chapter that is to join a comic: as printed, and the groups it names. */
export interface PlannedChapter {
  comic: number;
  uploader: number;
  number: string | null;
  volume: string | null;
  groups: readonly number[];
}

/** Chapters that come out at a moment: some by themselves, those of a comic with it, or some that are not there yet. */
export type Release = ({ chapters: readonly number[] } | { comic: number } | { planned: readonly PlannedChapter[] }) & {
  at: Date;
  /** Counts as coming out at `at`, whenever it did before: it got another number or comic. */
  anew?: boolean;
};

/** A chapter that has to wait for the end of a group's delay. */
export interface Wait {
  name: string;
  number: string;
  until: Date;
}

/**
 * Refuses chapters that come out within the delay of a group that brought out the same number of the same work in the same language: by
 * whoever is neither that group nor, naming none, one of its members. A chapter that was out before the group's own is not bound.
 *
 * Releases of one work wait for one another, until the transaction ends.
 *
 * @throws Problem `group-delay` {name, number, until}.
 */
export async function requireNoDelay(tx: Tx, { bound }: Bringer, release: Release): Promise<void> {
  const wait = bound ? await findWait(tx, release) : null;
  if (wait === null) return;
  const { name, number, until } = wait;
  throw problem('group-delay', { name, number, until: `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC` });
}

/** The longest wait that chapters have before them; null where they may come out. As `requireNoDelay` says. */
export async function findWait(tx: Tx, release: Release): Promise<Wait | null> {
  const { at, anew = false } = release;
  if (!(await isAnyDelayed(tx))) return null;
  if ('planned' in release) return longestWait(tx, plannedSql(release.planned, at), at);
  const which =
    'comic' in release
      ? sql`h.comic_id = ${release.comic} and h.state = 'published'`
      : sql`h.id = any(${[...release.chapters]}::int[]) and c.state in ('published', 'unlisted')`;
  await sql`
    select pg_advisory_xact_lock(hashtextextended(l.link, 0)) from (
      select distinct 'delay ' || k.service || ' ' || k.value as link from all_chapters h join comics c on c.id = h.comic_id
      join comic_links k on k.comic_id = c.id where ${which} order by link) l`.execute(tx);
  const coming = sql`
    select h.id, h.comic_id, h.number, h.volume, coalesce(h.uploader_id, c.uploader_id) as uploader_id, array(${makers('h', 'c')}) as makers,
      case when (h.state = 'published' or h.removed_from = 'published') and c.published_at is not null and not ${anew}::boolean then greatest(h.added_at, c.published_at)
        else ${at.toISOString()}::timestamptz end as out_at
    from all_chapters h join comics c on c.id = h.comic_id where ${which} and h.number is not null`;
  return longestWait(tx, coming, at);
}

function plannedSql(chapters: readonly PlannedChapter[], at: Date): RawBuilder<unknown> {
  return sql`
    select 0 as id, p.comic as comic_id, p.number, p.volume, p.uploader as uploader_id,
      case when p.groups = '{}' then array(${ownGroups('c')}) else p.groups end as makers, ${at.toISOString()}::timestamptz as out_at
    from jsonb_to_recordset(${JSON.stringify(chapters)}::jsonb) as p (comic int, uploader int, number text, volume text, groups int[])
    join comics c on c.id = p.comic and c.state in ('published', 'unlisted') where p.number is not null`;
}

async function longestWait(tx: Tx, coming: RawBuilder<unknown>, at: Date): Promise<Wait | null> {
  const moment = at.toISOString();
  const { rows } = await sql<Wait>`
    with coming as (${coming})
    select t.name, n.number /* number is never null: asked for */, ${ends} as until
    from coming n join lateral (${editions(sql`n.comic_id`)}) w on true
    join chapters o on o.comic_id = w.id and o.id <> n.id and lower(ltrim(o.number, '0')) = lower(ltrim(n.number, '0'))
      and (o.volume is null or n.volume is null or o.volume = n.volume)
    join lateral (${makers('o', 'w')}) m on true
    join groups g on g.term_id = m.id and g.delay_days > 0 and g.closed_at is null join terms t on t.id = g.term_id
    where g.term_id <> all(n.makers) and greatest(o.added_at, w.published_at) <= n.out_at and ${ends} > ${moment}::timestamptz
      and not (n.makers = '{}' and exists (select from group_members p where p.term_id = g.term_id and p.user_id = n.uploader_id))
    order by until desc, t.id limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** The delays that run for works of a member, those that end first; 20 at most, of the 500 works that they changed last. */
export async function listDelays(db: Db, userId: number, now: Date): Promise<UploadDelay[]> {
  if (!(await isAnyDelayed(db))) return [];
  const { rows } = await sql<UploadDelay>`
      select c.title as comic, t.name as "group", o.number /* number is never null: asked for */,
      to_char(max(${ends}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until /* until is never null: of a row each */
      from (select id, title from comics where uploader_id = ${userId} and state <> 'removed' order by updated_at desc, id desc limit 500) c
      join lateral (${editions(sql`c.id`)}) w on true
      join chapters o on o.comic_id = w.id and o.number is not null and greatest(o.added_at, w.published_at) > ${now.toISOString()}::timestamptz - interval '15 days'
      join lateral (${makers('o', 'w')}) m on true
      join groups g on g.term_id = m.id and g.delay_days > 0 and g.closed_at is null join terms t on t.id = g.term_id
      where ${ends} > ${now.toISOString()}::timestamptz
        and not exists (select from group_members p where p.term_id = g.term_id and p.user_id = ${userId})
      group by c.id, c.title, t.id, t.name, o.number order by max(${ends}), c.id, t.id, o.number limit 20`.execute(db);
  return rows;
}

/** When the delay of the group `g` for its chapter `o` of the comic `w` is over. */
const ends = sql`greatest(o.added_at, w.published_at) + g.delay_days * interval '1 day'`;

/** The groups of a chapter, or, where it names none, those said of its comic itself. */
function makers(chapter: string, comic: string): RawBuilder<unknown> {
  const own = sql`select term_id from chapter_groups where chapter_id = ${sql.ref(`${chapter}.id`)}`;
  return sql`select k.term_id as id from chapter_groups k where k.chapter_id = ${sql.ref(`${chapter}.id`)}
    union all (${ownGroups(comic)} and not exists (${own}))`;
}

/** The groups said of a comic itself. */
function ownGroups(comic: string): RawBuilder<unknown> {
  return sql`select s.id from terms s where s.id = any(${sql.ref(`${comic}.terms`)}) and s.kind = 'group'
    and s.id <> all(${sql.ref(`${comic}.groups_added`)})`;
}

/** The comics that readers see of the work of a comic, in its language: itself, and those that other sites know by the same id. */
function editions(comic: RawBuilder<unknown>): RawBuilder<unknown> {
  const language = (terms: RawBuilder<unknown>) =>
    sql`array(select s.id from terms s where s.id = any(${terms}) and s.kind = 'language' order by s.id)`;
  const same = sql`select other.comic_id from comic_links own join comic_links other using (service, value) where own.comic_id = ${comic}`;
  return sql`
    select e.* from comics e, comics self where self.id = ${comic} and e.state in ('published', 'unlisted') and e.published_at is not null
      and e.id in (select ${comic} union ${same}) and (e.id = self.id or ${language(sql`e.terms`)} = ${language(sql`self.terms`)})`;
}

async function isAnyDelayed(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`select from groups where delay_days > 0 limit 1`.execute(db);
  return rows.length > 0;
}
