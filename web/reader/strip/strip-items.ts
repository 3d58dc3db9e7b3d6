import type { PageImage } from '#contract/chapters.ts';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { framePages, type FramedPage } from '#web/reader/pages/frames.ts';
import type { StripItem, StripStyle } from './strip-geometry.ts';

/** A page of a strip, and which part of it is shown. */
export interface PageEntry {
  key: string;
  image: PageImage;
  framed: FramedPage;
}

/** The entry between two chapters of a strip. */
export interface BetweenEntry {
  key: string;
  from: ChapterData;
  to: ChapterData;
}

export type Entry = PageEntry | BetweenEntry;

/** Everything a strip of these chapters shows, in order: their pages, and what stands between two of them. */
export function stripEntries(chapters: readonly ChapterData[], crop: boolean): Entry[] {
  return chapters.flatMap((chapter, index): Entry[] => {
    const before = chapters[index - 1];
    const pages = chapter.images.map((image) => ({
      key: String(image.id),
      image,
      framed: framePages([image], { crop })[0]!,
    }));
    return before === undefined
      ? pages
      : [{ key: `between ${before.chapter?.id}`, from: before, to: chapter }, ...pages];
  });
}

/** The parts to lay out of these entries. */
export function stripItems(
  entries: readonly Entry[],
  { layout, direction }: StripStyle & { direction: 'ltr' | 'rtl' },
): (StripItem | null)[] {
  return entries.map((entry) => {
    if (!('image' in entry)) return null;
    const { frame, width, height } = entry.framed;
    const from = layout === 'vertical' ? frame.top : direction === 'rtl' ? 1 - frame.left - frame.width : frame.left;
    return { width, height, from, to: from + (layout === 'vertical' ? frame.height : frame.width) };
  });
}

/** How long a column of served pages is at least, in widths of it: longer than a phone's screen is. */
const SERVED = 4;

/** How many entries from the index `from` on are enough to fill any screen before its size is known; at least three, where there are as many. */
export function firstPages(entries: readonly Entry[], from: number): number {
  let count = 0;
  let length = 0;
  while (from + count < entries.length && (length < SERVED || count < 3)) {
    const entry = entries[from + count]!;
    if ('framed' in entry) {
      length += entry.framed.height / entry.framed.width;
    }
    count += 1;
  }
  return count;
}
