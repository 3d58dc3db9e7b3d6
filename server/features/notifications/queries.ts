import { sql, type RawBuilder } from 'kysely';
import { type NotificationKind } from '#contract/notifications.ts';
import type { Locale } from '#contract/locales.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import type { GroupNews } from '#server/features/notifications/public/queries-targets.ts';
import { blockedChapterFor, reachableComics, withinLimits } from '#server/db/visible.ts';

/** A notification with what it is about, by the names of a locale; null is what there is not, or not any more. */
export interface NotificationRow {
  id: number;
  user_id: number;
  kind: NotificationKind;
  /** ISO 8601, UTC. */
  read_at: string | null;
  created_at: string;
  comic: { id: number; slug: string; title: string; rating: string } | null;
  /** Of a new comic for the term that is followed; of a comment the term it is on. */
  term: { kind: TermKind; slug: string; name: string } | null;
  /** Whether the comic itself is what is new. */
  fresh: boolean;
  /** How many of its new chapters are there, and the number of a single one as printed. */
  chapters: number;
  number: string | null;
  /** The comment, if it is shown. */
  comment_id: number | null;
  /** The slug of the chapter that it is on. */
  chapter: string | null;
  /** Whether it is a review, or answers one. */
  review: boolean;
  /** Whose comment it is, while they are a member. */
  username: string | null;
  report: 'open' | 'upheld' | 'dismissed' | null;
  /** The notice that a decision upheld, or put back. */
  takedown: number | null;
  restored: boolean | null;
  /** The decision about something of theirs, as the moderators put it. */
  decision: { what: string; why: string; redress: string } | null;
  /** The role they were given. */
  role: string | null;
  /** The news of the group that is `term`. */
  group: GroupNews | null;
  /** The search that found new comics, and how many. */
  search: { name: string; query: string; count: number } | null;
}

/** In which words notifications are told, and whether the site has groups: chapters of blocked ones are not counted then. */
export interface Telling {
  locale: Locale;
  hasGroups: boolean;
}

/** One page of what a member is told, the newest first, and how many there are and are unread. */
export async function listNotifications(
  db: Db,
  telling: Telling,
  userId: number,
  { unread, offset, limit }: { unread: boolean; offset: number; limit: number },
) {
  const only = unread ? sql`and n.read_at is null` : sql``;
  const rows = await describe(
    db,
    telling,
    sql`
    select n.id from notifications n where n.user_id = ${userId} ${only} order by n.created_at desc, n.id desc limit ${limit} offset ${offset}`,
  );
  const {
    rows: [counted],
  } = await sql<{ total: number; unread: number }>`
    select count(*)::int as total, (count(*) filter (where n.read_at is null))::int as unread from notifications n where n.user_id = ${userId}`.execute(
    db,
  );
  const { total = 0, unread: open = 0 } = counted ?? {};
  return { rows, total: unread ? open : total, unread: open };
}

/** One page of what is new of what a member follows, read or not, the newest first, and how many there are. */
export async function releasesFor(
  db: Db,
  telling: Telling,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const found = sql`from notifications n where n.user_id = ${userId} and n.kind = 'release'`;
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db);
  return {
    rows: await describe(
      db,
      telling,
      sql`select n.id ${found} order by n.created_at desc, n.id desc limit ${limit} offset ${offset}`,
    ),
    total: counted?.total ?? 0,
  };
}

/** These notifications, those that are read left out, the newest first. */
export function unreadAmong(db: Db, telling: Telling, ids: readonly number[]): Promise<NotificationRow[]> {
  return describe(
    db,
    telling,
    sql`select n.id from notifications n where n.id = any(${[...ids]}::bigint[]) and n.read_at is null`,
  );
}

