import type { TitleChoice } from '#contract/accounts.ts';
import type { CardRow } from '#server/db/queries/cards.ts';

/**
 * The title of a comic that a viewer wants to see of those it has: translated into the language of the request, its own, or one in Latin
 * letters (its own or the alternative one, the first that is). Where it has none of the kind that was chosen, as for everyone.
 */
export function chosenTitle(
  { titles }: { titles: TitleChoice },
  row: Pick<CardRow, 'title' | 'title_original' | 'alternative_title'>,
): string {
  const { title, title_original: original, alternative_title: alternative } = row;
  const isTranslated = title !== original;
  if (titles === 'original') return original;
  if (titles === 'translated' || (titles === 'translated-latin' && isTranslated)) return title;
  return [original, alternative].find((each) => each !== null && isLatin(each)) ?? title;
}

/** Whether a title has letters, all of them Latin: digits and signs are of every script. */
function isLatin(title: string): boolean {
  return /\p{L}/u.test(title) && !/[^\p{Script=Latin}\P{L}]/u.test(title);
}
