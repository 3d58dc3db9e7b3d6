import { sql } from 'kysely';
import type { ComicQuery } from '#contract/comics.ts';
import type { FavoritesQuery } from '#contract/library.ts';
import type { Db } from '#server/db/database.ts';
import { cardRows } from '#server/db/queries/cards.ts';
import { visibleComics } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { narrowListing, type Listing } from '#server/features/comics/listing.ts';
import { conditionSql } from './queries-condition.ts';
import { withinTime, type Engines } from './queries-cost.ts';
import { searchComics, type SearchedPage } from './queries-search.ts';
import { favorites } from '#server/features/comics/queries-viewer.ts';
import { listComics, type ListPage } from '#server/features/comics/queries.ts';

/**
 * One page of the favorites of a member, as far as the viewer sees them, under all filters of the listing: those added
 * last first, or by relevance where words are looked for.
 *
 * @throws Problem `catalogue-warming`, `search-too-costly`.
 */
export async function favoriteComics(
  deps: Engines & { db: Db },
  viewing: RequestContext,
  owner: number,
  query: FavoritesQuery,
  now: Date,
): Promise<SearchedPage> {
  const { sort, ...others } = query;
  const listed: ComicQuery = { ...others, ...(sort === undefined || sort === 'favorited_at' ? {} : { sort }) };
  const byAddition = ({ text }: Listing) => sort === 'favorited_at' || (sort === undefined && text === '');
  return withinTime(deps, query.q !== '', () =>
    searchComics(deps, viewing, listed, now, {
      list: async (engines, locale, listing, offset, limit) =>
        byAddition(listing)
          ? favoritesByAddition(deps.db, locale, owner, listing, offset, limit)
          : listComics(engines, locale, narrowListing(listing, await favorites(deps.db, owner)), offset, limit),
    }),
  );
}

/** Asks the writing database: what was added a moment ago is there. */
async function favoritesByAddition(
  db: Db,
  locale: RequestContext['locale'],
  owner: number,
  listing: Listing,
  offset: number,
  limit: number,
): Promise<ListPage> {
  const direction = listing.order === 'desc' ? sql`desc` : sql`asc`;
  const found = sql`
    from favorites f join ${visibleComics(listing)} c on c.id = f.comic_id where f.user_id = ${owner} ${conditionSql(listing.condition)}`;
  const rows = await cardRows(
    db,
    locale,
    listing.blocked,
    sql`select c.id ${found} order by f.created_at ${direction}, f.comic_id ${direction} limit ${limit} offset ${offset}`,
  );
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}
