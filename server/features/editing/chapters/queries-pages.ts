import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { findSeams } from '#server/features/chapters/public/queries-seams.ts';
import type { Missing } from '#server/features/chapters/public/queries-missing.ts';

/** A page as a revision keeps it; earlier ones did not know that pages can be missing. */
export interface PageSnapshot {
  id: number;
  image: string;
  name: string;
  transcript: string | null;
  missing?: Missing | null;
}

/** The pages of a chapter in reading order. */
export async function listPages(tx: Tx, chapterId: number): Promise<PageSnapshot[]> {
  const { rows } =
    await sql<PageSnapshot>`select id, image, name, transcript, missing from pages where chapter_id = ${chapterId} order by number`.execute(
      tx,
    );
  return rows;
}

/** A page that a chapter is to have; without an id it is made. */
export type WantedPage = Omit<PageSnapshot, 'id'> & { id: number | null };

/** Pages are put out of the way of each other by so much while they change places. */
const ASIDE = 1_000_000;

/**
 * Gives a chapter exactly these pages in this order: those with an id keep it (they may come from another chapter), the
 * others are made; those that are left out are gone.
 *
 * Bookmarks and places of readers follow the pictures: a bookmark goes where its page went (a page that is gone: to
 * what took its place), and who was on page 10 of which 2 before it are gone is on page 8. In another order they stay at the number.
 *
 * @param before what it had before, where some of it is in another chapter by now.
 */
export async function arrangePages(
  tx: Tx,
  chapterId: number,
  pages: readonly WantedPage[],
  before?: readonly PageSnapshot[],
): Promise<void> {
  const former = before ?? (await listPages(tx, chapterId));
  const existingIds = pages.flatMap(({ id }) => (id === null ? [] : [id]));
  await sql`delete from pages where chapter_id = ${chapterId} and id <> all(${existingIds}::int[])`.execute(tx);
  await sql`update pages set number = number + ${ASIDE} where chapter_id = ${chapterId}`.execute(tx);
  const rows = pages.map((page, at) => ({ ...page, number: at + 1 }));
  await sql`
    update pages p set chapter_id = ${chapterId}, number = r.number, image = r.image, name = r.name, transcript = r.transcript, missing = r.missing
    from jsonb_to_recordset(${JSON.stringify(rows.filter(({ id }) => id !== null))}::jsonb) as r (id int, number int, image text, name text, transcript text, missing jsonb)
    where p.id = r.id`.execute(tx);
  await sql`
    insert into pages (chapter_id, number, image, name, transcript, missing)
    select ${chapterId}, r.number, r.image, r.name, r.transcript, r.missing
    from jsonb_to_recordset(${JSON.stringify(rows.filter(({ id }) => id === null))}::jsonb) as r (number int, image text, name text, transcript text, missing jsonb)`.execute(
    tx,
  );
  await sql`update all_chapters set pages = ${pages.length}, updated_at = now() where id = ${chapterId}`.execute(tx);
  await findSeams(tx, chapterId);
  await followPages(
    tx,
    chapterId,
    former.map(({ id }) => id),
    new Map(rows.flatMap(({ id, number }) => (id === null ? [] : [[id, number] as const]))),
    pages.length,
  );
}

/** Moves readers' places and bookmarks of a chapter to where their pages are now. */
async function followPages(
  tx: Tx,
  chapterId: number,
  before: readonly number[],
  places: ReadonlyMap<number, number>,
  count: number,
): Promise<void> {
  let survivors = 0;
  const moves = before.map((id, at) => {
    if (places.has(id)) {
      survivors += 1;
    }
    const reached = Math.max(1, survivors);
    return { page: at + 1, reached, marked: places.get(id) ?? Math.min(reached, Math.max(1, count)) };
  });
  if (moves.every(({ page, reached, marked }) => page === reached && page === marked)) return;
  const map = sql`jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (page int, reached int, marked int)`;
  await sql`
    update progress r set page = coalesce((select m.reached from ${map} where m.page = r.page), least(r.page, ${Math.max(1, count)}::int)),
      max_page = coalesce((select m.reached from ${map} where m.page = r.max_page), least(r.max_page, ${Math.max(1, count)}::int))
    where r.chapter_id = ${chapterId}`.execute(tx);
  await sql`update page_bookmarks set page = page + ${ASIDE} where chapter_id = ${chapterId}`.execute(tx);
  await sql`
    delete from page_bookmarks b using (
      select b.id, row_number() over (partition by b.user_id, m.marked order by b.updated_at desc, b.id) as place
      from page_bookmarks b join ${map} on m.page = b.page - ${ASIDE} where b.chapter_id = ${chapterId}) d
    where d.id = b.id and d.place > 1`.execute(tx);
  await sql`
    update page_bookmarks b
    set page = coalesce((select m.marked from ${map}
        where m.page = b.page - ${ASIDE}), least(b.page - ${ASIDE}, ${Math.max(1, count)}::int))
    where b.chapter_id = ${chapterId}`.execute(tx);
}

/** Shows another picture as the cover of a comic, or of its volumes, whose cover was one that is replaced, where the new one has covers. */
export async function followCover(tx: Tx, comicId: number, former: string, image: string): Promise<void> {
  const hasCovers = sql`exists (select from images i where i.hash = ${image} and i.variants ?& array['cover320', 'cover640'])`;
  await sql`update comics set cover = ${image} where id = ${comicId} and cover = ${former} and ${hasCovers}`.execute(
    tx,
  );
  await sql`update comic_volumes set cover = ${image} where comic_id = ${comicId} and cover = ${former} and ${hasCovers}`.execute(
    tx,
  );
}
