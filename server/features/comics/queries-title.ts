import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isTimedOut } from '#server/db/kysely.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CatalogueMemo, readChange } from '#server/db/queries/changes.ts';
import { listedComics, visibleComics } from '#server/db/visible.ts';
import { isDense, queryGrams } from '#server/search/grams.ts';

/** Comics that a phrase may stand for; more are searched by its words. */
const MAX_COMICS = 5_000;

const memoFor = perDatabase(
  () => new CatalogueMemo<number[] | 'many'>({ most: 500, seconds: 10, isLarge: () => true }),
);

/**
 * The comics of which a title has these words in order, beginning at a word; `many` where they are more than 5,000, or
 * where more comics than `looked` have the words and would have to be looked at.
 *
 * `*` stands for any letters and `?` for one. `whole`: the title has nothing else; `ends`: it ends at a word too.
 *
 * @param text normalised but for `*` and `?`, and neither empty nor beginning with one of them.
 */
export async function comicsTitled(
  db: Db,
  text: string,
  extent: 'whole' | 'ends' | 'begins',
  looked: number,
): Promise<number[] | 'many'> {
  const words = patternWords(text);
  if (!words.some(isSelective)) return 'many';
  return memoFor(db)
    .get(`${extent} ${looked} ${text}`, await readChange(db), async () => {
      const grams = [...new Set(words.flatMap((word) => queryGrams(word)))];
      const {
        rows: [found],
      } = await sql<{ looked: number; ids: number[] }>`
      with m as materialized (
        select c.id, c.search from ${visibleComics(listedComics('all'))} c where c.grams @> ${grams}::int[] limit ${looked + 1})
      select (select count(*)::int from m) as looked,
        array(select m.id from m where (' | ' || m.search || ' | ') like ${likePattern(text, extent)} limit ${MAX_COMICS + 1}) as ids`.execute(
        db,
      );
      return !found || found.looked > looked || found.ids.length > MAX_COMICS
        ? 'many'
        : found.ids.sort((a, b) => a - b);
    })
    .catch((error: unknown) => {
      if (!isTimedOut(error)) throw error;
      return 'many';
    });
}

function likePattern(text: string, extent: 'whole' | 'ends' | 'begins'): string {
  const words = text.replaceAll('*', '%').replaceAll('?', '_');
  if (extent === 'whole') return `% | ${words} | %`;
  return `%${isDense(text) ? '' : ' '}${words}${extent === 'ends' && !isDense(Array.from(text).at(-1) ?? '') ? ' ' : ''}%`;
}

/** Whether few enough titles have a word that they can be looked at: one or two letters are in too many. */
function isSelective(word: string): boolean {
  return isDense(word) || Array.from(word).length > 2;
}

/** The words of a text with wildcards that every title has which fits it. */
export function patternWords(text: string): string[] {
  return text
    .split(' ')
    .flatMap((word) => word.split(/[*?]+/).filter((part, at) => part !== '' && (at === 0 || findsAnywhere(part))));
}

/** Whether a part of a word is found wherever it stands: three letters, or one of a script without spaces. */
function findsAnywhere(part: string): boolean {
  const letters = Array.from(part);
  return (
    letters.every((letter) => isDense(letter)) || (letters.length > 2 && !letters.some((letter) => isDense(letter)))
  );
}
