import { useEffect, type RefObject } from 'react';
import { createStore } from '#web/platform/state/store.ts';

/** An empty element of a page where the reactions to a chapter are shown. */
export interface ReactionPlace {
  at: HTMLElement;
  slug: string;
  chapter: string;
}

/** The places that pages have now. */
export const reactionPlaces = createStore<readonly ReactionPlace[]>([]);

/**
 * Has the frame show the reactions to a chapter in an element: their code is no part of the page's own, as that of the
 * comments on a chapter.
 *
 * @param isWanted whether they are in view by now.
 */
export function useReactionsIn(at: RefObject<HTMLElement | null>, slug: string, chapter: string, isWanted: boolean) {
  useEffect(() => {
    if (!isWanted || at.current === null) return;
    const place = { at: at.current, slug, chapter };
    reactionPlaces.set([...reactionPlaces.get(), place]);
    return () => reactionPlaces.set(reactionPlaces.get().filter((each) => each !== place));
  }, [at, slug, chapter, isWanted]);
}
