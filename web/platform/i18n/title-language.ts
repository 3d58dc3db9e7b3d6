import type { ComicCard } from '#contract/comics.ts';

/**
 * The language a comic's title is in: the page's where it was translated into it, else the comic's own; of the alternative
 * title the comic's own in Latin letters, as that is shown in place of the title only to who wants these.
 */
export function titleLanguage(
  {
    title,
    title_original: original,
    alternative_title: alternative,
    language,
  }: Pick<ComicCard, 'title' | 'title_original'> & {
    alternative_title?: string | null;
    language: Pick<NonNullable<ComicCard['language']>, 'code'> | null;
  },
  locale: string,
): string {
  const own = language?.code ?? locale;
  if (title === original) return own;
  return title === alternative ? `${own}-Latn` : locale;
}
