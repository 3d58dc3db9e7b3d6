import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { pageSeams, type SidedPage } from '#server/images/analysis/seams.ts';

/** Finds in a chapter the drawings that run over two pages, by what is known of its pictures, and remembers them with its pages. */
export async function findSeams(db: Db, chapterId: number): Promise<void> {
  const { rows } = await sql<SidedPage & { id: number; seam: string | null }>`
    select p.id, p.seam, i.width, i.height, i.trim, i.sides from pages p join images i on i.hash = p.image
    where p.chapter_id = ${chapterId} order by p.number`.execute(db);
  const seams = pageSeams(rows);
  const changed = rows
    .map(({ id, seam }, at) => ({ id, seam: seams[at] ?? null, before: seam }))
    .filter(({ seam, before }) => seam !== before);
  if (changed.length === 0) return;
  await sql`
    update pages p set seam = c.seam from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (id int, seam text) where p.id = c.id`.execute(
    db,
  );
}

/**
 * The same in every chapter that shows one of these pictures; `hashes` are theirs. A page of credits may be in thousands
 * of chapters: no work for one transaction. Throws the signal's reason between two of them.
 */
export async function findSeamsAround(db: Db, hashes: readonly string[], signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select distinct chapter_id as id from pages where image = any (${[...hashes]})`.execute(db);
  for (const { id } of rows) {
    signal.throwIfAborted();
    await findSeams(db, id);
  }
}
