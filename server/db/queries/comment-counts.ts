import { sql } from 'kysely';
import { PREPARED, type Db } from '#server/db/kysely.ts';

/** The thread of comments as one number: the id of a comic, or that of a term below zero. */
export function threadKey(subject: { comic: number } | { term: number }): number {
  return 'comic' in subject ? subject.comic : -subject.term;
}

/** How many comments are shown under something, replies included; how many stand at the top; and its version. */
export async function commentCounts(
  db: Db,
  thread: number,
): Promise<{ comments: number; roots: number; version: number }> {
  const {
    rows: [row],
  } = await sql<{ comments: number; roots: number; version: number }>`${sql.raw(PREPARED)}
    select comments, roots, version from comment_threads where thread = ${thread}`.execute(db);
  return row ?? { comments: 0, roots: 0, version: 0 };
}
