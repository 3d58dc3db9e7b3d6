import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { ImageAccess, Variant } from '../images/links.ts';

interface StoredVariant { hash: string; format: string; bytes: number; width: number; height: number }

/** A stored picture and how its cover and page forms may be fetched; `none` where no reachable work shows it. */
export interface ImageRecord {
  format: string;
  bytes: number;
  variants: Partial<Record<Variant, StoredVariant>>;
  cover: ImageAccess | 'none';
  page: ImageAccess | 'none';
}

/**
 * A picture by the hash of its original, or null.
 *
 * Published and unlisted works can be reached. Pictures of explicit works, and pages of premium ones, need a signed
 * address; where works of both sorts share a picture, the open one wins.
 */
export async function imageRecord(db: Db, hash: string): Promise<ImageRecord | null> {
  const { rows } = await sql<{
    format: string; bytes: number; variants: ImageRecord['variants'];
    cover_public: boolean; cover_any: boolean; page_public: boolean; page_any: boolean;
  }>`
    select i.format, i.bytes, i.variants,
      coalesce(bool_or(w.as_cover and w.rating <> 'explicit'), false) or exists (select 1 from terms t where t.image = i.hash) as cover_public,
      coalesce(bool_or(w.as_cover), false) as cover_any,
      coalesce(bool_or(not w.as_cover and w.rating <> 'explicit' and not w.premium), false) as page_public,
      coalesce(bool_or(not w.as_cover), false) as page_any
    from images i
    left join lateral (
      select true as as_cover, c.rating, c.premium from comics c
      where c.cover = i.hash and c.state in ('published', 'unlisted')
      union all
      select false, c.rating, c.premium from pages p
      join chapters h on h.id = p.chapter_id join comics c on c.id = h.comic_id
      where p.image = i.hash and c.state in ('published', 'unlisted')
    ) w on true
    where i.hash = ${hash}
    group by i.hash`.execute(db);
  const row = rows[0];
  if (!row) { return null; }
  return {
    format: row.format,
    bytes: row.bytes,
    variants: row.variants,
    cover: row.cover_public ? 'public' : row.cover_any ? 'signed' : 'none',
    page: row.page_public ? 'public' : row.page_any ? 'signed' : 'none',
  };
}
