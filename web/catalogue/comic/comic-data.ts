import { useOutletContext } from 'react-router';
import type { Chapter } from '#contract/chapters.ts';
import type { ComicDetail } from '#contract/comics.ts';
import { apiGet } from '#web/platform/api/api.ts';

/** The data of the comic's page: the comic, and its chapters in reading order (none of a one-shot). */
export interface ComicView {
  comic: ComicDetail;
  chapters: Chapter[];
}

/** The data of the comic's page, for the pages inside it. */
export function useComicView(): ComicView {
  return useOutletContext<ComicView>();
}

const loaded = new WeakMap<Request, Promise<ComicDetail>>();

/**
 * The comic of an address. The loaders of a page and of the page within it ask with the same request, and the API is asked
 * once.
 *
 * @throws ApiFailure 404 for an unknown comic, 451 for a removed one.
 */
export function loadComic(request: Request, slug = ''): Promise<ComicDetail> {
  const known = loaded.get(request);
  if (known) return known;
  const comic = apiGet<ComicDetail>(`/comics/${encodeURIComponent(slug)}`, { request });
  loaded.set(request, comic);
  return comic;
}
