import { sql, type RawBuilder } from 'kysely';
import { REPLIES_PER_BATCH, type CommentSort } from '#contract/comments.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { isoMoment, publicUserRow, type PublicUserRow } from '#server/db/queries/public-users.ts';

/** A comment as it lies in the database, and what the caller has to do with it. */
export interface CommentRow {
  id: number;
  thread: number;
  comic_id: number | null;
  term_id: number | null;
  chapter_id: number | null;
  review_of: number | null;
  root_id: number | null;
  under_id: number | null;
  parent_id: number | null;
  depth: number;
  replies: number;
  text: string;
  html: string;
  rendered: number;
  mentions: string[];
  points: number;
  score: number | null;
  state: 'shown' | 'held' | 'hidden' | 'deleted';
  edited: boolean;
  created_at: string;
  user_id: number | null;
  user: PublicUserRow | null;
  reply_to: string | null;
  vote: -1 | 0 | 1;
  /** How many there are of each reaction; null where there never was one. */
  reactions: number[] | null;
  /** The caller's own, by its place from 1. */
  reaction: number | null;
  blocked: boolean;
}

/** One page of the top of a thread with the first replies of each, the roots in order, each before its replies. */
export async function listComments(
  db: Db,
  viewer: number | null,
  {
    thread,
    sort,
    offset,
    limit,
    also,
  }: { thread: number; sort: CommentSort; offset: number; limit: number; also: readonly number[] },
): Promise<CommentRow[]> {
  // Kept: the best plan walks the index of the order, whatever the values.
  const { rows: picked } = await sql<{ id: number }>`${sql.raw(PREPARED)}
    with top as (
      select q.id, row_number() over () as place from (
        select c.id from comments c where c.thread = ${thread} and c.root_id is null and c.listed order by ${ORDERS[sort]} limit ${limit} offset ${offset}) q
    )
    select id from (
      select id, place from top
      union select r.id, t.place from top t cross join lateral (
        select f.id from comments f where f.root_id = t.id and f.state <> 'held' order by f.id limit ${REPLIES_PER_BATCH}) r
      union select m.id, t.place from comments m join top t on t.id = m.root_id where m.id = any(${[...also]}::bigint[]) and m.state <> 'held'
    ) as p order by place, id`.execute(db);
  // By themselves, because how many there are is known only now: else the planner reads whole tables.
  const { rows } = await sql<CommentRow>`${sql.raw(PREPARED)}
    select ${columns(viewer)} from comments c ${WITH_PEOPLE} where c.id = any(${picked.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return picked.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * Where a comment stands in a list: how many of the top come before the one it belongs to, and what it is shown inside of;
 * null where it is not in the list.
 */
export async function findCommentPlace(
  db: Db,
  thread: number,
  sort: CommentSort,
  id: number,
): Promise<{ before: number; chain: number[] } | null> {
  const before = { top: sql`(o.points, o.id) > (r.points, r.id)`, new: sql`o.id > r.id`, old: sql`o.id < r.id` }[sort];
  const {
    rows: [row],
  } = await sql<{ before: number; chain: (number | null)[] }>`
    select array[c.id, c.under_id, u.under_id] as chain,
      (select count(*) from comments o where o.thread = r.thread and o.root_id is null and o.listed and ${before})::int as before
    from comments c join comments r on r.id = coalesce(c.root_id, c.id) left join comments u on u.id = c.under_id
    where c.id = ${id} and c.thread = ${thread} and r.listed and c.state <> 'held'`.execute(db);
  return row ? { before: row.before, chain: row.chain.filter((each) => each !== null) } : null;
}

/** One page of the replies under a comment at the top, oldest first, and how many there are: what is gone counts while it is answered. */
export async function listReplies(
  db: Db,
  viewer: number | null,
  root: number,
  offset: number,
  limit: number,
): Promise<{ rows: CommentRow[]; total: number }> {
  const there = sql`c.root_id = ${root} and c.state <> 'held'
    and (c.state = 'shown' or exists (select from comments k where k.parent_id = c.id and k.state = 'shown'))`;
  const { rows } = await sql<CommentRow>`
    select ${columns(viewer)} from comments c ${WITH_PEOPLE} where ${there} order by c.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from comments c where ${there}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}

/** One comment, in whatever state. */
export async function findCommentRow(db: Db, viewer: number | null, id: number): Promise<CommentRow | null> {
  const {
    rows: [row],
  } =
    await sql<CommentRow>`${sql.raw(PREPARED)} select ${columns(viewer)} from comments c ${WITH_PEOPLE} where c.id = ${id}`.execute(
      db,
    );
  return row ?? null;
}

/** Comments of which a condition on `c` holds, the newest first. @param atMost how many are counted and led to; without it all. */
export async function newestComments(
  db: Db,
  viewer: number | null,
  condition: RawBuilder<unknown>,
  offset: number,
  limit: number,
  atMost = Infinity,
): Promise<{ rows: CommentRow[]; total: number }> {
  const { rows } = await sql<CommentRow>`
    select ${columns(viewer)} from comments c ${WITH_PEOPLE} where ${condition}
    order by c.id desc limit ${Math.min(limit, Math.max(0, atMost - offset))} offset ${offset}`.execute(db);
  const {
    rows: [counted],
  } = await sql<{ total: number }>`
    select count(*)::int as total from (select from comments c where ${condition} ${Number.isFinite(atMost) ? sql`limit ${atMost}` : sql``}) found`.execute(
    db,
  );
  return { rows, total: counted?.total ?? 0 };
}

const ORDERS: Record<CommentSort, RawBuilder<unknown>> = {
  top: sql`c.points desc, c.id desc`,
  new: sql`c.id desc`,
  old: sql`c.id`,
};

/** Of `c`, with `u` who wrote it, `p` what it answers and `w` who wrote that. */
function columns(viewer: number | null): RawBuilder<unknown> {
  return sql`c.id, c.thread, c.comic_id, c.term_id, c.chapter_id, c.review_of, c.root_id, c.under_id, c.parent_id, c.depth, c.replies, c.text, c.html, c.rendered, c.mentions,
    c.points, case when c.review_of is not null and c.root_id is null then (select g.score from ratings g where g.user_id = c.user_id and g.comic_id = c.review_of) end as score, c.state, c.edited_at is not null as edited, ${isoMoment(sql`c.created_at`)} as created_at, c.user_id, ${publicUserRow('u')} as user,
    case when p.state = 'shown' and w.deleted_at is null then w.username end as reply_to,
    coalesce((select v.value from comment_votes v where v.comment_id = c.id and v.user_id = ${viewer}::int), 0) as vote, c.reactions,
    (select k.kind from comment_reactions k where k.comment_id = c.id and k.user_id = ${viewer}::int) as reaction,
    exists (select from blocked_users b where b.user_id = ${viewer}::int and b.blocked_id = c.user_id) as blocked`;
}

const WITH_PEOPLE = sql`left join users u on u.id = c.user_id left join comments p on p.id = c.parent_id left join users w on w.id = p.user_id`;
