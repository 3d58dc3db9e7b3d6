import { sql } from 'kysely';
import { CatalogueMemo, readChange } from '#server/db/changes.ts';
import type { Db } from '#server/db/database.ts';
import { visibleComics } from '#server/db/visible.ts';
import { isDense, queryGrams } from '#server/search/grams.ts';

/** Comics that a phrase may stand for; more are searched by its words. */
const MOST_COMICS = 5_000;

/** PostgreSQL's code of a statement that took too long. */
const TIMED_OUT = '57014';

const memos = new WeakMap<object, CatalogueMemo<number[] | 'many'>>();

/**
 * The comics of which a title has these words in order, beginning at a word; `many` where they are more than 5,000 or take too long to find.
 *
 * `*` stands for any letters and `?` for one. `whole`: the title has nothing else; `ends`: it ends at a word too.
 *
 * @param text normalised but for `*` and `?`, and neither empty nor beginning with one of them.
 */
export async function comicsTitled(db: Db, text: string, extent: 'whole' | 'ends' | 'begins'): Promise<number[] | 'many'> {
  let memo = memos.get(db);
  if (!memo) { memos.set(db, memo = new CatalogueMemo({ most: 500, seconds: 10, isLarge: () => true })); }
  return memo.get(`${extent} ${text}`, await readChange(db), async () => {
    const words = text.replaceAll('*', '%').replaceAll('?', '_');
    const pattern = extent === 'whole' ? `% | ${words} | %` : `%${isDense(text) ? '' : ' '}${words}${extent === 'ends' && !isDense(Array.from(text).at(-1) ?? '') ? ' ' : ''}%`;
    const { rows } = await sql<{ id: number }>`
      select c.id from ${visibleComics({ rating: 'all', hidden: [] })} c
      where c.grams @> ${patternGrams(text)}::int[] and (' | ' || c.search || ' | ') like ${pattern}
      limit ${MOST_COMICS + 1}`.execute(db);
    return rows.length > MOST_COMICS ? 'many' : rows.map((row) => row.id).sort((a, b) => a - b);
  }).catch((error: { code?: unknown }) => {
    if (error.code !== TIMED_OUT) { throw error; }
    return 'many';
  });
}

/** The words of a text with wildcards that every title has which fits it. */
export function patternWords(text: string): string[] {
  return text.split(' ').flatMap((word) => word.split(/[*?]+/).filter((part, at) => part !== '' && (at === 0 || findsAnywhere(part))));
}

function patternGrams(text: string): number[] {
  return [...new Set(patternWords(text).flatMap((word) => queryGrams(word)))];
}

/** Whether a part of a word is found wherever it stands: three letters, or one of a script without spaces. */
function findsAnywhere(part: string): boolean {
  const letters = Array.from(part);
  return letters.every((letter) => isDense(letter)) || (letters.length > 2 && !letters.some((letter) => isDense(letter)));
}
