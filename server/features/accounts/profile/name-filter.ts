import type { FieldProblem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { filterTexts } from '#server/db/queries/word-filters.ts';

/** The verdict of the site's rules for words on a username: none may be shown with a part masked, so every rule refuses it. */
export async function isForbiddenName(db: Db, username: string): Promise<FieldProblem[]> {
  const [found] = await filterTexts(db, [username.replaceAll(/[_.-]+/g, ' ')]);
  return found === undefined || found.action === 'none' ? [] : [{ rule: 'reserved' }];
}
