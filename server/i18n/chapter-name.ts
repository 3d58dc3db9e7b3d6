import type { Locale } from '#contract/locales.ts';
import { translate } from './translate.ts';

/** How a chapter is called in a locale: by its number and its name, as far as it has them. */
export function chapterName(
  locale: Locale,
  { number, name, slug }: { number: string | null; name: string; slug: string },
): string {
  if (number === null || number === '') return name || slug;
  return translate(locale, name === '' ? 'comic.chapter.number' : 'comic.chapter.name', { number, name });
}
