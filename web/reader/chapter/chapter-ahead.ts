import type { Chapter, ChapterImages } from '#contract/chapters.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { toChapterData, type ChapterData } from './chapter-data.ts';

const pending = new WeakMap<Chapter, Promise<ChapterData>>();

/**
 * The chapter before or after the one that is read, before anyone goes there: no view is counted. Asked for once, whoever
 * wants it; what failed is asked for anew.
 *
 * @throws ApiFailure as the API answers.
 */
export function chapterAhead(slug: string, chapter: Chapter): Promise<ChapterData> {
  const known = pending.get(chapter);
  if (known !== undefined) return known;
  const coming = apiGet<ChapterImages>(
    `/comics/${encodeURIComponent(slug)}/${encodeURIComponent(chapter.slug)}/images`,
    { params: { uncounted: true } },
  ).then(toChapterData);
  pending.set(chapter, coming);
  coming.catch(() => pending.delete(chapter));
  return coming;
}
