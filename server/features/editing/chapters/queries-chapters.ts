import { sql } from 'kysely';
import type { AdminChapter } from '#contract/chapter-editing.ts';
import type { Direction } from '#contract/comics.ts';
import type { WantedCredit } from '#contract/credits.ts';
import { creditsFor, setCredits } from '#server/features/chapters/public/queries-credits.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { moveComments } from '#server/db/queries/comment-counts.ts';
import { createChapter, recountChapters, setPages } from '#server/features/chapters/public/queries-writing.ts';
import type { Missing } from '#server/features/chapters/public/queries-missing.ts';
import { followVolumes } from '#server/features/editing/comics/queries-volumes.ts';
import { recountComic } from '#server/features/comics/public/queries-writing.ts';

/** Which chapter of which comic, and who edits it. */
export interface ChapterEdit {
  comicId: number;
  chapterId: number;
  by: number;
  /** Whether delays of groups bind them. */
  bound: boolean;
}

/** Everything that brings a deleted chapter back. */
export interface ChapterSnapshot {
  slug: string;
  name: string;
  number: string | null;
  /** Earlier ones did not say it. */
  volume?: string | null;
  position: number;
  direction: Direction | null;
  premium_until: string | null;
  /** Earlier ones did not say it. */
  state?: AdminChapter['state'];
  groups: number[];
  /** Earlier ones did not say them. */
  credits?: WantedCredit[];
  pages: { image: string; name: string; transcript: string | null; missing?: Missing | null }[];
}

/** Whether a value of a revision is a chapter that can be brought back. */
export function isChapterSnapshot(value: unknown): value is ChapterSnapshot {
  return typeof value === 'object' && value !== null && 'slug' in value && 'pages' in value;
}

/** A chapter with all that is needed to bring it back. @throws Error where there is none. */
export async function snapshotChapter(tx: Tx, id: number): Promise<ChapterSnapshot> {
  const { rows } = await sql<ChapterSnapshot>`
    select h.slug, h.name, h.number, h.volume, h.position, h.direction, h.premium_until::text as premium_until, h.state,
      array(select g.term_id from chapter_groups g where g.chapter_id = h.id order by g.term_id) as groups, ${creditsFor(sql`h.id`)} as credits,
      coalesce((select jsonb_agg(jsonb_build_object('image', p.image, 'name', p.name, 'transcript', p.transcript, 'missing', p.missing) order by p.number)
        from pages p where p.chapter_id = h.id), '[]') as pages
    from all_chapters h where h.id = ${id}`.execute(tx);
  if (!rows[0]) throw new Error(`there is no chapter ${id}`);
  return rows[0];
}

/** Whether a chapter is one that not everyone may read yet. */
export async function isEarly(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from chapters where id = ${id} and pending`.execute(tx);
  return rows.length > 0;
}

/** Makes a deleted chapter again, where it was; pictures and groups that are gone are left out. @returns its id. */
export async function restoreChapter(tx: Tx, comicId: number, kept: ChapterSnapshot): Promise<number> {
  const { rows: images } = await sql<{
    hash: string;
  }>`select hash from images where hash = any(${kept.pages.map(({ image }) => image)}::text[])`.execute(tx);
  const { rows: groups } = await sql<{
    id: number;
  }>`select id from terms where kind = 'group' and id = any(${kept.groups}::int[])`.execute(tx);
  const there = new Set(images.map(({ hash }) => hash));
  const { name, number, volume = null, position, direction } = kept;
  const { id } = await createChapter(tx, comicId, {
    name,
    number,
    volume,
    position,
    direction,
    groups: groups.map((group) => group.id),
    ...(kept.premium_until ? { premiumUntil: new Date(kept.premium_until) } : {}),
    state: kept.state === undefined || kept.state === 'published' ? 'published' : 'draft',
  });
  await sql`update all_chapters set slug = ${kept.slug} where id = ${id}
    and not exists (select from all_chapters o where o.comic_id = ${comicId} and o.slug = ${kept.slug})`.execute(tx);
  await setCredits(tx, id, kept.credits ?? []);
  await setPages(
    tx,
    id,
    kept.pages.filter(({ image }) => there.has(image)),
  );
  return id;
}

/** The comic of a chapter, where this editor may reach it: an uploader only what they brought. Null else. */
export async function comicOfChapter(
  db: Db | Tx,
  by: { id: number; role: string },
  chapterId: number,
): Promise<number | null> {
  const own = by.role === 'uploader' ? sql`and c.uploader_id = ${by.id}` : sql``;
  const { rows } = await sql<{
    id: number;
  }>`select c.id from all_chapters h join comics c on c.id = h.comic_id where h.id = ${chapterId} ${own}`.execute(db);
  return rows[0]?.id ?? null;
}

/** The fields that can be set of a chapter; what is left out stays. */
export interface ChapterColumns {
  name?: string;
  number?: string | null;
  volume?: string | null;
  slug?: string;
  direction?: Direction | null;
  premium_until?: string | null;
}

/** Changes what is said about a chapter. A slug that another chapter of its comic has is not taken: returns false. */
export async function changeChapter(
  tx: Tx,
  id: number,
  columns: ChapterColumns,
  groups: readonly number[] | undefined,
): Promise<boolean> {
  const sets = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  if (columns.slug !== undefined) {
    const { rows } =
      await sql`select 1 from all_chapters h join all_chapters o on o.comic_id = h.comic_id and o.id <> h.id where h.id = ${id} and o.slug = ${columns.slug}`.execute(
        tx,
      );
    if (rows.length > 0) return false;
  }
  await sql`update all_chapters set ${sql.join([...sets, sql`updated_at = now()`])} where id = ${id}`.execute(tx);
  if (groups !== undefined) {
    await sql`delete from chapter_groups where chapter_id = ${id} and term_id <> all(${[...groups]}::int[])`.execute(
      tx,
    );
    await sql`insert into chapter_groups (chapter_id, term_id) select ${id}::int, g from unnest(${[...groups]}::int[]) g on conflict do nothing`.execute(
      tx,
    );
  }
  return true;
}

/** The chapters of a comic in reading order. */
export async function chapterIds(tx: Tx, comicId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from all_chapters where comic_id = ${comicId} order by position, id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Of these chapters those that are out. */
export async function publishedAmong(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from chapters where id = any(${[...ids]}::int[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether a chapter is the only one of its comic that is out. */
export async function isOnlyChapter(tx: Tx, comicId: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from chapters where comic_id = ${comicId} limit 2`.execute(tx);
  return rows.length === 1 && rows[0]?.id === id;
}

