import { sql } from 'kysely';
import type { ChapterState } from '#contract/chapter-editing.ts';
import type { Direction } from '#contract/comics.ts';
import type { WantedCredit } from '#contract/credits.ts';
import type { Tx } from '#server/db/database.ts';
import { creditsFor } from '#server/features/chapters/public/queries-credits.ts';

/** A chapter by what its parts share. Moments are as the database writes them. */
export interface SplittableChapter {
  id: number;
  position: number;
  state: ChapterState;
  volume: string | null;
  direction: Direction | null;
  premium_until: string | null;
  publish_at: string | null;
  uploader_id: number | null;
  /** Ids of terms. */
  groups: number[];
}

/** The chapters of a comic in every state, in reading order. */
export async function chaptersInOrder(tx: Tx, comicId: number): Promise<SplittableChapter[]> {
  const { rows } = await sql<SplittableChapter>`
    select h.id, h.position::float8 as position, h.state, h.volume, h.direction, h.premium_until::text as premium_until,
      h.publish_at::text as publish_at, h.uploader_id,
      array(select g.term_id from chapter_groups g where g.chapter_id = h.id order by g.term_id) as groups
    from all_chapters h where h.comic_id = ${comicId} order by h.position, h.id`.execute(tx);
  return rows;
}

/** Puts a chapter that was split off into the state of the one it was part of, as if it had come out with that one. */
export async function continueChapter(tx: Tx, from: number, id: number): Promise<void> {
  await sql`
    update all_chapters n set state = h.state, publish_at = h.publish_at, premium_until = h.premium_until, added_at = h.added_at,
      release_order = case when h.state = 'published' then coalesce(h.release_order, h.id) else h.release_order end,
      pages_said = case when h.pages_said > h.pages + n.pages then h.pages_said - h.pages end
    from all_chapters h where h.id = ${from} and n.id = ${id}`.execute(tx);
  // Early access that was ended before its time ended at a moment of its own.
  await sql`update all_chapters n set released_at = h.released_at from all_chapters h where h.id = ${from} and n.id = ${id}
    and n.released_at <> h.released_at`.execute(tx);
  await sql`update all_chapters set pages_said = null where id = ${from} and pages_said is not null`.execute(tx);
}

/** Moves what readers kept of the pages of a chapter after the first `staying` to another one, before the pages go there. */
export async function moveReadersAcross(tx: Tx, from: number, to: number, staying: number): Promise<void> {
  await sql`update page_bookmarks set chapter_id = ${to}, page = page - ${staying}::int where chapter_id = ${from} and page > ${staying}`.execute(
    tx,
  );
  // Of two places of a reader the one in the later part counts where they were there.
  await sql`
    insert into progress (user_id, comic_id, chapter_id, page, max_page, completed_at, device, updated_at)
    select r.user_id, r.comic_id, ${to}::int, greatest(1, r.page - ${staying}::int), greatest(1, r.max_page - ${staying}::int), r.completed_at, r.device,
      case when r.page > ${staying} then r.updated_at else r.updated_at - interval '1 millisecond' end
    from progress r where r.chapter_id = ${from} and (greatest(r.page, r.max_page) > ${staying} or r.completed_at is not null)`.execute(
    tx,
  );
  await sql`
    update progress set completed_at = coalesce(completed_at, updated_at), page = least(page, ${staying}::int), max_page = least(max_page, ${staying}::int),
      page_offset = case when page > ${staying} then 0 else page_offset end,
      updated_at = case when page > ${staying} then updated_at - interval '1 millisecond' else updated_at end
    where chapter_id = ${from} and greatest(page, max_page) > ${staying}`.execute(tx);
}

/** Lets readers of two chapters, of which the second follows after `pages` pages of the first, be readers of the first. */
export async function mergeReaders(tx: Tx, second: number, first: number, pages: number): Promise<void> {
  await sql`update page_bookmarks set chapter_id = ${first}, page = page + ${pages}::int where chapter_id = ${second}`.execute(
    tx,
  );
  await sql`
    insert into progress as p (user_id, comic_id, chapter_id, page, page_offset, max_page, completed_at, device, updated_at, seconds)
    select s.user_id, s.comic_id, ${first}::int,
      case when s.updated_at >= coalesce(f.updated_at, s.updated_at) then s.page + ${pages}::int else f.page end,
      case when s.updated_at >= coalesce(f.updated_at, s.updated_at) then s.page_offset else f.page_offset end,
      greatest(f.max_page, s.max_page + ${pages}::int),
      case when f.completed_at is not null and s.completed_at is not null then greatest(f.completed_at, s.completed_at) end,
      coalesce(s.device, f.device), greatest(f.updated_at, s.updated_at), coalesce(f.seconds, 0) + s.seconds
    from progress s left join progress f on f.user_id = s.user_id and f.chapter_id = ${first}
    where s.chapter_id = ${second}
    on conflict (user_id, chapter_id) do update set page = excluded.page, page_offset = excluded.page_offset, max_page = excluded.max_page,
      completed_at = excluded.completed_at, device = excluded.device, updated_at = excluded.updated_at, seconds = excluded.seconds`.execute(
    tx,
  );
  await sql`
    update progress f set completed_at = null where f.chapter_id = ${first} and f.completed_at is not null
      and not exists (select from progress s where s.chapter_id = ${second} and s.user_id = f.user_id)`.execute(tx);
}

/** Has everything that names a chapter name the one that it was joined into: its addresses, reactions, reports of it, and how it came here. */
export async function leadToJoined(tx: Tx, comicId: number, second: number, first: number): Promise<void> {
  await sql`update chapter_slugs set chapter_id = ${first} where chapter_id = ${second}`.execute(tx);
  await sql`
    insert into chapter_slugs (comic_id, slug, chapter_id) select comic_id, slug, ${first}::int from all_chapters where id = ${second} and comic_id = ${comicId}
    on conflict (comic_id, slug) do update set chapter_id = excluded.chapter_id`.execute(tx);
  await sql`insert into chapter_reactions (chapter_id, user_id, kind, created_at)
    select ${first}::int, r.user_id, r.kind, r.created_at from chapter_reactions r where r.chapter_id = ${second} on conflict do nothing`.execute(
    tx,
  );
  await sql`update reports set subject_id = ${first} where subject = 'chapter' and subject_id = ${second}`.execute(tx);
  await sql`update imports set chapter_id = ${first} where chapter_id = ${second}`.execute(tx);
  await sql`update takedowns set chapter_id = ${first} where chapter_id = ${second}`.execute(tx);
  await sql`
    update all_chapters f set pages_said = case when coalesce(f.pages_said, s.pages_said) is not null
      then coalesce(f.pages_said, f.pages - s.pages) + coalesce(s.pages_said, s.pages) end
    from all_chapters s where f.id = ${first} and s.id = ${second}`.execute(tx);
}

/** Who did what on a chapter, as it is entered. */
export async function readCredits(tx: Tx, id: number): Promise<WantedCredit[]> {
  const { rows } = await sql<{ credits: WantedCredit[] }>`select ${creditsFor(sql`${id}::int`)} as credits`.execute(tx);
  return rows[0]?.credits ?? [];
}
