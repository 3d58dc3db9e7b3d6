import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { isoMoment, publicUserRow, type PublicUserRow } from '#server/db/queries/public-users.ts';
import { isHeardSql } from '#server/features/webhooks/public/queries-listeners.ts';

/** A comment as it is written down. */
export interface NewCommentRow {
  id: number;
  comic_id: number | null;
  term_id: number | null;
  chapter_id: number | null;
  review_of: number | null;
  parent_id: number | null;
  root_id: number | null;
  under_id: number | null;
  depth: number;
  user_id: number;
  text: string;
  html: string;
  rendered: number;
  mentions: readonly string[];
  state: 'shown' | 'held';
  request_key: string | null;
}

/** The facts known before a member writes. */
export interface Before {
  /** The comment that the same call wrote already. */
  same: number | null;
  /** Whether they said just this in the last day. */
  repeated: boolean;
  /** Whether it has a word that the operator wants looked at first. */
  blocked: boolean;
  /** The comment it answers, if that is shown in the thread. */
  parent: {
    id: number;
    root_id: number | null;
    under_id: number | null;
    depth: number;
    user_id: number | null;
    username: string | null;
  } | null;
  author: PublicUserRow | null;
  /** Whether a webhook is told of it. */
  listened: boolean;
  /** A free id, and now. */
  id: number;
  created_at: string;
}

/** The comment that a member's call with this `Idempotency-Key` wrote, or null. */
export async function findRequested(db: Db, author: number, requestKey: string): Promise<number | null> {
  const {
    rows: [row],
  } = await sql<{
    id: number;
  }>`select id from comments where user_id = ${author} and request_key = ${requestKey}`.execute(db);
  return row?.id ?? null;
}

/**
 * The facts known before a member writes, in one statement.
 *
 * @param normalised the text as texts are compared: blocked words of letters with spaces between are matched whole, others anywhere.
 */
export async function before(
  db: Db,
  author: number,
  {
    text,
    normalised,
    thread,
    parent,
    requestKey,
  }: { text: string; normalised: string; thread: number; parent: number | null; requestKey: string | null },
): Promise<Before> {
  const {
    rows: [row],
  } = await sql<Before>`${sql.raw(PREPARED)}
    select (select id from comments where user_id = ${author} and request_key = ${requestKey}::text) as same,
      exists (select from (select text, created_at from comments where user_id = ${author} order by id desc limit 100) l
        where l.text = ${text} and l.created_at > now() - interval '1 day') as repeated,
      ${blockedIn(normalised)} as blocked,
      (select json_build_object('id', p.id, 'root_id', p.root_id, 'under_id', p.under_id, 'depth', p.depth, 'user_id', p.user_id, 'username', w.username)
        from comments p left join users w on w.id = p.user_id and w.deleted_at is null where p.id = ${parent}::bigint
        and p.thread = ${thread} and p.state = 'shown') as parent,
      (select ${publicUserRow('u')} from users u where u.id = ${author}) as author,
      ${isHeardSql('comment.created')} as listened,
      nextval('comments_id_seq') as id, ${isoMoment(sql`now()`)} as created_at`.execute(db);
  return row as Before;
}

/** Writes a comment down; what counts comments does so by itself, and holds the thread until that is done. */
export async function insertComment(db: Db, row: NewCommentRow): Promise<void> {
  await sql`${sql.raw(PREPARED)}
    insert into comments (id, comic_id, term_id, chapter_id, review_of, parent_id, root_id, under_id, depth, user_id, text, html, rendered, mentions, state, request_key)
    values (${row.id}, ${row.comic_id}, ${row.term_id}, ${row.chapter_id}, ${row.review_of}, ${row.parent_id}, ${row.root_id}, ${row.under_id}, ${row.depth}, ${row.user_id},
      ${row.text}, ${row.html}, ${row.rendered}, ${[...row.mentions]}::text[], ${row.state}, ${row.request_key})`.execute(
    db,
  );
}

