import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { NumberedChapter } from './renumbering-rules.ts';

/** The number and volume of a chapter, as revisions keep them. */
export interface ChapterNumber {
  id: number;
  number: string | null;
  volume: string | null;
}

/** The chapters of a comic in every state, in reading order. */
export async function numberedChapters(tx: Tx, comicId: number): Promise<NumberedChapter[]> {
  const { rows } = await sql<NumberedChapter>`
    select h.id, h.number, h.volume, h.position::float8 as position, h.state,
      array(select g.term_id from chapter_groups g where g.chapter_id = h.id order by g.term_id) as groups
    from all_chapters h where h.comic_id = ${comicId} order by h.position, h.id`.execute(tx);
  return rows;
}

/** Gives chapters these numbers, volumes and places. */
export async function setNumbers(tx: Tx, chapters: readonly (ChapterNumber & { position: number })[]): Promise<void> {
  const rows = chapters.map(({ id, number, volume, position }) => ({ id, number, volume, position }));
  await sql`
    update all_chapters h set number = n.number, volume = n.volume, position = n.position, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id int, number text, volume text, position float8) where h.id = n.id`.execute(
    tx,
  );
}
