import { sql, type RawBuilder } from 'kysely';
import type { ComicQuery } from '#contract/comics.ts';
import type { SearchNote } from '#contract/search.ts';
import type { Db } from '#server/db/database.ts';
import { checkTerms } from '#server/features/blocklist/blocklist.ts';
import { listedComics, visibleComics } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { translate } from '#server/i18n/translate.ts';
import { createListing, type ListingRequest } from '#server/features/comics/listing.ts';
import { correctedQuery } from '#server/features/comics/queries-corrections.ts';
import { unlessExpensive, type Engines } from './queries-cost.ts';
import { listComics, type ListPage } from '#server/features/comics/queries.ts';

/** A page of a list, and what became of the text of its search; null where it had none. */
export type SearchedPage<Also = unknown> = ListPage<Also> & { search: SearchNote | null };

interface ListOptions<Also> {
  /** Gives a page of a list; `listComics` gives it of all comics. */
  list?: (...asked: Parameters<typeof listComics>) => Promise<ListPage<Also>>;
  /** Further columns, as `listComics` has them. */
  also?: RawBuilder<unknown> | undefined;
}

/**
 * One page of the list a query asks for, and what became of its text. A search that finds nothing is tried once more in
 * its corrected spelling; when that finds something, it is the answer. One for what the content policy prohibits finds
 * nothing, and is told so.
 *
 * @throws Problem `catalogue-warming`.
 */
export async function searchComics<Also = unknown>(
  engines: Engines,
  viewing: RequestContext,
  query: ComicQuery,
  now: Date,
  { list = listComics, also = sql`` }: ListOptions<Also> = {},
): Promise<SearchedPage<Also>> {
  const { reads } = engines;
  const selectPage = ({ listing }: ListingRequest) =>
    list(engines, viewing.locale, listing, (query.page - 1) * query.per_page, query.per_page, also);
  if (query.q !== '' && (await isProhibited(reads, query.q))) {
    return {
      rows: [],
      total: 0,
      search: {
        canonical: query.q,
        corrected: null,
        hints: [translate(viewing.locale, 'search.hint.prohibited')],
        jump: null,
      },
    };
  }
  const listing = await createListing(engines, viewing, query, now);
  const { parsed, hints } = listing;
  let page = await selectPage(listing);
  if (!parsed) return { ...page, search: null };
  let corrected = page.total === 0 ? await unlessExpensive(engines, () => correctedQuery(engines, parsed)) : null;
  if (corrected !== null) {
    const better = await selectPage(await createListing(engines, viewing, { ...query, q: corrected }, now));
    if (better.total > 0) {
      page = better;
    } else {
      corrected = null;
    }
  }
  const { jump, canonical } = parsed;
  return {
    ...page,
    search: {
      canonical,
      corrected,
      hints: [...new Set(hints.map(({ code, params }) => translate(viewing.locale, `search.hint.${code}`, params)))],
      jump: jump === null ? null : await comicToJumpTo(reads, viewing, jump),
    },
  };
}

/** Whether a search asks for what the content policy prohibits; to leave it out is no such thing. */
async function isProhibited(db: Db, q: string): Promise<boolean> {
  return (await checkTerms(db, [q.replace(/(^|\s)-(\S*"[^"]*"|\S+)/g, ' ')])) !== null;
}

/** The comic of a number, if lists show it to this viewer; terms that they hide do not keep them from one they asked for. */
async function comicToJumpTo(
  db: Db,
  { rating }: RequestContext,
  id: number,
): Promise<{ id: number; slug: string } | null> {
  const {
    rows: [row],
  } = await sql<{ id: number; slug: string }>`
    select c.id, c.slug from ${visibleComics(listedComics(rating))} c where c.id = ${id}`.execute(db);
  return row ?? null;
}
