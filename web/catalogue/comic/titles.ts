import type { ComicDetail } from '#contract/comics.ts';

type Titles = Pick<ComicDetail, 'title' | 'title_original' | 'alternative_title' | 'language' | 'translations'>;

/** The other titles of a comic: the original title and its translations, each once, without those shown already. */
export function otherTitles({
  title,
  title_original: original,
  alternative_title: alternative,
  language,
  translations,
}: Titles): { title: string; lang: string | undefined }[] {
  const shown = new Set([title, alternative]);
  const all = [
    { title: original, lang: language?.code ?? undefined },
    ...translations.map((each) => ({ title: each.title ?? '', lang: each.locale })),
  ];
  return all.filter((each) => {
    if (each.title === '' || shown.has(each.title)) return false;
    shown.add(each.title);
    return true;
  });
}
