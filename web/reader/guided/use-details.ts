import { useEffect, useState } from 'react';
import type { ChapterDetails, PageDetails } from '#contract/chapters.ts';
import { apiGet } from '#web/platform/api/api.ts';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';

const cache = new Map<string, Promise<PageDetails[]>>();

/**
 * The details of the content of the pages of a chapter, by page; empty until it is there, and where it cannot be had.
 * Asked for once, and only while `wanted`.
 */
export function useDetails({ comic, chapter }: ChapterData, wanted: boolean): ReadonlyMap<number, PageDetails> {
  const path = `/comics/${encodeURIComponent(comic.slug)}${chapter ? `/${encodeURIComponent(chapter.slug)}` : ''}/images/details`;
  const [got, setGot] = useState<{ path: string; pages: ReadonlyMap<number, PageDetails> } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const details = cache.get(path) ?? apiGet<ChapterDetails>(path).then(({ pages }) => pages);
    cache.set(path, details);
    details.then(
      (pages) => {
        if (!gone) {
          setGot({ path, pages: new Map(pages.map((each) => [each.page, each])) });
        }
      },
      // The pages can be read without; next time it is asked for again.
      () => cache.delete(path),
    );
    return () => {
      gone = true;
    };
  }, [path, wanted]);
  return got?.path === path ? got.pages : NONE;
}

const NONE: ReadonlyMap<number, PageDetails> = new Map();
