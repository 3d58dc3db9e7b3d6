import type { Chapter } from '#contract/chapters.ts';
import type { ComicCard } from '#contract/comics.ts';
import { createStore } from '#web/platform/state/store.ts';

/** A chapter whose comments are open over the pages. */
export interface Talk {
  comic: Pick<ComicCard, 'slug' | 'title'>;
  chapter: Pick<Chapter, 'id' | 'slug' | 'name' | 'number'>;
  /** The thing that `useCommentCount` knows their number by. */
  of: object;
}

const open = createStore<Talk | null>(null);

/** Opens the comments on a chapter, from anywhere in the reader. */
export function openTalk(talk: Talk): void {
  open.set(talk);
}

/** Closes them. */
export function closeTalk(): void {
  open.set(null);
}

/** The chapter whose comments are open, rendered again when that changes; null for none. */
export function useTalk(): Talk | null {
  return open.use();
}