/** Whom a comment tells: who wrote what it answers, and the members it mentions. Itself or a blocked one is sorted out by `notify`. */
export async function notifiedUsers(
  tx: Tx,
  { parent_id, mentions }: { parent_id: number | null; mentions: readonly string[] },
): Promise<{ answered: number | null; mentioned: number[] }> {
  if (parent_id === null && mentions.length === 0) return { answered: null, mentioned: [] };
  const {
    rows: [row],
  } = await sql<{ answered: number | null; mentioned: number[] }>`
    select (select user_id from comments where id = ${parent_id}::bigint) as answered,
      array(select id from users where lower(username) = any(${mentions.map((name) => name.toLowerCase())}::text[])
        and deleted_at is null order by id limit 10) as mentioned`.execute(tx);
  return row ?? { answered: null, mentioned: [] };
}

/** The names, as their profiles have them, of the members among names in lower case; 10 at most. */
export async function membersAmong(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ username: string }>`
    select username from users where lower(username) = any(${[...names]}::text[]) and deleted_at is null order by id limit 10`.execute(
    db,
  );
  return rows.map(({ username }) => username);
}

/** Whether a text has a word that the operator wants looked at first. @param normalised as `before` has it. */
export async function hasBlockedWord(db: Db, normalised: string): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ blocked: boolean }>`select ${blockedIn(normalised)} as blocked`.execute(db);
  return row?.blocked ?? false;
}

/** Whether a text has such a word. @param normalised as `before` has it: a value, or a column. */
export function blockedIn(normalised: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from blocklist b where b.kind = 'term' and b.value <> '' and case when b.value ~ '^[ -~]+$'
    then strpos(' ' || ${normalised}::text || ' ', ' ' || lower(b.value) || ' ') else strpos(${normalised}::text, lower(b.value)) end > 0)`;
}

/** Changes what a comment of a member says. @returns whether it is theirs and still there to change. */
export async function rewriteComment(
  db: Db,
  id: number,
  author: number,
  {
    text,
    html,
    rendered,
    mentions,
    held,
  }: { text: string; html: string; rendered: number; mentions: readonly string[]; held: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update comments set text = ${text}, html = ${html}, rendered = ${rendered}, mentions = ${[...mentions]}::text[], edited_at = now(),
      state = case when ${held}::boolean then 'held' else state end
    where id = ${id} and user_id = ${author} and state in ('shown', 'held') returning id`.execute(db);
  return rows.length > 0;
}

/** Takes a comment of a member away, words and all. @returns whether it was theirs and there. */
export async function eraseComment(db: Db, id: number, author: number): Promise<boolean> {
  const { rows } = await sql`
    update comments set state = 'deleted', text = '', html = '', mentions = '{}' where id = ${id}
    and user_id = ${author} and state in ('shown', 'held') returning id`.execute(db);
  return rows.length > 0;
}

/** Sets the vote of a member on a comment; 0 takes it back. @returns the points it has now; null where it is not shown, or their own. */
export async function voteOn(db: Db, id: number, voter: number, value: -1 | 0 | 1): Promise<number | null> {
  const open = sql`select id from comments where id = ${id} and state = 'shown' and user_id is distinct from ${voter}::int`;
  const vote =
    value === 0
      ? sql`delete from comment_votes where user_id = ${voter} and comment_id in (${open})`
      : sql`
      insert into comment_votes as v (comment_id, user_id, value) select o.id, ${voter}::int, ${value}::smallint from (${open}) o
      on conflict (comment_id, user_id) do update set value = excluded.value where v.value <> excluded.value`;
  await vote.execute(db);
  // Asked afterwards: the statement above does not see what its own trigger counts.
  const {
    rows: [row],
  } = await sql<{ points: number }>`select points from comments where id in (${open})`.execute(db);
  return row?.points ?? null;
}
