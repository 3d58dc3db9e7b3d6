import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { comicsWithPictures, publicCover, publicPages, shownVolumes } from '#server/db/visible.ts';
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

/**
 * A picture by the hash of its original, or null; also for one in quarantine. Where several works show it, the most open one counts; a picture of a
 * term, a slide or a member is open. The hash that a picture had before it was cleaned finds it, too.
 */
export async function imageRecord(db: Db, hash: string): Promise<ImageRecord | null> {
  // A note of thanks may stand in ten thousand works: only whether there is one of a kind is asked, which the first of them answers.
  const onCover = (kind: RawBuilder<boolean>) =>
    sql<boolean>`(exists (select 1 from ${comicsWithPictures()} c where c.cover = i.hash and ${kind})
      or exists (select 1 from ${shownVolumes()} v join ${comicsWithPictures()} c on c.id = v.comic_id
        where v.cover = i.hash and not v.withheld and ${kind}))`;
  const onPage = (
    kind: RawBuilder<boolean>,
  ) => sql<boolean>`exists (select 1 from pages p join chapters h on h.id = p.chapter_id
    join ${comicsWithPictures()} c on c.id = h.comic_id where p.image = i.hash and ${kind})`;
  const { rows } = await sql<
    Pick<ImageRecord, 'hash' | 'format' | 'bytes' | 'variants'> & {
      of_site: boolean;
      on_cover: boolean;
      on_page: boolean;
      on_mild_cover: boolean;
      on_mild_page: boolean;
      on_public_page: boolean;
    }
  >`${sql.raw(PREPARED)}
    select i.hash, i.format, i.bytes, i.variants, exists (select 1 from terms t where t.image = i.hash)
        or exists (select 1 from slides s where s.image = i.hash)
        or exists (select 1 from users a where a.avatar = i.hash and a.deleted_at is null) as of_site,
      ${onCover(sql`true`)} as on_cover, ${onPage(sql`true`)} as on_page,
      ${onCover(publicCover())} as on_mild_cover, mild.on_page as on_mild_page,
      mild.on_page and ${onPage(publicPages())} as on_public_page
    from images i, lateral (select ${onPage(publicCover())} as on_page offset 0) mild
    where i.hash = ${pictureAt(hash)} and not ${inQuarantine()}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { hash: current, format, bytes, variants } = row;
  return {
    hash: current,
    format,
    bytes,
    variants,
    cover: row.of_site || row.on_mild_cover ? 'public' : row.on_cover ? 'signed' : 'none',
    page: row.on_public_page ? 'public' : row.on_page ? 'signed' : 'none',
    adult: !row.of_site && (row.on_cover || row.on_page) && !row.on_mild_cover && !row.on_mild_page,
  };
}
