import { useEffect, useMemo, useRef, useState } from 'react';
import type { Chapter } from '#contract/chapters.ts';
import { ApiFailure } from '#web/platform/api/api.ts';
import { chapterAhead } from '#web/reader/chapter/chapter-ahead.ts';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { isNearEnd } from '#web/reader/pages/preload.ts';

/** A strip gets the chapter before it once the reader is within this many pages of its beginning. */
const NEAR_BEGINNING = 2;

/** The chapters of one strip, in reading order; `at` is the one in view. */
export interface Run {
  chapters: readonly ChapterData[];
  at: number;
}

interface Options {
  /** Whether a strip goes on from chapter to chapter. */
  on: boolean;
  /** The page in view. */
  page: number;
}

/**
 * The chapters a strip runs through: the one in view and, once one nears its ends, those beside it. Chapters that are
 * closed or empty end it. It waits for those the reader's settings choose.
 */
export function useChapterAppend(data: ChapterData, { on, page }: Options): Run {
  const { comic, images, previous, next, closed, of } = data;
  const [chapters, setChapters] = useState<readonly ChapterData[]>([data]);
  const tried = useRef(new Set<number>());
  const found = chapters.findIndex((each) => isSame(each, data));
  if (found === -1) {
    tried.current.clear();
    setChapters([data]);
  }

  const nearEnd = isNearEnd(page, images.length);
  const nearBeginning = page <= NEAR_BEGINNING;
  useEffect(() => {
    if (!on || closed !== null || images.length === 0 || of === undefined) return;
    const get = async (
      chapter: Chapter,
      add: (now: readonly ChapterData[], got: ChapterData) => readonly ChapterData[],
    ) => {
      if (tried.current.has(chapter.id)) return;
      tried.current.add(chapter.id);
      try {
        const got = await chapterAhead(comic.slug, chapter);
        if (got.images.length > 0) {
          setChapters((now) => add(now, got));
        }
      } catch (error) {
        // Going there says what is wrong; what did not answer is asked again a page further on.
        if (error instanceof ApiFailure && error.status === 0) {
          tried.current.delete(chapter.id);
        }
      }
    };
    if (nearEnd && next !== null && found === chapters.length - 1) {
      void get(next, (now, got) => (isSame(now.at(-1)!, data) ? [...now, got] : now));
    }
    if (nearBeginning && previous !== null && found === 0) {
      void get(previous, (now, got) => (isSame(now[0]!, data) ? [got, ...now] : now));
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asked for as the eye moves; ids stand for the chapters
  }, [on, nearEnd, nearBeginning, page, of, data.chapter?.id, previous?.id, next?.id, found, chapters.length]);

  const whole = on && found !== -1;
  return useMemo(
    () => (whole ? { chapters, at: found } : { chapters: [data], at: 0 }),
    // oxlint-disable-next-line react/exhaustive-deps -- `images` stands for `data`, which is made anew when the settings change what is beside it
    [whole, chapters, found, images],
  );
}

function isSame(one: ChapterData, other: ChapterData): boolean {
  return one.chapter?.id === other.chapter?.id && one.comic.id === other.comic.id;
}
