import type { ComicCard } from '#contract/comics.ts';

/** The language a comic's title is in: the page's where it was translated into it, else the comic's own. */
export function titleLanguage(
  {
    title,
    title_original: original,
    language,
  }: Pick<ComicCard, 'title' | 'title_original'> & {
    language: Pick<NonNullable<ComicCard['language']>, 'code'> | null;
  },
  locale: string,
): string {
  return title === original ? (language?.code ?? locale) : locale;
}
