import { useOutletContext } from 'react-router';
import type { Chapter } from '#contract/chapters.ts';
import type { ComicDetail, RelationKind } from '#contract/comics.ts';
import { toShownComic, type ShownComic } from '#web/catalogue/cards/shown-comic.ts';
import { apiGet } from '#web/platform/api/api.ts';

/** A work that a comic stands together with: what it is to that one. */
export interface ShownRelation {
  kind: RelationKind;
  comic: ShownComic;
}

/** A comic as its pages carry it: of the works it stands together with what their cards show. */
export interface ShownDetail extends Omit<ComicDetail, 'relations'> {
  relations: ShownRelation[];
}

/** The data of the comic's page: the comic, and its chapters in reading order (none of a one-shot). */
export interface ComicView {
  comic: ShownDetail;
  chapters: Chapter[];
}

/** The data of the comic's page, for the pages inside it. */
export function useComicView(): ComicView {
  return useOutletContext<ComicView>();
}

const reviewed = new WeakMap<ShownDetail, { comments_count: number }>();

/** The reviews of a comic as `useCommentCount` counts them: apart from its comments. */
export function reviewsOn(comic: ShownDetail): { comments_count: number } {
  const known = reviewed.get(comic) ?? { comments_count: comic.reviews_count };
  reviewed.set(comic, known);
  return known;
}

const loaded = new WeakMap<Request, Promise<ShownDetail>>();

/**
 * The comic of an address. The loaders of a page and of the page within it ask with the same request, and the API is asked
 * once.
 *
 * @throws ApiFailure 404 for an unknown comic, 451 for a removed one.
 */
export function loadComic(request: Request, slug = ''): Promise<ShownDetail> {
  const known = loaded.get(request);
  if (known) return known;
  const comic = apiGet<ComicDetail>(`/comics/${encodeURIComponent(slug)}`, { request }).then(
    ({ relations, ...detail }) => ({
      ...detail,
      relations: relations.map(({ kind, comic: other }) => ({ kind, comic: toShownComic(other) })),
    }),
  );
  loaded.set(request, comic);
  return comic;
}
