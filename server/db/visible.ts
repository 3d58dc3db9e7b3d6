import { sql, type RawBuilder } from 'kysely';

/** What decides what a caller may see; `Viewing` has all of it. */
export interface Seeing {
  site: { readonly features: readonly string[] };
  viewer: { readonly id: number | null; readonly role: string };
  rating: 'safe' | 'all';
  hidden: readonly number[];
}

/**
 * The comics that lists, searches and counts show a caller, in place of the table: `from ${visibleComics(seeing)} c`.
 *
 * Published ones; with `safe` only those rated safe; none with a term that the caller hides.
 */
export function visibleComics({ rating, hidden }: Pick<Seeing, 'rating' | 'hidden'>): RawBuilder<unknown> {
  // The words are part of the statement, not parameters, so that the partial indexes are used.
  const safe = rating === 'safe' ? sql`and v.rating = 'safe'` : sql``;
  const shown = hidden.length > 0 ? sql`and not v.terms && ${[...hidden]}::int[]` : sql``;
  return sql`(select v.* from comics v where v.state = 'published' ${safe} ${shown})`;
}

/**
 * The comics that an address leads to, in place of the table: also unlisted ones, those of any rating, and removed ones,
 * which answer their tombstone. Check `readingOf` before showing a picture of one.
 */
export function reachableComics(): RawBuilder<unknown> {
  return sql`(select v.* from comics v where v.state in ('published', 'unlisted', 'removed'))`;
}

/** What a caller gets of a comic that an address led to. */
export type Reading = 'everything' | 'tombstone' | 'without-pictures' | 'preview';

/**
 * What of a reachable comic a caller may see: a removed one is a tombstone; an explicit one without the choice to see
 * such has no pictures; a premium one has its preview pages until someone signs in.
 */
export function readingOf({ rating, viewer }: Seeing, comic: { state: string; rating: string; premium: boolean }): Reading {
  if (!showsPictures(comic)) { return 'tombstone'; }
  if (comic.rating === 'explicit' && rating === 'safe') { return 'without-pictures'; }
  return comic.premium && viewer.id === null ? 'preview' : 'everything';
}

/** Whether a reachable comic has pictures for anyone at all. */
export function showsPictures({ state }: { state: string }): boolean {
  return state !== 'removed';
}

/** How the pictures of a comic are fetched: by anyone, or with a signed address that runs out. */
export function pictureAccess(comic: { rating: string; premium: boolean }): { cover: 'public' | 'signed'; pages: 'public' | 'signed' } {
  const cover = comic.rating === 'explicit' ? 'signed' : 'public';
  return { cover, pages: comic.premium ? 'signed' : cover };
}

/** The number of comics a caller sees of a row of `term_counts` with this alias. Hidden terms are not taken off. */
export function visibleCount({ rating }: Pick<Seeing, 'rating'>, alias: string): RawBuilder<number> {
  const counted = sql.ref(`${alias}.safe`);
  return rating === 'safe'
    ? sql`coalesce(${counted}, 0)`
    : sql`coalesce(${counted} + ${sql.ref(`${alias}.suggestive`)} + ${sql.ref(`${alias}.explicit`)}, 0)`;
}
