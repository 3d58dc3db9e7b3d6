import { sql, type RawBuilder } from 'kysely';
import type { ComicVolume } from '#contract/comics.ts';
import { PREPARED, type Db } from '#server/db/kysely.ts';
import type { CardRow, StoredVariant } from '#server/db/queries/cards.ts';
import { contentAccess, pictureAccess, reachableComics, shownVolumes } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import { toCssColor, type Signing } from './cards.ts';

/** A volume as the database tells of it. */
export interface StoredVolume {
  volume: string;
  title: string | null;
  /** The hash of its picture. */
  cover: string | null;
  variants: Record<string, StoredVariant> | null;
  /** Base64. */
  thumbhash: string | null;
  /** 0xrrggbb. */
  color: number | null;
}

/** The volumes of `c` that readers see, in the order of their chapters; null where it has none. */
export const volumesColumn: RawBuilder<StoredVolume[] | null> = sql`(
  select json_agg(json_build_object('volume', v.volume, 'title', v.title, 'cover', i.hash, 'variants', i.variants,
      'thumbhash', encode(i.thumbhash, 'base64'), 'color', i.color)
    order by (select min(o.position) from chapters o where o.comic_id = v.comic_id and o.volume = v.volume), v.volume)
  from ${shownVolumes()} v left join images i on i.hash = v.cover and not v.withheld where v.comic_id = c.id)`;

/** Volumes as the contract has them; where this viewer may see no pictures of their comic they have no covers. */
export function serializeVolumes(
  deps: Signing,
  viewing: RequestContext,
  comic: Pick<CardRow, 'id' | 'state' | 'rating' | 'premium'>,
  volumes: readonly StoredVolume[] | null,
): ComicVolume[] {
  const isOpen = !['tombstone', 'without-pictures'].includes(contentAccess(viewing, comic));
  return (volumes ?? []).map(({ volume, title, cover, variants, thumbhash, color }) => {
    const size = isOpen && cover !== null ? variants?.cover640 : undefined;
    const address = (variant: 'cover320' | 'cover640') => {
      const format = variants?.[variant]?.format;
      if (size === undefined || cover === null || format === undefined) return null;
      return imageUrl(deps, viewing, { hash: cover, variant, format }, pictureAccess(comic).cover);
    };
    return {
      volume,
      title,
      thumb_url: address('cover320'),
      image_url: address('cover640'),
      cover: size ? { width: size.width, height: size.height, thumbhash, color: toCssColor(color) } : null,
    };
  });
}

/** The covers of the volumes of some reachable comics, by the comic's id and the volume's name. */
export async function volumeCovers(
  db: Db,
  comicIds: readonly number[],
): Promise<Map<number, Map<string, { cover: string; variants: Record<string, StoredVariant> }>>> {
  const found = new Map<number, Map<string, { cover: string; variants: Record<string, StoredVariant> }>>();
  if (comicIds.length === 0) return found;
  const { rows } = await sql<{
    comic_id: number;
    volume: string;
    cover: string;
    variants: Record<string, StoredVariant>;
  }>`${sql.raw(PREPARED)}
    select c.id as comic_id, v.volume, i.hash as cover, i.variants from ${reachableComics('everyone')} c
    join ${shownVolumes()} v on v.comic_id = c.id join images i on i.hash = v.cover
    where c.id = any(${[...new Set(comicIds)]}::int[]) and not v.withheld`.execute(db);
  for (const { comic_id: id, volume, ...picture } of rows) {
    found.set(id, (found.get(id) ?? new Map()).set(volume, picture));
  }
  return found;
}
