import { sql } from 'kysely';
import { problem } from '#contract/problems.ts';
import { PREPARED, type Db } from '#server/db/kysely.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { RememberedValue } from '#server/db/remembered.ts';
import { createTextFilter, type FilterVerdict, type FilterRule, type TextFilter } from '#server/search/text-filter.ts';

/** Most rules there can be: every text is compared with all of them. */
export const MAX_FILTERS = 2000;

const remembered = perDatabase(() => new RememberedValue<TextFilter>());

/**
 * The verdict of this site's rules on texts that others will read, one after another. A rule that another process made or took
 * away counts after two seconds at most.
 */
export async function filterTexts(db: Db, texts: readonly string[]): Promise<FilterVerdict[]> {
  const filter = await remembered(db).get(new Date(), async () => createTextFilter(await readRules(db)));
  return texts.map((text) => filter.check(text));
}

/** Lets rules that were changed in this process, and are committed, count at once. */
export function forgetFilters(db: Db): void {
  remembered(db).forget();
}

async function readRules(db: Db): Promise<FilterRule[]> {
  const { rows } = await sql<FilterRule>`${sql.raw(PREPARED)}
    select kind, pattern, action from word_filters order by id limit ${MAX_FILTERS}`.execute(db);
  return rows;
}

/**
 * Short texts that are shown at once, as the rules let them through: with masked parts as stars. Nobody looks at them first,
 * so that what is to be held back is refused.
 *
 * @throws Problem `text-refused`.
 */
export async function fitTexts(db: Db, texts: readonly string[]): Promise<string[]> {
  const found = await filterTexts(db, texts);
  if (found.some(({ action }) => action === 'refuse' || action === 'hold')) throw problem('text-refused');
  return found.map(({ text }) => text);
}
