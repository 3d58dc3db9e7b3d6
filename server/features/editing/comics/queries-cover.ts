import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';

/** Makes a picture the cover of a comic, or takes its cover away. A picture that is gone, or has no covers, changes nothing. */
export async function setCover(tx: Tx, comicId: number, hash: string | null): Promise<void> {
  await sql`
    update comics set cover = ${hash}, updated_at = now() where id = ${comicId}
      and (${hash}::text is null or exists (select from images i where i.hash = ${hash} and i.variants ?& array['cover320', 'cover640']))`.execute(
    tx,
  );
}

/** Whether one of these pictures is withheld from a comic because of a notice. */
export async function isWithheld(tx: Tx, comicId: number, pictures: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from withheld_pages w join pages p on p.id = w.page_id join all_chapters h on h.id = p.chapter_id
    where w.image = any(${[...pictures]}::text[]) and h.comic_id = ${comicId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** The picture of a page of a comic; null where it has no such page. */
export async function pageImage(db: Db | Tx, comicId: number, pageId: number): Promise<string | null> {
  const { rows } = await sql<{ image: string }>`
    select p.image from pages p join all_chapters h on h.id = p.chapter_id where p.id = ${pageId} and h.comic_id = ${comicId}`.execute(
    db,
  );
  return rows[0]?.image ?? null;
}
