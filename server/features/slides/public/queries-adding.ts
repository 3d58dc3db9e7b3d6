import type { Locale } from '#contract/locales.ts';
import type { Tx } from '#server/db/database.ts';

/** A slide to be, of a comic. Without a language it is for readers of all. */
export interface SlideDraft {
  comicId: number;
  language: Locale | null;
  /** Lower ones come first. */
  position: number;
}

/** Adds slides of comics, which show the comics' covers and titles. */
export async function addSlides(tx: Tx, slides: readonly SlideDraft[]): Promise<void> {
  if (slides.length === 0) return;
  await tx
    .insertInto('slides')
    .values(slides.map(({ comicId, language, position }) => ({ comic_id: comicId, language, position })))
    .execute();
}
