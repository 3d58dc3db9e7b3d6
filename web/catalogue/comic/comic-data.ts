import { useOutletContext } from 'react-router';
import type { Chapter } from '#contract/chapters.ts';
import type { ComicDetail } from '#contract/comics.ts';

/** The data of the comic's page: the comic, and its chapters in reading order (none of a one-shot). */
export interface ComicView {
  comic: ComicDetail;
  chapters: Chapter[];
}

/** The data of the comic's page, for the pages inside it. */
export function useComicView(): ComicView {
  return useOutletContext<ComicView>();
}
