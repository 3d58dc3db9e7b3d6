import { sql } from 'kysely';
import { PREPARED, type Db } from '#server/db/kysely.ts';

/** How threads stand now; those without a comment are missing. */
export async function threadVersions(
  db: Db,
  threads: readonly number[],
): Promise<{ thread: number; version: number; reacted: number; comments: number }[]> {
  const { rows } = await sql<{
    thread: number;
    version: number;
    reacted: number;
    comments: number;
  }>`${sql.raw(PREPARED)}
    select thread, version, reacted, comments from comment_threads where thread = any(${[...threads]}::int[])`.execute(
    db,
  );
  return rows;
}
