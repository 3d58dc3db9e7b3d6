import { sql } from 'kysely';
import type { Direction } from '#contract/comics.ts';
import type { Tx } from '#server/db/database.ts';
import type { Missing } from './queries-missing.ts';
import { recountComic } from '#server/features/comics/public/queries-writing.ts';
import { numberedSlug } from '#server/search/slug.ts';
import { findSeams } from './queries-seams.ts';
import { chapterSlug } from '#server/features/chapters/rules.ts';
import { chapterPosition } from './chapter-position.ts';

export interface NewChapter {
  name?: string;
  /** As printed: `10.5`, `extra`. */
  number?: string | null;
  /** The printed book it is part of. */
  volume?: string | null;
  /** Its place among the others, from small to large; by its number. */
  position?: number;
  /** Where it differs from the comic's. */
  direction?: Direction | null;
  /** Early access: premium until then, in a comic that is free. */
  premiumUntil?: Date;
  /** Who made it: ids of terms. */
  groups?: readonly number[];
  /** The member who uploaded it. */
  uploaderId?: number | null;
  /** Now. */
  addedAt?: Date;
  /** Out with its comic, where nothing else is said; kept back until someone publishes it; or until a moment, whatever delays of groups say where they are overruled. */
  state?: 'published' | 'draft' | { at: Date; overruled?: boolean };
}

/** A page: the hash of its picture in `images`, and what it was called in its archive. */
export interface NewPage {
  image: string;
  name?: string;
  /** The text to be seen on it. */
  transcript?: string | null;
  /** Why its picture cannot be had: `image` is the plate that stands for it. */
  missing?: Missing | null;
}

/**
 * Adds an empty chapter to a comic, placed by its number; one without a number that counts comes last.
 *
 * The comic of a second chapter that is out is no one-shot any more. Its slug is free within the comic.
 */
export async function createChapter(
  tx: Tx,
  comicId: number,
  chapter: NewChapter,
): Promise<{ id: number; slug: string }> {
  // Holding the comic makes places and slugs of its chapters ours until the end of the transaction.
  await sql`select 1 from comics where id = ${comicId} for update`.execute(tx);
  const {
    rows: [last],
  } = await sql<{ last: number; slugs: string[] }>`
    select coalesce(max(position), 0)::float8 as last, coalesce(array_agg(slug), '{}') as slugs
    from all_chapters where comic_id = ${comicId}`.execute(tx);
  const { last: place, slugs } = last as { last: number; slugs: string[] };
  const base = chapterSlug(chapter.number ?? null, chapter.name ?? '', slugs.length + 1);
  let copy = 1;
  while (slugs.includes(numberedSlug(base, copy))) {
    copy += 1;
  }
  const slug = numberedSlug(base, copy);
  const added = (chapter.addedAt ?? new Date()).toISOString();
  const { state = 'published' } = chapter;
  const at = typeof state === 'object' ? state.at.toISOString() : null;
  const { rows } = await sql<{ id: number }>`
    insert into all_chapters (comic_id, slug, name, number, volume, position, direction, premium_until, state, publish_at, added_at, updated_at, uploader_id, delay_overruled)
    values (${comicId}, ${slug}, ${chapter.name ?? ''}, ${chapter.number ?? null}, ${chapter.volume ?? null}, ${chapter.position ?? chapterPosition(chapter.number ?? null) ?? Math.floor(place) + 1},
      ${chapter.direction ?? null}, ${chapter.premiumUntil?.toISOString() ?? null}, ${at === null ? (state as string) : 'scheduled'}, ${at}, ${added}, ${added}, ${chapter.uploaderId ?? null}, ${typeof state === 'object' && state.overruled === true})
    returning id`.execute(tx);
  const { id } = rows[0] as { id: number };
  if (chapter.groups?.length) {
    await sql`insert into chapter_groups (chapter_id, term_id) select distinct ${id}::int, g from unnest(${[...chapter.groups]}::int[]) as g`.execute(
      tx,
    );
  }
  await recountChapters(tx, comicId);
  return { id, slug };
}

/** Counts a comic anew after one of its chapters came, went or changed its state; one with two that are out is no one-shot. */
export async function recountChapters(tx: Tx, comicId: number): Promise<void> {
  await sql`
    update comics set oneshot = false
    where id = ${comicId} and oneshot and (select count(*) from chapters h where h.comic_id = ${comicId}) > 1`.execute(
    tx,
  );
  await recountComic(tx, comicId);
}

/** Gives a chapter these pages, in this order, instead of those it had, and counts its comic anew. */
export async function setPages(tx: Tx, chapterId: number, pages: readonly NewPage[]): Promise<void> {
  await sql`delete from pages where chapter_id = ${chapterId}`.execute(tx);
  const rows = pages.map(({ image, name = '', transcript = null, missing = null }, at) => ({
    number: at + 1,
    image,
    name,
    transcript,
    missing,
  }));
  await sql`
    insert into pages (chapter_id, number, image, name, transcript, missing)
    select ${chapterId}, p.number, p.image, p.name, p.transcript, p.missing
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (number int, image text, name text, transcript text, missing jsonb)`.execute(
    tx,
  );
  await findSeams(tx, chapterId);
  const {
    rows: [chapter],
  } = await sql<{ comic_id: number }>`
    update all_chapters set pages = ${pages.length}, pages_said = null, updated_at = greatest(updated_at, now())
    where id = ${chapterId} returning comic_id`.execute(tx);
  if (chapter) {
    await recountComic(tx, chapter.comic_id);
  }
}
