import { sql } from 'kysely';
import type { Rating } from '#contract/comics.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { visibleComics, type ListScope } from '#server/db/visible.ts';

/** A slide whose time it is, with the picture it shows. */
export interface SlideRow {
  id: number;
  title: string;
  url: string | null;
  comic_id: number | null;
  comic_slug: string | null;
  /** Of the comic whose cover it shows; null where the picture is the slide's own. */
  rating: Rating | null;
  hash: string;
  variants: Record<string, StoredVariant>;
  /** Base64. */
  thumbhash: string | null;
  /** 0xrrggbb. */
  color: number | null;
}

/** Slides shown at most. */
const MOST = 24;

/**
 * The slides of a moment in a language, in their order: those without a language are for all, those of a comic only for
 * who sees that comic in lists. A slide without any picture is left out.
 */
export async function listSlides(db: Db, seeing: ListScope, locale: Locale, now: Date): Promise<SlideRow[]> {
  const { rows } = await sql<SlideRow>`${sql.raw(PREPARED)}
    select s.id, coalesce(nullif(s.title, ''), n.title, c.title, '') as title, s.url, c.id as comic_id, c.slug as comic_slug,
      case when s.image is null then c.rating end as rating, i.hash, i.variants, encode(i.thumbhash, 'base64') as thumbhash, i.color
    from slides s
    left join ${visibleComics(seeing)} c on c.id = s.comic_id
    left join comic_translations n on n.comic_id = c.id and n.locale = ${locale}
    join images i on i.hash = coalesce(s.image, c.cover)
    where s.enabled and (s.language is null or s.language = ${locale}) and (s.comic_id is null or c.id is not null)
      and (s.starts_at is null or s.starts_at <= ${now}) and (s.ends_at is null or s.ends_at > ${now})
    order by s.position, s.id limit ${MOST}`.execute(db);
  return rows;
}
