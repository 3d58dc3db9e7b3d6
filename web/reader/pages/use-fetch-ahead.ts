import { useEffect, useState } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import { chapterAhead } from '#web/reader/chapter/chapter-ahead.ts';
import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import { pageImageUrl, type ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { aheadOn, isNearEnd, pagesOfNext, pagesToPreload, type Connection } from './preload.ts';
import { usePictureNews, type Pictures } from './use-pictures.ts';

/** Pages in view come first, but one that hangs holds the others up no longer than this many ms. */
const PATIENCE = 3000;

interface Options {
  data: ChapterData;
  /** The pages in view, counting from 1. */
  view: { first: number; last: number };
  settings: ReaderSettings;
  pictures: Pictures;
}

/**
 * Fetches the pictures around those in view, and near the end those the next chapter begins with; answers how many pages
 * ahead may be asked for now, 0 until the pages in view are there.
 */
export function useFetchAhead({
  data: { comic, images, next, closed },
  view: { first, last },
  settings: { saver, preload },
  pictures,
}: Options): number {
  const inView = images.slice(first - 1, last).map((image) => pageImageUrl(image, saver));
  const there = usePictureNews(pictures, () => inView.every((src) => pictures.ready.has(src)));
  const [opened, setOpened] = useState(false);
  const [given, giveUp] = useState(0);
  const ahead = aheadOn((navigator as { connection?: Connection } | undefined)?.connection, preload);
  const free = there || given === first;

  useEffect(() => {
    if (free) {
      setOpened(true);
      return;
    }
    const timer = setTimeout(() => giveUp(first), PATIENCE);
    return () => clearTimeout(timer);
  }, [free, first]);

  const [beginning, setBeginning] = useState<{ of: number; images: readonly PageImage[] } | null>(null);
  const following = next !== null && closed === null && isNearEnd(last, images.length) ? next : null;
  useEffect(() => {
    if (following === null || !free || beginning?.of === following.id) return;
    setBeginning({ of: following.id, images: [] });
    chapterAhead(comic.slug, following)
      .then((answer) => setBeginning({ of: following.id, images: answer.images }))
      // Going there asks again, and says what is wrong.
      .catch(() => {});
  }, [following, free, beginning, comic.slug]);

  useEffect(() => {
    if (!free) return;
    const own = pagesToPreload({ first, last }, images.length, ahead).map((page) => images[page - 1]!);
    const others = following === null ? [] : (beginning?.images.slice(0, pagesOfNext(ahead)) ?? []);
    pictures.fetchAhead([...own, ...others].map((image) => pageImageUrl(image, saver)));
  }, [free, first, last, images, ahead, saver, following, beginning, pictures]);

  return opened ? ahead : 0;
}
