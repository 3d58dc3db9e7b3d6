import { sql } from 'kysely';
import type { PageImage, PageSlice } from '#contract/comics.ts';
import { mapInTurns } from '#server/concurrency/in-turns.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { pictureAccess, premiumChapter, reachableComics } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import type { SliceName } from '#server/images/links.ts';
import { toCssColor, type Signing } from './cards.ts';

interface PageRow {
  id: number;
  number: number;
  image: string;
  format: string;
  width: number;
  height: number;
  variants: Record<string, StoredVariant>;
  thumbhash: string | null;
  color: number | null;
  trim: number[] | null;
  edge: number | null;
  seam: 'ltr' | 'rtl' | null;
  missing: boolean;
  rating: string;
  premium: boolean;
}

/** Pages whose addresses are made, some of them signed, before others have their turn. */
const PAGES_AT_ONCE = 200;

/**
 * The pages of a chapter in reading order, with addresses that need no header: signed ones for explicit and premium
 * comics. Ask `readingOf` first whether this viewer may have them.
 *
 * @param most how many pages from the first on; all of them when left out.
 */
export async function pageImages(
  deps: Signing,
  db: Db,
  viewing: RequestContext,
  chapterId: number,
  most?: number,
): Promise<PageImage[]> {
  const { rows } = await sql<PageRow>`${sql.raw(PREPARED)}
    select p.id, p.number, p.image, i.format, i.width, i.height, i.variants, encode(i.thumbhash, 'base64') as thumbhash,
    i.color, i.trim, i.edge, p.seam, p.missing is not null as missing,
      c.rating, ${premiumChapter()} as premium
    from chapters h
    join ${reachableComics(viewing)} c on c.id = h.comic_id
    join pages p on p.chapter_id = h.id
    join images i on i.hash = p.image
    where h.id = ${chapterId} ${most === undefined ? sql`` : sql`and p.number <= ${most}`}
    order by p.number`.execute(db);
  return mapInTurns(rows, PAGES_AT_ONCE, (row) => {
    const { pages: access } = pictureAccess(row);
    const source = imageUrl(deps, viewing, { hash: row.image, variant: 'original', format: row.format }, access);
    const derived = (variant: 'thumb' | 'saver') => {
      const stored = row.variants[variant];
      return stored ? imageUrl(deps, viewing, { hash: row.image, variant, format: stored.format }, access) : source;
    };
    return {
      id: row.id,
      page: row.number,
      source_url: source,
      thumbnail_url: derived('thumb'),
      saver_url: derived('saver'),
      width: row.width,
      height: row.height,
      thumbhash: row.thumbhash,
      color: toCssColor(row.color),
      trim: row.trim,
      edge: toCssColor(row.edge),
      seam: row.seam,
      slices: slicesIn(row, (variant, format) => imageUrl(deps, viewing, { hash: row.image, variant, format }, access)),
      ...(row.missing ? { missing: true as const } : {}),
    };
  });
}

/** The slices of a tall page in their order, each with its smaller picture where there is one; null for any other page. */
function slicesIn({ variants }: PageRow, url: (variant: SliceName, format: string) => string): PageSlice[] | null {
  const slices: PageSlice[] = [];
  for (let at = 1, top = 0, slice = variants.slice1; slice !== undefined; slice = variants[`slice${(at += 1)}`]) {
    const source = url(`slice${at}`, slice.format);
    const saver = variants[`saver${at}`];
    slices.push({
      source_url: source,
      saver_url: saver ? url(`saver${at}`, saver.format) : source,
      top,
      height: slice.height,
    });
    top += slice.height;
  }
  return slices.length > 0 ? slices : null;
}
