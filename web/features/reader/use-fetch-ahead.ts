import { useEffect, useState } from 'react';
import type { ChapterImages } from '#contract/chapters.ts';
import { apiGet } from '#web/api.ts';
import { pictureOf, type ChapterData } from './chapter-data.ts';
import { NEXT_CHAPTER_PAGES, isNearEnd, pagesToPreload } from './preload.ts';
import type { Pictures } from './use-pictures.ts';

interface Options {
  data: ChapterData;
  first: number;
  last: number;
  saver: boolean;
  pictures: Pictures;
}

/** Fetches the pictures around those in view, and near the end those the next chapter begins with. */
export function useFetchAhead({ data: { comic, images, next, closed }, first, last, saver, pictures: { fetchAhead } }: Options): void {
  useEffect(() => {
    fetchAhead(pagesToPreload({ first, last }, images.length).map((page) => pictureOf(images[page - 1]!, saver)));
  }, [first, last, images, saver, fetchAhead]);

  const [asked, setAsked] = useState(false);
  const wanted = next !== null && closed === null && isNearEnd(last, images.length);
  useEffect(() => {
    if (!wanted || asked) { return; }
    setAsked(true);
    apiGet<ChapterImages>(`/comics/${encodeURIComponent(comic.slug)}/${encodeURIComponent(next!.slug)}/images`)
      .then((answer) => fetchAhead(answer.images.slice(0, NEXT_CHAPTER_PAGES).map((image) => pictureOf(image, saver))))
      // Going there asks again, and says what is wrong.
      .catch(() => {});
  }, [wanted, asked, comic.slug, next, saver, fetchAhead]);
}