/** Notifications of a member that are unread and came after a moment, the newest first, and how much it is in all. */
export async function unreadSince(
  db: Db,
  telling: Telling,
  userId: number,
  since: Date,
  most: number,
): Promise<{ rows: NotificationRow[]; count: number }> {
  const found = sql`from notifications n where n.user_id = ${userId} and n.read_at is null and n.created_at > ${since.toISOString()}::timestamptz`;
  const {
    rows: [counted],
  } = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(db);
  return {
    rows: await describe(db, telling, sql`select n.id ${found} order by n.created_at desc, n.id desc limit ${most}`),
    count: counted?.count ?? 0,
  };
}

/** Marks notifications of a member as read, those of others never; null marks all of theirs. Returns how many are unread then. */
export async function markRead(db: Db, userId: number, ids: readonly number[] | null): Promise<number> {
  await sql`
    update notifications set read_at = now() where user_id = ${userId} and read_at is null
      ${ids === null ? sql`` : sql`and id = any(${[...ids]}::bigint[])`}`.execute(db);
  const {
    rows: [counted],
  } = await sql<{ unread: number }>`
    select count(*)::int as unread from notifications where user_id = ${userId} and read_at is null`.execute(db);
  return counted?.unread ?? 0;
}

/** @param picked a query that gives the column `id`. */
async function describe(
  db: Db,
  { locale, hasGroups }: Telling,
  picked: RawBuilder<unknown>,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select n.id::int, n.user_id, n.kind, ${isoMoment(sql`n.read_at`)} as read_at, ${isoMoment(sql`n.created_at`)} as created_at,
      case when c.id is not null then jsonb_build_object('id', c.id, 'slug', c.slug, 'rating', c.rating, 'title', coalesce(
        (select l.title from comic_translations l where l.comic_id = c.id and l.locale = ${locale}), c.title)) end as comic,
      case when t.id is not null then jsonb_build_object('kind', t.kind, 'slug', t.slug, 'name', coalesce(
        (select l.name from term_translations l where l.term_id = t.id and l.locale = ${locale}), t.name)) end as term,
      coalesce((n.payload->>'fresh')::boolean, false) as fresh, h.chapters, h.number,
      case when m.state = 'shown' then m.id::int end as comment_id, x.slug as chapter, m.review_of is not null as review, u.username, r.state as report, n.payload->>'role' as role, n.payload->>'group' as "group",
      case when v.id is not null then jsonb_build_object('name', v.name, 'query', v.query, 'count', (n.payload->>'count')::int) end as search,
      case when d.id is not null then jsonb_build_object('what', d.what, 'why', d.why, 'redress', d.redress) end as decision,
      case when d.item like 'takedown.%'
          and d.act in ('takedown', 'restore') then split_part(d.item, '.', 2)::int end as takedown,
      d.act = 'restore' as restored
    from (${picked}) p join notifications n on n.id = p.id
    left join comments m on m.id = (n.payload->>'comment_id')::bigint
    left join chapters x on x.id = m.chapter_id
    left join users u on u.id = (n.payload->>'by_id')::int and u.deleted_at is null
    left join saved_searches v on n.kind = 'search' and v.id = (n.payload->>'search_id')::int and v.user_id = n.user_id
    left join reports r on r.id = (n.payload->>'report_id')::int
    left join decisions d on d.id = (n.payload->>'decision_id')::bigint
    left join ${reachableComics('everyone')} c on c.id = coalesce((n.payload->>'comic_id')::int, m.comic_id, m.review_of, x.comic_id) and c.state <> 'removed'
      and ${withinLimits(sql`n.user_id`)}
    left join terms t on t.id = coalesce((n.payload->>'term_id')::int, m.term_id)
    left join lateral (
      select count(*)::int as chapters, case when count(*) = 1 then max(a.number) end as number from chapters a
      where a.comic_id = (n.payload->>'comic_id')::int and a.release between (n.payload->>'from')::int and (n.payload->>'to')::int
          and (not a.pending or coalesce((n.payload->>'early')::boolean, true))
          and not ${blockedChapterFor(sql`n.user_id`, hasGroups, 'a')}) h on true
    order by n.created_at desc, n.id desc`.execute(db);
  return rows;
}
