import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The chapter of a file that left the site, by any of these digests; null where none is known. */
export async function findServedChapter(db: Db, digests: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ chapter: number }>`
    select chapter_id as chapter from served_files where digest = any(${[...digests]}::text[]) limit 1`.execute(db);
  return rows[0]?.chapter ?? null;
}

/** Keeps which chapter a file is that left the site. */
export async function putServedFile(db: Db, digest: string, chapter: number): Promise<void> {
  await sql`
    insert into served_files (digest, chapter_id) values (${digest}, ${chapter})
    on conflict (digest) do update set chapter_id = excluded.chapter_id where served_files.chapter_id <> excluded.chapter_id`.execute(
    db,
  );
}
