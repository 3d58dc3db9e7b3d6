import { MAX_LIST_COMICS } from '#contract/library.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { translate } from '#server/i18n/translate.ts';
import type { Collection } from './dto.ts';
import { keptComics } from './queries.ts';
import { toSecond, type KomgaDeps } from './series.ts';

/** The id of the collection of a member's favourites. */
const FAVORITES = 'favorites';

/** A member's favourites and lists as collections of series, the favourites first, then those changed last; of nobody there are none. */
export async function listCollections(deps: KomgaDeps, viewing: RequestContext, userId: number): Promise<Collection[]> {
  if (userId === 0) return [];
  const kept = await keptComics(deps.db, viewing, userId, MAX_LIST_COMICS);
  return kept
    .filter(({ list }) => list !== null || viewing.site.features.includes('favorites'))
    .map(({ list, name, comics, created_at: created, updated_at: updated }) => ({
      id: list === null ? FAVORITES : String(list),
      name: list === null ? translate(viewing.locale, 'library.favorites.title') : name,
      ordered: list !== null,
      seriesIds: comics.map(String),
      createdDate: toSecond(created),
      lastModifiedDate: toSecond(updated),
      filtered: false,
    }));
}

/** The collection of this id; null where a member has none. */
export async function findCollection(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  id: string,
): Promise<Collection | null> {
  return (await listCollections(deps, viewing, userId)).find((each) => each.id === id) ?? null;
}
