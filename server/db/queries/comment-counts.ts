import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { PREPARED, type Db } from '#server/db/kysely.ts';

/** Comments stand under one of these, named by its id. */
export type CommentedThing = { comic: number } | { term: number } | { chapter: number } | { reviewed: number };

/** Threads of chapters are below this, and those of terms above it. */
const CHAPTERS = -1_073_741_824;
/** Threads of reviews are above this, and those of comics below it. */
const REVIEWS = 1_073_741_824;

/** The thread of comments as one number: the id of a comic, that of a term below zero, that of a chapter far below; of a comic's reviews far above. */
export function threadKey(thing: CommentedThing): number {
  if ('comic' in thing) return thing.comic;
  if ('reviewed' in thing) return REVIEWS + thing.reviewed;
  return 'term' in thing ? -thing.term : CHAPTERS - thing.chapter;
}

/** Moves the comments on one thing to another, which has become it, and counts those of both anew. */
export async function moveComments(tx: Tx, from: CommentedThing, to: CommentedThing): Promise<void> {
  const [[left, source], [taken, target]] = [referenceTo(from), referenceTo(to)];
  const leave = left === taken ? sql`` : sql`${sql.ref(left)} = null,`;
  await sql`update comments set ${leave} ${sql.ref(taken)} = ${target} where ${sql.ref(left)} = ${source}`.execute(tx);
  const threads = [threadKey(from), threadKey(to)].sort((one, other) => one - other);
  // Taken before they are counted, and after the comments, as by whoever writes: nobody's comment is counted past.
  await sql`insert into comment_threads (thread) select unnest(${threads}::int[])
    on conflict (thread) do update set version = comment_threads.version + 1`.execute(tx);
  await sql`update comment_threads t set comments = n.comments, roots = n.roots from (
    select k.thread, count(c.id) filter (where c.state = 'shown') as comments, count(c.id) filter (where c.root_id is null and c.listed) as roots
    from unnest(${threads}::int[]) k (thread) left join comments c on c.thread = k.thread and (${sql.ref(`c.${left}`)} = ${source} or ${sql.ref(`c.${taken}`)} = ${target})
    group by k.thread) n where t.thread = n.thread`.execute(tx);
}

function referenceTo(thing: CommentedThing): ['comic_id' | 'term_id' | 'chapter_id' | 'review_of', number] {
  if ('comic' in thing) return ['comic_id', thing.comic];
  if ('reviewed' in thing) return ['review_of', thing.reviewed];
  return 'term' in thing ? ['term_id', thing.term] : ['chapter_id', thing.chapter];
}

/** How many comments are shown under something, replies included; how many stand at the top; and its versions. */
export async function commentCounts(
  db: Db,
  thread: number,
): Promise<{ comments: number; roots: number; version: number; reacted: number }> {
  const {
    rows: [row],
  } = await sql<{ comments: number; roots: number; version: number; reacted: number }>`${sql.raw(PREPARED)}
    select comments, roots, version, reacted from comment_threads where thread = ${thread}`.execute(db);
  return row ?? { comments: 0, roots: 0, version: 0, reacted: 0 };
}
