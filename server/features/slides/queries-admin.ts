import { sql } from 'kysely';
import type { NewSlide } from '#contract/slides.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';

/** A slide as admins manage it. */
export interface AdminSlideRow {
  id: number;
  title: string;
  url: string | null;
  comic_id: number | null;
  language: Locale | null;
  starts_at: string | null;
  ends_at: string | null;
  enabled: boolean;
  comic: { id: number; slug: string; title: string } | null;
  own_image: boolean;
  hash: string | null;
  variants: Record<string, StoredVariant> | null;
  /** Of the comic whose cover it shows. */
  rating: string | null;
  version: number;
}

/** Every slide in its order; with an id that one. */
export async function adminSlides(db: Db | Tx, id: number | null = null): Promise<AdminSlideRow[]> {
  const { rows } = await sql<AdminSlideRow>`
    select s.id, s.title, s.url, s.comic_id, s.language, s.enabled, s.version, s.image is not null as own_image,
      ${isoTimestamp('s.starts_at')} as starts_at, ${isoTimestamp('s.ends_at')} as ends_at,
      case when c.id is not null then jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title) end as comic,
      i.hash, i.variants, case when s.image is null then c.rating end as rating
    from slides s left join comics c on c.id = s.comic_id left join images i on i.hash = coalesce(s.image, c.cover)
    ${id === null ? sql`` : sql`where s.id = ${id}`} order by s.position, s.id`.execute(db);
  return rows;
}

/** Adds a slide after the others; answers its id, null for a comic that is not there. */
export async function insertSlide(
  tx: Tx,
  { comic_id: comicId, starts_at: from, ends_at: until, ...slide }: NewSlide,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into slides (comic_id, title, url, language, enabled, starts_at, ends_at, position)
    select ${comicId}::int, ${slide.title}, ${slide.url}, ${slide.language}, ${slide.enabled}, ${from}::timestamptz,
    ${until}::timestamptz, coalesce((select max(position) + 1 from slides), 0)
    where ${comicId}::int is null or exists (select 1 from comics where id = ${comicId})
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Changes a slide that still is the version that was seen; answers whether it was. */
export async function updateSlide(
  tx: Tx,
  id: number,
  version: number,
  change: Record<string, unknown>,
): Promise<boolean> {
  const set = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { numAffectedRows } =
    await sql`update slides set ${sql.join([...set, sql`version = version + 1`])} where id = ${id} and version = ${version}`.execute(
      tx,
    );
  return numAffectedRows === 1n;
}

/** Gives a slide a picture of its own, or takes it away. */
export async function putSlidePicture(tx: Tx, id: number, hash: string | null): Promise<void> {
  await sql`update slides set image = ${hash}, version = version + 1 where id = ${id}`.execute(tx);
}

/** Puts slides into an order; those that are not named come after. */
export async function orderSlides(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update slides s set position = o.place from (
      select id, row_number() over (order by coalesce(array_position(${[...ids]}::int[], id), 100000), position, id) as place from slides) o
    where o.id = s.id and s.position <> o.place`.execute(tx);
}

/** Deletes a slide. */
export async function deleteSlide(tx: Tx, id: number): Promise<void> {
  await sql`delete from slides where id = ${id}`.execute(tx);
}

/** Whether a comic is there. */
export async function hasComic(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from comics where id = ${id}`.execute(tx);
  return rows.length > 0;
}
