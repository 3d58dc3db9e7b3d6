import { sql } from 'kysely';
import type { Rating } from '#contract/comics.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { pictureAccess, premiumChapter, premiumComic, reachableComics, hasPictures } from '#server/db/visible.ts';
import type { ImageAccess, Variant } from '#server/images/links.ts';
import type { StoredVariant } from './cards.ts';
import { inQuarantine, pictureAt } from './picture-hashes.ts';

/** A stored picture and how its cover and page forms may be fetched; `none` where no work shows it. */
export interface ImageRecord {
  /** Of the bytes that are kept: another one than it was asked for by where it was cleaned since. */
  hash: string;
  format: string;
  bytes: number;
  variants: Partial<Record<Variant, StoredVariant>>;
  cover: ImageAccess | 'none';
  page: ImageAccess | 'none';
  /** Whether only explicit works, premium or not, show it: its bytes are labelled as such. */
  adult: boolean;
}

/** A work that shows a picture, as its cover or as a page. */
interface Use {
  cover: boolean;
  state: string;
  rating: Rating;
  premium: boolean;
}

/**
 * A picture by the hash of its original, or null; also for one in quarantine. Where several works show it, the most open one counts; a picture of a
 * term, a slide or a member is open. The hash that a picture had before it was cleaned finds it, too.
 */
export async function imageRecord(db: Db, hash: string): Promise<ImageRecord | null> {
  const { rows } = await sql<
    Pick<ImageRecord, 'hash' | 'format' | 'bytes' | 'variants'> & { of_site: boolean; uses: Use[] }
  >`${sql.raw(PREPARED)}
    select i.hash, i.format, i.bytes, i.variants, exists (select 1 from terms t where t.image = i.hash)
    or exists (select 1 from slides s where s.image = i.hash)
        or exists (select 1 from users a where a.avatar = i.hash and a.deleted_at is null) as of_site,
      coalesce((select json_agg(u) from (
        select distinct true as cover, c.state, c.rating, ${premiumComic()} as premium from ${reachableComics()} c where c.cover = i.hash
        union all
        select distinct false, c.state, c.rating, ${premiumChapter()} from pages p
        join chapters h on h.id = p.chapter_id join ${reachableComics()} c on c.id = h.comic_id
        where p.image = i.hash
      ) u), '[]') as uses
    from images i where i.hash = ${pictureAt(hash)} and not ${inQuarantine()}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { of_site: ofSite, uses, ...picture } = row;
  const shown = uses.filter(hasPictures);
  const covers = shown.filter(({ cover }) => cover).map((comic) => pictureAccess(comic).cover);
  const pages = shown.filter(({ cover }) => !cover).map((comic) => pictureAccess(comic).pages);
  const adult = !ofSite && shown.length > 0 && shown.every(({ rating }) => rating === 'explicit');
  return { ...picture, cover: ofSite ? 'public' : mostOpen(covers), page: mostOpen(pages), adult };
}

function mostOpen(accesses: readonly ImageAccess[]): ImageAccess | 'none' {
  return accesses.includes('public') ? 'public' : (accesses[0] ?? 'none');
}
