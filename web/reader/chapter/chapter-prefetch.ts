import type { ChapterData } from './chapter-data.ts';

let handed: ChapterData | null = null;

/** Keeps a chapter a strip has reached for the visit of its address that follows at once, so that it isn't fetched again. The browser only. */
export function storePrefetched(data: ChapterData): void {
  handed = data;
}

/** The chapter that was handed over, if it is this one: `slug` is the comic's, `chapter` its own. Only the visit right after has it. */
export function takePrefetched(slug: string | undefined, chapter: string | undefined): ChapterData | null {
  const data = handed;
  handed = null;
  return data?.comic.slug === slug && data?.chapter?.slug === chapter ? data : null;
}
