import type { ReactNode } from 'react';
import type { Chapter, ChapterImages, PageImage } from '#contract/chapters.ts';
import type { ComicCard } from '#contract/comics.ts';
import { ONE_SHOT } from '#web/library/progress/progress.ts';

/** The data of the reader: one chapter, or a one-shot. */
export interface ChapterData {
  comic: ComicCard;
  chapter: Chapter | null;
  previous: Chapter | null;
  next: Chapter | null;
  /** The chapter's id once these two are the ones of the reader's settings (`AdjacentChapters`); until then they are the server's. */
  of?: number;
  images: PageImage[];
  /** The comic's tags say that it is one long strip. */
  longStrip: boolean;
  /** There are texts of its pages. */
  described: boolean;
  /**
   * Why not every page is here: `members` the rest of a premium comic is for people who are signed in (the sentence is
   * the server's), `adults` the site does not show works like this one to this visitor. `asMember` is whether that was
   * answered to someone who is signed in, `until` when it becomes free for all (ISO 8601), where that is known.
   */
  closed: { for: 'members' | 'adults'; message: string; asMember: boolean; until: string | null } | null;
}

/**
 * The chapters one goes on and back to by the reader's settings, once the list of chapters is there or could not be
 * had; and what there is to say before the next one.
 */
export interface AdjacentChapters {
  /** The chapter they are beside, by its id. */
  of: number;
  previous: Chapter | null;
  next: Chapter | null;
  notices: ReactNode;
}

/** Under which name the progress of this chapter is kept. */
export function progressId(chapter: Chapter | null): string {
  return chapter === null ? ONE_SHOT : String(chapter.id);
}

/** The address of a page's picture, of the first slice of a tall one: the smaller one where the reader saves data. */
export function pageImageUrl(image: PageImage, saver: boolean): string {
  const { saver_url: small, source_url: whole } = image.slices?.[0] ?? image;
  return saver ? small : whole;
}

/** The data of the reader, made of the API's response. */
export function toChapterData({
  comic,
  chapter,
  prev_chapter,
  next_chapter,
  images,
  long_strip,
  described,
}: ChapterImages): ChapterData {
  return {
    comic,
    chapter,
    previous: prev_chapter,
    next: next_chapter,
    images,
    longStrip: long_strip,
    described,
    closed: null,
  };
}
