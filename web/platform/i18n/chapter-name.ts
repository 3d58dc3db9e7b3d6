import type { Chapter } from '#contract/chapters.ts';
import { useTranslate, type Translate } from './i18n.tsx';

/** How chapters are called in the page's locale: by number and name, as far as they have them. */
export function useChapterName(): (chapter: Pick<Chapter, 'name' | 'number'>) => string {
  const t = useTranslate();
  return (chapter) => chapterName(t, chapter);
}

/** How a chapter is called: by its number and its name, as far as it has them. */
export function chapterName(t: Translate, { name, number }: Pick<Chapter, 'name' | 'number'>): string {
  if (number === null) return name;
  const numbered = t('comic.chapter.number', { number });
  return name === '' || name === numbered ? numbered : t('comic.chapter.name', { number, name });
}
