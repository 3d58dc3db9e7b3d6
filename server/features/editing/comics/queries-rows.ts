import { sql, type RawBuilder } from 'kysely';
import type { AdminComicRow } from '#contract/editing.ts';
import type { Db } from '#server/db/database.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { moment } from './queries-fields.ts';

/** A comic as the database tells of it for the table; its terms and pictures are still to be named. */
export interface StoredRow extends Omit<AdminComicRow, 'language' | 'category' | 'cover' | 'thumb_url' | 'uploader'> {
  uploader_id: number | null;
  username: string | null;
  terms: number[];
  cover: string | null;
  variants: Record<string, StoredVariant> | null;
  /** Base64. */
  thumbhash: string | null;
  /** 0xrrggbb. */
  color: number | null;
}

/**
 * Comics as the table shows them, whatever their state, in the order of `picked`.
 *
 * @param picked a query that gives the column `id`. @param also further columns, of `c` or of their own.
 */
export async function storedRows<Also = unknown>(
  db: Db,
  picked: RawBuilder<unknown>,
  also: RawBuilder<unknown> = sql``,
): Promise<(StoredRow & Also)[]> {
  const { rows } = await sql<StoredRow & Also>`
    select c.id, c.slug, c.title, c.alternative_title, c.state, c.rating, c.status, c.pages, c.chapters_count, s.total as views, s.favorites,
      ${moment('uploaded_at')} as uploaded_at, ${moment('updated_at')} as updated_at,
      ${moment('published_at')} as published_at, ${moment('publish_at')} as publish_at,
      c.premium, ${moment('premium_until')} as premium_until, c.uploader_id, u.username, c.terms, c.cover, i.variants,
      encode(i.thumbhash, 'base64') as thumbhash, i.color,
      (select r.state from reviews r where r.comic_id = c.id order by r.id desc limit 1) as review ${also}
    from (select q.id, row_number() over () as place from (${picked}) q) p
    join comics c on c.id = p.id join comic_stats s on s.comic_id = c.id
    left join images i on i.hash = c.cover left join users u on u.id = c.uploader_id
    order by p.place`.execute(db);
  return rows;
}

/** Comics as the table shows them, in the order of their ids as given. */
export function rowsOfIds(db: Db, ids: readonly number[]): Promise<StoredRow[]> {
  return storedRows(
    db,
    sql`select g.id from unnest(${[...ids]}::int[]) with ordinality as g (id, place) order by g.place`,
  );
}