/** Puts all chapters of a comic in this order. */
export async function orderChapters(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update all_chapters h set position = n.place, updated_at = now()
    from unnest(${[...ids]}::int[]) with ordinality as n (id, place) where h.id = n.id and h.position <> n.place`.execute(
    tx,
  );
}

/** Takes a chapter away, with what readers kept and said of it: their place in it, their bookmarks and comments. */
export async function deleteChapter(tx: Tx, comicId: number, id: number): Promise<void> {
  await sql`delete from all_chapters where id = ${id}`.execute(tx);
  await recountComic(tx, comicId);
}

/** Moves what was said of a chapter, and reactions to it, to the one it was joined into; what was said of a one-shot, whose chapter does not show, to the work. */
export async function moveTalk(tx: Tx, from: number, to: { comicId: number; chapterId: number }): Promise<void> {
  await sql`insert into chapter_reactions (chapter_id, user_id, kind, created_at) select ${to.chapterId}::int, user_id, kind, created_at
    from chapter_reactions where chapter_id = ${from} on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ oneshot: boolean }>`select oneshot from comics where id = ${to.comicId}`.execute(tx);
  await moveComments(tx, { chapter: from }, rows[0]?.oneshot ? { comic: to.comicId } : { chapter: to.chapterId });
}

/**
 * Moves chapters to the end of another comic, in their order, with what readers kept of them. A slug that is taken there
 * is numbered.
 */
export async function moveChapters(tx: Tx, ids: readonly number[], from: number, to: number): Promise<void> {
  for (const id of ids) {
    await sql`
      update all_chapters h set comic_id = ${to}, updated_at = now(),
        position = coalesce((select floor(max(o.position)) + 1 from all_chapters o where o.comic_id = ${to}), 1),
        slug = (select s.slug from (
          select h.slug as slug, 0 as place union all select h.slug || '-' || n, n from generate_series(2, 10000) n) s
          where not exists (select from all_chapters o where o.comic_id = ${to} and o.slug = s.slug) order by s.place limit 1)
      where h.id = ${id}`.execute(tx);
  }
  const moved = [...ids];
  await sql`update progress set comic_id = ${to} where chapter_id = any(${moved}::int[])`.execute(tx);
  await sql`update page_bookmarks set comic_id = ${to} where chapter_id = any(${moved}::int[])`.execute(tx);
  await followVolumes(tx, ids, from, to);
  await sql`update imports set comic_id = ${to} where chapter_id = any(${moved}::int[])`.execute(tx);
  await recountComic(tx, from);
  await recountChapters(tx, to);
}

/** After all chapters of a comic went to another: those who kept it, follow it, said something of it, or come by its address, find the other. */
export async function leadOver(tx: Tx, from: number, to: number, spare: string): Promise<void> {
  await sql`insert into favorites (user_id, comic_id, created_at) select user_id, ${to}::int, created_at from favorites
    where comic_id = ${from} on conflict do nothing`.execute(tx);
  await sql`insert into follows (user_id, comic_id, created_at) select user_id, ${to}::int, created_at from follows
    where comic_id = ${from} on conflict do nothing`.execute(tx);
  await sql`insert into shelved_comics (user_id, comic_id, shelf, started_on, finished_on, reread, note, moved_at, updated_at)
    select user_id, ${to}::int, shelf, started_on, finished_on, reread, note, moved_at, updated_at from shelved_comics where comic_id = ${from} on conflict do nothing`.execute(
    tx,
  );
  await sql`insert into ratings (user_id, comic_id, score, counted) select user_id, ${to}::int, score, counted from ratings
    where comic_id = ${from} on conflict do nothing`.execute(tx);
  // A member has one review of a comic: the other is a comment from now on.
  await sql`update comments c set review_of = null, comic_id = ${to} from comments r, comments o
    where r.review_of = ${from} and r.root_id is null and o.review_of = ${to} and o.root_id is null and o.user_id = r.user_id
      and c.review_of = ${from} and (c.id = r.id or c.root_id = r.id)`.execute(tx);
  await moveComments(tx, { reviewed: from }, { reviewed: to });
  await moveComments(tx, { comic: from }, { comic: to });
  await sql`update comic_slugs set comic_id = ${to} where comic_id = ${from}`.execute(tx);
  const { rows } = await sql<{ slug: string }>`select slug from comics where id = ${from}`.execute(tx);
  await sql`update comics set slug = ${spare}, series_key = null, state = 'draft', publish_at = null, updated_at = now() where id = ${from}`.execute(
    tx,
  );
  await sql`insert into comic_slugs (slug, comic_id) values (${rows[0]?.slug ?? ''}, ${to}) on conflict (slug) do update
    set comic_id = excluded.comic_id`.execute(tx);
}
