import { useOutletContext } from 'react-router';
import type { Chapter } from '#contract/chapters.ts';
import type { ComicDetail } from '#contract/comics.ts';

/** What the comic's page knows: the comic, and its chapters in reading order (none of a one-shot). */
export interface ComicView {
  comic: ComicDetail;
  chapters: Chapter[];
}

/** What the comic's page knows, for the pages inside it. */
export function useComicView(): ComicView {
  return useOutletContext<ComicView>();
}
