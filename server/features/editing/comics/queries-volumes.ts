import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import type { StoredVolume } from '#server/features/comics/public/queries-volumes.ts';

/** The title and cover of a volume as revisions tell of them; `cover` is the hash of a picture. */
export interface VolumeRow {
  volume: string;
  title: string | null;
  cover: string | null;
}

/** A query of the `VolumeRow`s of the comic with this id, an expression. */
export function volumesFor(comicId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select v.volume, v.title, v.cover from comic_volumes v where v.comic_id = ${comicId})`;
}

/** The volumes that chapters of a comic name, in any state, in their order; then others that have a title or a cover. */
export async function storedVolumes(db: Db | Tx, comicId: number): Promise<(StoredVolume & { chapters: number })[]> {
  const { rows } = await sql<StoredVolume & { chapters: number }>`
    select n.volume, n.chapters, v.title, i.hash as cover, i.variants, encode(i.thumbhash, 'base64') as thumbhash, i.color from (
      select volume, count(*)::int as chapters, min(position) as place from all_chapters where comic_id = ${comicId} and volume is not null group by volume
      union all select o.volume, 0, null from comic_volumes o where o.comic_id = ${comicId}
        and not exists (select from all_chapters h where h.comic_id = ${comicId} and h.volume = o.volume)) n
    left join comic_volumes v on v.comic_id = ${comicId} and v.volume = n.volume left join images i on i.hash = v.cover
    order by n.place nulls last, n.volume`.execute(db);
  return rows;
}

/** Gives a comic these volumes in place of those it had. A picture that is gone, or has no covers, is left out. */
export async function replaceVolumes(tx: Tx, comicId: number, volumes: readonly VolumeRow[]): Promise<void> {
  await sql`delete from comic_volumes where comic_id = ${comicId}`.execute(tx);
  await sql`insert into comic_volumes (comic_id, volume, title, cover)
    select ${comicId}::int, n.volume, n.title, i.hash from jsonb_to_recordset(${JSON.stringify(volumes)}::jsonb) n (volume text, title text, cover text)
    left join images i on i.hash = n.cover and i.variants ?& array['cover320', 'cover640']
    where n.title is not null or i.hash is not null`.execute(tx);
}

/** Has volumes follow chapters that went to another comic: it gets the title and cover of theirs where it has none, and they are gone where no chapter is left of them. */
export async function followVolumes(tx: Tx, chapterIds: readonly number[], from: number, to: number): Promise<void> {
  const moved = sql`(select h.volume from all_chapters h where h.id = any(${[...chapterIds]}::int[]))`;
  await sql`insert into comic_volumes (comic_id, volume, title, cover)
    select ${to}::int, v.volume, v.title, v.cover from comic_volumes v where v.comic_id = ${from} and v.volume in ${moved}
    on conflict do nothing`.execute(tx);
  await sql`delete from comic_volumes v where v.comic_id = ${from} and v.volume in ${moved}
    and not exists (select from all_chapters h where h.comic_id = ${from} and h.volume = v.volume)`.execute(tx);
}
