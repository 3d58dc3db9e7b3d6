import { sql, type RawBuilder } from 'kysely';
import { MAX_BOOKMARKS, type Bookmark, type BookmarkDraft, type BookmarkEntry } from '#contract/library.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { premiumChapter, reachableComics } from '#server/db/visible.ts';

/** A marked page as it is stored, with what decides whether its picture may be shown. */
export type BookmarkRow = Omit<BookmarkEntry, 'comic' | 'thumb_url'> & {
  total: number;
  state: string;
  rating: string;
  premium: boolean;
  /** Hash of its picture; null where the page is gone. */
  image: string | null;
  variants: Record<string, StoredVariant> | null;
};

/** Of `b` (the bookmark), `h` (its chapter) and `c` (its comic). */
const COLUMNS = sql`b.comic_id, case when c.oneshot then null else b.chapter_id end as chapter_id, b.page, b.note,
  ${isoMoment(sql`b.created_at`)} as created_at, ${isoMoment(sql`b.updated_at`)} as updated_at`;

/**
 * Marks pages for a member, or changes their notes; pages of comics and chapters that are not there are left out.
 *
 * @returns the marked ones as they are now; null, and nothing marked, where they would have more than can be (`MAX_BOOKMARKS`).
 */
export async function keepBookmarks(
  tx: Tx,
  userId: number,
  drafts: readonly BookmarkDraft[],
): Promise<Bookmark[] | null> {
  // Two tabs that mark at once fill no account beyond its limit.
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql<Bookmark>`
    with named as (
      select distinct on (h.id, r.page) c.id as comic, h.id as chapter, r.page, r.note
      from jsonb_to_recordset(${JSON.stringify(drafts.map((draft, place) => ({ ...draft, place })))}::jsonb) as r (place int, comic_id int, chapter_id int, page int, note text)
      join ${reachableComics({ member: userId })} c on c.id = r.comic_id and c.state <> 'removed'
      join chapters h on h.comic_id = c.id and r.page <= h.pages and case when r.chapter_id is null then c.oneshot else h.id = r.chapter_id end
      order by h.id, r.page, r.place desc),
    kept as (
      insert into page_bookmarks as b (user_id, comic_id, chapter_id, page, note)
      select ${userId}, n.comic, n.chapter, n.page, coalesce(n.note, o.note, '')
      from named n left join page_bookmarks o on o.user_id = ${userId} and o.chapter_id = n.chapter and o.page = n.page
      on conflict (user_id, chapter_id, page) do update set note = excluded.note, updated_at = case when b.note = excluded.note then b.updated_at else now() end
      returning b.*)
    select ${COLUMNS} from kept b join comics c on c.id = b.comic_id order by b.chapter_id, b.page`.execute(tx);
  const {
    rows: [counted],
  } = await sql<{ count: number }>`select count(*)::int as count from page_bookmarks where user_id = ${userId}`.execute(
    tx,
  );
  return (counted?.count ?? 0) > MAX_BOOKMARKS ? null : rows;
}

/** Takes the mark of a page away, if it has one. @param chapterId null for a one-shot. */
export async function removeBookmark(
  db: Db,
  userId: number,
  comicId: number,
  chapterId: number | null,
  page: number,
): Promise<void> {
  await sql`
    delete from page_bookmarks b using comics c where b.user_id = ${userId} and b.comic_id = ${comicId} and c.id = b.comic_id and b.page = ${page}
      and case when ${chapterId}::int is null then c.oneshot else b.chapter_id = ${chapterId} end`.execute(db);
}

/**
 * The pages a member marked: of one comic in reading order, else the one marked last first. Those of a removed comic keep
 * their row; those of one that cannot be reached have none.
 */
export async function listBookmarks(
  db: Db,
  userId: number,
  comicId: number | null,
  offset: number,
  limit: number,
): Promise<{ rows: BookmarkRow[]; total: number }> {
  const mine: RawBuilder<unknown> = sql`page_bookmarks b join ${reachableComics({ member: userId })} c on c.id = b.comic_id join chapters h on h.id = b.chapter_id
    where b.user_id = ${userId} ${comicId === null ? sql`` : sql`and b.comic_id = ${comicId}`}`;
  const { rows } = await sql<BookmarkRow>`
    with marked as (
      select c.state, c.rating, ${premiumChapter()} as premium, c.title, ${COLUMNS},
        case when c.oneshot then null
            else jsonb_build_object('id', h.id, 'slug', h.slug, 'name', h.name, 'number', h.number) end as chapter,
        b.chapter_id as holder,
        row_number() over (order by ${comicId === null ? sql`b.created_at desc, b.id desc` : sql`h.position, h.id, b.page`}) as place, count(*) over ()::int as total
      from ${mine} order by place limit ${limit} offset ${offset})
    select m.comic_id, m.chapter_id, m.page, m.note, m.created_at, m.updated_at, m.title, m.chapter, m.state, m.rating, m.premium, m.total,
      i.hash as image, i.variants, i.width, i.height
    from marked m left join pages p on p.chapter_id = m.holder and p.number = m.page left join images i on i.hash = p.image order by m.place`.execute(
    db,
  );
  if (rows.length > 0 || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from ${mine}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}
