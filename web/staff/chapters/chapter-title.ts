import type { AdminChapter } from '#contract/chapter-editing.ts';
import type { Translate } from '#web/platform/i18n/i18n.tsx';

/** The title of a chapter: its name, or its number. */
export function chapterTitle(t: Translate, { name, number }: Pick<AdminChapter, 'name' | 'number'>): string {
  return name || (number === null ? t('upload.chapter.nameless') : t('upload.chapter.untitled', { number }));
}
