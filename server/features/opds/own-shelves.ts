import { ComicQuery } from '#contract/comics.ts';
import { cardsById } from '#server/db/queries/cards.ts';
import { favoriteComics } from '#server/features/comics/public/queries-favorites.ts';
import { followedComics } from '#server/features/library/public/queries-follows.ts';
import { listHistory } from '#server/features/library/public/queries-history.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { tagUri } from '#server/http/requests/feed-request.ts';
import { translate } from '#server/i18n/translate.ts';
import { PER_SHELF, type Shelf } from './shelf.ts';
import { toPaging } from './shelves.ts';
import { worksAt, listWorks, type ShelfDeps } from './works.ts';

/** Shelves of what a member keeps, and how they are filled: a page of works, and how many there are in all. */
const OWN = {
  favorites: { words: 'library.favorites.title', fill: favorites },
  reading: { words: 'home.continue', fill: listReading },
  following: { words: 'library.following.title', fill: listFollowed },
} as const;
export type OwnShelf = keyof typeof OWN;
export const OWN_SHELVES = Object.keys(OWN) as OwnShelf[];

/**
 * A page of a member's favorites, of what they are reading, or of the comics they follow, as far as lists show them these.
 *
 * @throws Problem `page-not-found` beyond the end.
 */
export async function ownShelf(
  deps: ShelfDeps,
  viewing: RequestContext,
  member: number,
  name: OwnShelf,
  page: number,
): Promise<Shelf> {
  const { words, fill } = OWN[name];
  const { works, total } = await fill(deps, viewing, member, page);
  return {
    id: tagUri(viewing, `opds/${viewing.locale}/${name}`),
    title: translate(viewing.locale, words),
    place: { path: name, query: { page: page === 1 ? undefined : page } },
    kind: 'acquisition',
    navigation: [],
    works,
    facets: [],
    paging: toPaging(page, works.length, total),
  };
}

async function favorites(deps: ShelfDeps, viewing: RequestContext, member: number, page: number) {
  const { rows, total } = await favoriteComics(
    deps,
    viewing,
    member,
    ComicQuery.parse({ page, per_page: PER_SHELF }),
    deps.now(),
  );
  return { works: await listWorks(deps, viewing, rows), total };
}

/** The chapters that were read in last, one of each comic. What may not be listed any more leaves a gap, not an entry. */
async function listReading(deps: ShelfDeps, viewing: RequestContext, member: number, page: number) {
  const { rows, total } = await listHistory(deps.db, member, (page - 1) * PER_SHELF, PER_SHELF);
  const cards = new Map(
    (
      await cardsById(
        deps.db,
        viewing,
        viewing.locale,
        rows.map((row) => row.comic_id),
      )
    ).map((card) => [card.id, card]),
  );
  const places = rows.flatMap(({ comic_id: id, chapter }) => {
    const row = cards.get(id);
    return row === undefined ? [] : [{ row, chapter: chapter?.id ?? null }];
  });
  return { works: await worksAt(deps, viewing, places), total };
}

async function listFollowed(deps: ShelfDeps, viewing: RequestContext, member: number, page: number) {
  const rows = await cardsById(deps.db, viewing, viewing.locale, await followedComics(deps.db, member));
  return {
    works: await listWorks(deps, viewing, rows.slice((page - 1) * PER_SHELF, page * PER_SHELF)),
    total: rows.length,
  };
}
